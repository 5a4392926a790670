#pragma once

#include <string>
#include <vector>

#include "tucana/app/program_commands.h"

namespace tucana::app {

/// The program `tucana`: run_commands() with its commands.
int run_command_line(const std::vector<std::string>& words);

// Each command adds its own arguments to the parser; one file per command.
void add_run_command(Command& program, Action& action);
void add_init_command(Command& program, Action& action);
void add_init_cluster_command(Command& init, Action& action);
void add_init_galaxy_commands(Command& init, Action& action);
void add_init_combine_command(Command& init, Action& action);
void add_convert_command(Command& program, Action& action);
void add_info_command(Command& program, Action& action);
void add_options_command(Command& program, Action& action);
void add_devices_command(Command& program, Action& action);
void add_plot_command(Command& program, Action& action);
void add_movie_command(Command& program, Action& action);
void add_ensemble_command(Command& program, Action& action);
void add_evolve_command(Command& program, Action& action);

}  // namespace tucana::app
