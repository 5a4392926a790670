#include "tucana/simulation/run_log.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/stopwatch.h"
#include "tucana/simulation/cluster_figures.h"
#include "tucana/simulation/simulation.h"
#include "tucana/simulation/step_reason.h"

namespace tucana {

void RunLog::open(Tick now, double epoch_moved) {
  times_ = OutputClock(options_.output.interval, epoch_moved);
  if (folder_.is_written())
    file_.emplace(folder_.log(), mark_);
  else
    file_.emplace();
  // Where a restart looks more often than the run before, times between its looks have gone by.
  last_ = std::max(last_, now - Tick{1});
}

void RunLog::see(const Observation& observation) {
  const Stopwatch watch;
  const ClusterReport& report = observation.report();
  output_seconds_ += watch.seconds();
  energy_error_ = observation.energy_error();
  observation.simulation().ranks().settle();
  RunFigures row = figures(observation.simulation(), observation.tick());
  row.census = observation.census();
  if (row.shortest_step) row.shortest_step_reason = step_reason(observation.stars()->view(), *row.shortest_step);
  file_->append(log_line(report, cluster_figures(observation), row));
  last_ = observation.tick();
}

void RunLog::epoch_moved(Tick by, double moved) {
  last_ = last_ - by;
  times_ = OutputClock(options_.output.interval, moved);
}

void RunLog::sync() {
  file_->sync();
  mark_ = file_->mark();
}

RunFigures RunLog::figures(const Simulation& simulation, Tick t) const {
  const Integrator& integrator = simulation.integrator();
  RunFigures figures;
  figures.time = simulation.time_of(t);
  figures.wall_seconds = wall_.total();
  figures.output_seconds = output_seconds_;
  figures.energy_error = energy_error_;
  figures.ledger = simulation.ledger();
  figures.counts = integrator.counts();
  figures.seconds = integrator.seconds();
  figures.has_neighbours = integrator.has_neighbours();
  figures.retries = retries_;
  figures.shortest_step = integrator.shortest_step();
  figures.subsystems = integrator.subsystem_counts();
  figures.ranks = simulation.ranks().size();
  figures.exchange = simulation.ranks().counts();
  return figures;
}

void RunLog::describe(Archive& archive) {
  const Archive::Group group(archive, "log");
  archive.field("last", last_);
  archive.field("offset", mark_.offset);
  archive.field("sum", mark_.sum);
  archive.field("energy_error", energy_error_);
}

}  // namespace tucana
