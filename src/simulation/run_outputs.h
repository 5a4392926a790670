#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/event_log.h"
#include "tucana/simulation/run_log.h"
#include "tucana/simulation/simulation.h"
#include "tucana/simulation/snapshot_series.h"
#include "tucana/simulation/wall_clock.h"

namespace tucana {

/// The observers that write the files of a run: snapshots, log and events. All arguments of the constructor must
/// outlive it.
class RunOutputs {
 public:
  /// Becomes an observer of the simulation three times over.
  RunOutputs(const Options& options, const RunFolder& folder, Simulation& simulation, const WallClock& wall);
  RunOutputs(const RunOutputs&) = delete;
  RunOutputs& operator=(const RunOutputs&) = delete;

  /// Opens the files where the state says, and removes what a killed run wrote after that. Returns what it found wrong
  /// with the files of a run that goes on.
  std::vector<std::string> open();

  /// The time of the last row or snapshot; before 0 when there is none.
  Tick last() const { return std::max(log_.last(), snapshots_.last()); }
  /// Of the last row of the log.
  Tick last_row() const { return log_.last(); }
  /// Writes log row and snapshot at t, the last time of this session, unless they are there already. True when a row
  /// went to the log.
  bool write_last(Tick t);
  /// Brings the log and the events to the disk, before a checkpoint that names their length.
  void sync();

  /// The length of the files as the next describe() tells it, which may not have reached the disk.
  void note_marks();
  /// Adds an event that did not happen in the simulation, but to it.
  void record(double time, std::string_view who, const Event& event) { events_.happened(time, who, event); }
  void set_retries(std::uint64_t retries) { log_.set_retries(retries); }

  double energy_error() const { return log_.energy_error(); }
  RunFigures figures(Tick t) const { return log_.figures(simulation_, t); }
  void add_seconds(double seconds) { seconds_ += seconds; }
  void describe(Archive& archive);

 private:
  Simulation& simulation_;
  double seconds_ = 0;
  SnapshotSeries snapshots_;
  RunLog log_;
  EventLog events_;
};

}  // namespace tucana
