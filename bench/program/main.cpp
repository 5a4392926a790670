#include <fmt/format.h>

#include "bench/program/commands.h"
#include "tucana/app/program_main.h"
#include "tucana/core/version.h"

namespace tucana::bench {
namespace {

void add_commands(app::Command& program, app::Action& action) {
  add_direct_command(program, action);
  add_grape6_command(program, action);
  add_kernels_command(program, action);
  add_orders_command(program, action);
  add_precision_command(program, action);
  add_ranks_command(program, action);
  add_run_command(program, action);
  add_schedule_command(program, action);
  add_stellar_command(program, action);
  add_tree_command(program, action);
}

int run_command_line(const std::vector<std::string>& words) {
  return app::run_commands({.name = "tucana-bench",
                            .description = fmt::format("Tucana {}: the speed of this machine", version()),
                            .footer = "Other programs on the machine disturb every number: repeat, and use the best.",
                            .help_example = "tree"},
                           add_commands, words);
}

}  // namespace
}  // namespace tucana::bench

int main(int argc, char** argv) {
  return tucana::app::program_main("tucana-bench", argc, argv, tucana::bench::run_command_line);
}
