#include <CLI/CLI.hpp>

#include "tucana/app/command_line.h"

namespace tucana::app {

void add_bench_command(CLI::App& program, Action& action) {
  CLI::App* bench = program.add_subcommand("bench", "measure the speed of this machine");
  bench->require_subcommand(0, 1);
  add_bench_direct_command(*bench, action);
  add_bench_grape6_command(*bench, action);
  add_bench_kernels_command(*bench, action);
  add_bench_orders_command(*bench, action);
  add_bench_precision_command(*bench, action);
  add_bench_run_command(*bench, action);
  add_bench_schedule_command(*bench, action);
  add_bench_tree_command(*bench, action);
  bench->footer("Other programs on the machine disturb every number: repeat, and use the best.");
}

}  // namespace tucana::app
