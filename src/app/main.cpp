#include "tucana/app/command_line.h"
#include "tucana/app/program_main.h"

int main(int argc, char** argv) {
  return tucana::app::program_main("tucana", argc, argv, tucana::app::run_command_line);
}
