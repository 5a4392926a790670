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
          .help = "Simulated time at which the run ends. The time of the initial stars is 0 unless a file says "
                  "otherwise.",
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
      option<run, &RunOptions::mpi>("run.mpi", {
          .help = "Whether processes that a launcher of MPI started (mpirun -n 4 tucana run ...) compute one run "
                  "together: auto, or off for many runs that are each alone. The result does not depend on it.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::rank_timeout>("run.rank_timeout", {
          .unit = "s", .range = zero_or(at_least(0.1)), .typical = "60",
          .help = "Under MPI, the time after which a process that does not answer (stopped, or on a machine that is "
                  "gone) ends the run; 0 waits for ever.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::rank_pairs>("run.rank_pairs", {
          .range = at_least(0),
          .help = "Under MPI, the number of pairs of bodies from which on a sum of forces is divided between the "
                  "processes; smaller ones are computed by each for itself. 0 measures it at the start. The result does "
                  "not depend on it.",
          .may_change_at_restart = true, .expert = true}),
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
      option<guard, &GuardOptions::interval>("guard.interval", {
          .range = from_to(0, 1 << 20), .typical = "0 or 8",
          .help = "Number of largest steps between two checks of guard.energy_error, whatever the output intervals. 0 is "
                  "automatic: 8, but no check for more than 65536 stars, since it sums over all pairs, nor in a field that "
                  "changes with time, which does work on the stars.",
          .may_change_at_restart = true}),
      option<guard, &GuardOptions::energy_error>("guard.energy_error", {
          .range = at_least(0), .typical = "0 or 0.01",
          .help = "Largest growth of the energy error in a guard.interval. Beyond it the run goes back to the beginning of "
                  "the interval and repeats it with half of integrator.eta, up to three times, each with half of the eta "
                  "before; then it stops there, with a checkpoint, a diagnosis and exit code 3. Steps that do not follow "
                  "from eta are not repeated. 0 disables it; a log row with an error above 0.01 then only gives a warning. "
                  "A check that finds nothing never changes the orbits.",
          .may_change_at_restart = true}),
  }};
  // clang-format on
}

}  // namespace tucana
