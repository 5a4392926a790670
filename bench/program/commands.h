#pragma once

#include "tucana/app/program_commands.h"

namespace tucana::bench {

// Each command adds its own arguments to the parser; one file per command.
void add_direct_command(app::Command& program, app::Action& action);
void add_grape6_command(app::Command& program, app::Action& action);
void add_kernels_command(app::Command& program, app::Action& action);
void add_orders_command(app::Command& program, app::Action& action);
void add_precision_command(app::Command& program, app::Action& action);
void add_ranks_command(app::Command& program, app::Action& action);
void add_run_command(app::Command& program, app::Action& action);
void add_schedule_command(app::Command& program, app::Action& action);
void add_stellar_command(app::Command& program, app::Action& action);
void add_tree_command(app::Command& program, app::Action& action);

}  // namespace tucana::bench
