#include "tucana/app/command_line.h"

#include <fmt/format.h>

#include "tucana/core/version.h"

namespace tucana::app {
namespace {

void add_commands(Command& program, Action& action) {
  add_run_command(program, action);
  add_init_command(program, action);
  add_convert_command(program, action);
  add_info_command(program, action);
  add_options_command(program, action);
  add_devices_command(program, action);
  add_plot_command(program, action);
  add_movie_command(program, action);
  add_ensemble_command(program, action);
  add_evolve_command(program, action);
}

constexpr const char* footer =
    "Examples:\n"
    "  tucana run                                a Plummer cluster of 1024 stars\n"
    "  tucana run my.toml --set integrator.eta=0.01 --out runs/my\n"
    "  tucana run --restart runs/my --set run.end_time=20\n"
    "  tucana plot runs/my                       its radii and energy error, as PNG\n"
    "`tucana help COMMAND` says more. Exit codes: 0 done, 1 failed, 2 your mistake;\n"
    "`tucana help run` lists those of a run that ends early.";

}  // namespace

int run_command_line(const std::vector<std::string>& words) {
  return run_commands({.name = "tucana",
                       .description = fmt::format(
                           "Tucana {}: gravitational N-body simulations of star clusters and galaxies", version()),
                       .footer = footer,
                       .help_example = "init galaxy"},
                      add_commands, words);
}

}  // namespace tucana::app
