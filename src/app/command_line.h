#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace tucana::app {

/// Parses the arguments of the program and executes the command. Returns the exit code; throws InputError for
/// arguments that are not understood.
int run_command_line(const std::vector<std::string>& words);

/// What the given command does; set by its callback during parsing.
using Action = std::function<int()>;

// Each command adds its own arguments to the parser; one file per command.
void add_run_command(CLI::App& program, Action& action);
void add_init_command(CLI::App& program, Action& action);
void add_init_cluster_command(CLI::App& init, Action& action);
void add_init_galaxy_commands(CLI::App& init, Action& action);
void add_init_combine_command(CLI::App& init, Action& action);
void add_convert_command(CLI::App& program, Action& action);
void add_info_command(CLI::App& program, Action& action);
void add_options_command(CLI::App& program, Action& action);
void add_devices_command(CLI::App& program, Action& action);
void add_plot_command(CLI::App& program, Action& action);
void add_evolve_command(CLI::App& program, Action& action);
void add_bench_command(CLI::App& program, Action& action);
void add_bench_direct_command(CLI::App& bench, Action& action);
void add_bench_grape6_command(CLI::App& bench, Action& action);
void add_bench_kernels_command(CLI::App& bench, Action& action);
void add_bench_orders_command(CLI::App& bench, Action& action);
void add_bench_precision_command(CLI::App& bench, Action& action);
void add_bench_run_command(CLI::App& bench, Action& action);
void add_bench_schedule_command(CLI::App& bench, Action& action);
void add_bench_tree_command(CLI::App& bench, Action& action);

}  // namespace tucana::app
