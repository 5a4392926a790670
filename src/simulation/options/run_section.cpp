#include "tucana/simulation/epoch.h"
#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

/// Output times are rounded to ticks (3.6e-15); much shorter intervals than this would never end.
constexpr double shortest_interval = 1e-9;

}  // namespace

OptionSection run_section() {
  constexpr auto run = &Options::run;
  // clang-format off
  return {{"run", "how far and on what"}, {
      option<run, &RunOptions::end_time>("run.end_time", {
          .dimension = Dimension::time, .range = from_to(-Epoch::largest_time, Epoch::largest_time),
          .help = "Simulated time at which the run ends: at most 32767 time units after the time of the initial stars, "
                  "which is 0 unless a file says otherwise.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::threads>("run.threads", {
          .range = from_to(0, 4096),
          .help = "Number of threads; 0 uses every processor. The result does not depend on it.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::wall_limit>("run.wall_limit", {
          .unit = "s", .range = at_least(0), .typical = "3600",
          .help = "Wall-clock time after which the run writes a checkpoint and stops with exit code 75; 0 means no "
                  "limit.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::arithmetic>("run.arithmetic", {
          .help = "Whether a restart may continue with different arithmetic (another engine, SIMD level, processor "
                  "vendor or build), which changes the last bits: same refuses, any continues.",
          .may_change_at_restart = true}),
  }};
  // clang-format on
}

OptionSection output_section() {
  constexpr auto output = &Options::output;
  // clang-format off
  return {{"output", "what is written and when"}, {
      option<output, &OutputOptions::interval>("output.interval", {
          .dimension = Dimension::time, .range = at_least(shortest_interval),
          .help = "Time between two lines of the log. It never changes the orbits.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::snapshot_interval>("output.snapshot_interval", {
          .dimension = Dimension::time, .range = zero_or(at_least(shortest_interval)),
          .help = "Time between two snapshots; 0 writes only the first and the last.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::checkpoint_interval>("output.checkpoint_interval", {
          .dimension = Dimension::time, .range = zero_or(at_least(shortest_interval)),
          .help = "Time between two checkpoints; 0 writes them only at the end and at wall-clock intervals.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::checkpoint_wall_interval>("output.checkpoint_wall_interval", {
          .unit = "s", .range = at_least(0),
          .help = "Wall-clock time between two checkpoints, in addition to output.checkpoint_interval; 0 disables "
                  "it.",
          .may_change_at_restart = true}),
  }};
  // clang-format on
}

OptionSection guard_section() {
  constexpr auto guard = &Options::guard;
  // clang-format off
  return {{"guard", "what stops a run early"}, {
      option<guard, &GuardOptions::energy_error>("guard.energy_error", {
          .range = at_least(0), .typical = "0 or 0.01",
          .help = "Largest energy error: beyond it the run writes a checkpoint and a diagnosis and stops with exit code 3. "
                  "It is checked every 8 largest steps, whatever the output intervals, and at the end. 0 disables it; a "
                  "log row with an error above 0.01 then only gives a warning. A check sums over all pairs, as a log row "
                  "does, and never changes the orbits.",
          .may_change_at_restart = true}),
  }};
  // clang-format on
}

}  // namespace tucana
