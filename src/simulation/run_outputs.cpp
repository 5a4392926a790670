#include "tucana/simulation/run_outputs.h"

#include <algorithm>
#include <limits>

#include "tucana/core/check_loaded.h"
#include "tucana/core/stopwatch.h"
#include "tucana/core/version.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/component_softening.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana {

RunOutputs::RunOutputs(const Options& options, const RunFolder& folder, Simulation& simulation, const WallClock& wall)
    : options_(options),
      folder_(folder),
      simulation_(simulation),
      wall_(wall),
      log_times_(options.output.interval),
      snapshot_times_(options.output.snapshot_interval) {}

void RunOutputs::open() {
  const Tick next = simulation_.integrator().next();
  check_loaded(last_log_ <= next && last_snapshot_ <= next, "the time of an output is out of range");
  folder_.remove_snapshots_from(static_cast<int>(snapshots_));
  log_.emplace(folder_.log(), log_mark_);
  // Where a restart looks more often than the run before, times between its looks have gone by.
  const Tick gone = simulation_.integrator().now() - Tick{1};
  last_log_ = std::max(last_log_, gone);
  last_snapshot_ = std::max(last_snapshot_, gone);
}

Tick RunOutputs::next() const { return std::min(log_times_.after(last_log_), snapshot_times_.after(last_snapshot_)); }

bool RunOutputs::write_due(Tick t) {
  const bool log_due = log_times_.after(last_log_) == t;
  const bool snapshot_due = snapshot_times_.after(last_snapshot_) == t;
  if (snapshot_due) write_snapshot_file(t);
  if (log_due) write_log(t);
  return log_due;
}

bool RunOutputs::write_last(Tick t) {
  const bool log_missing = last_log_ != t;
  if (last_snapshot_ != t) write_snapshot_file(t);
  if (log_missing) write_log(t);
  return log_missing;
}

void RunOutputs::write_snapshot_file(Tick t) {
  const ScopedSeconds timer(seconds_);
  SnapshotHeader header;
  header.time = simulation_.time_of(t);
  header.units = simulation_.units();
  header.number = static_cast<int>(snapshots_);
  header.options_toml = options_as_toml(options_);
  header.code_version = version();
  header.softening = softening_by_family(options_.gravity);
  write_snapshot(folder_.snapshot(header.number), simulation_.stars_at(t), header);
  ++snapshots_;
  last_snapshot_ = t;
}

void RunOutputs::write_log(Tick t) {
  const Stopwatch watch;
  const ClusterReport& report = simulation_.report_at(t);
  seconds_ += watch.seconds();
  energy_error_ = simulation_.energy_error(report.energy);
  log_->append(log_line(report, figures(t)));
  last_log_ = t;
}

void RunOutputs::sync() {
  log_->sync();
  log_mark_ = log_->mark();
}

RunFigures RunOutputs::figures(Tick t) const {
  const Integrator& integrator = simulation_.integrator();
  return {simulation_.time_of(t),     wall_.total(), seconds_, energy_error_, integrator.counts(), integrator.seconds(),
          integrator.has_neighbours()};
}

void RunOutputs::describe(Archive& archive) {
  const Archive::Group group(archive, "outputs");
  archive.field("last_log", last_log_);
  archive.field("last_snapshot", last_snapshot_);
  archive.field("snapshots", snapshots_);
  archive.field("log_offset", log_mark_.offset);
  archive.field("log_sum", log_mark_.sum);
  archive.field("energy_error", energy_error_);
  archive.field("seconds", seconds_);
  if (!archive.loading()) return;
  check_loaded(snapshots_ >= 0 && snapshots_ < std::numeric_limits<int>::max(),
               "the number of snapshots is out of range");
  check_loaded(last_log_.n >= -1 && last_snapshot_.n >= -1, "the time of an output is out of range");
}

}  // namespace tucana
