#include "tucana/simulation/run_outputs.h"

#include "tucana/core/check_loaded.h"

namespace tucana {

RunOutputs::RunOutputs(const Options& options, const RunFolder& folder, Simulation& simulation, const WallClock& wall)
    : simulation_(simulation),
      snapshots_(options, folder, seconds_),
      log_(options, folder, wall, seconds_),
      events_(folder) {
  simulation.add_observer(snapshots_);
  simulation.add_observer(log_);
  simulation.add_observer(events_);
}

std::vector<std::string> RunOutputs::open() {
  const Tick now = simulation_.integrator().now(), next = simulation_.integrator().next();
  const double moved = simulation_.epoch().moved();
  // Before the first output it is -1; outputs from before the epoch has moved are at negative ticks.
  const auto is_known = [&](Tick t) { return t <= next && (moved > 0 || t >= Tick{-1}); };
  check_loaded(is_known(log_.last()) && is_known(snapshots_.last()), "the time of an output is out of range");
  snapshots_.open(now, moved);
  log_.open(now, moved);
  events_.open();
  std::vector<std::string> problems;
  for (const std::string& problem : {log_.problem(), events_.problem()}) {
    if (!problem.empty()) problems.push_back(problem);
  }
  return problems;
}

bool RunOutputs::write_last(Tick t) {
  const Observation observation(simulation_, t);
  const bool row_is_missing = log_.last() != t;
  if (snapshots_.last() != t) snapshots_.see(observation);
  if (row_is_missing) log_.see(observation);
  return row_is_missing;
}

void RunOutputs::note_marks() {
  log_.note_mark();
  events_.note_mark();
}

void RunOutputs::sync() {
  log_.sync();
  events_.sync();
}

void RunOutputs::describe(Archive& archive) {
  const Archive::Group group(archive, "outputs");
  log_.describe(archive);
  snapshots_.describe(archive);
  events_.describe(archive);
  archive.field("seconds", seconds_);
}

}  // namespace tucana
