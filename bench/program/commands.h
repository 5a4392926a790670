#pragma once

#include "tucana/app/program_commands.h"

namespace tucana::bench {

// Each command adds its own arguments to the parser; one file per command.
void add_direct_command(CLI::App& program, app::Action& action);
void add_grape6_command(CLI::App& program, app::Action& action);
void add_kernels_command(CLI::App& program, app::Action& action);
void add_orders_command(CLI::App& program, app::Action& action);
void add_precision_command(CLI::App& program, app::Action& action);
void add_run_command(CLI::App& program, app::Action& action);
void add_schedule_command(CLI::App& program, app::Action& action);
void add_tree_command(CLI::App& program, app::Action& action);

}  // namespace tucana::bench
