#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "tucana/core/archive.h"
#include "tucana/io/line_log.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/output_clock.h"
#include "tucana/simulation/run_records.h"
#include "tucana/simulation/simulation.h"
#include "tucana/simulation/wall_clock.h"

namespace tucana {

/// The log and the snapshots of a run: when the next one is due, and writing it. Looks at the simulation,
/// never changes its course. All arguments of the constructor must outlive it.
class RunOutputs {
 public:
  RunOutputs(const Options& options, const RunFolder& folder, Simulation& simulation, const WallClock& wall);

  /// Opens the log where the state says, and removes what a killed run wrote after that.
  void open();

  Tick next() const;
  /// The time of the last row or snapshot; before 0 when there is none.
  Tick last() const { return std::max(last_log_, last_snapshot_); }
  /// Writes what is due at t = next(). True when a row went to the log.
  bool write_due(Tick t);
  /// Writes log row and snapshot at t, the last time of this session, unless they are there already. True when a row
  /// went to the log.
  bool write_last(Tick t);

  /// Brings the log to the disk, before a checkpoint that names its length.
  void sync();

  /// What open() found wrong with the log of a run that goes on; empty when nothing is.
  const std::string& log_problem() const { return log_->problem(); }
  double energy_error() const { return energy_error_; }
  RunFigures figures(Tick t) const;
  void add_seconds(double seconds) { seconds_ += seconds; }
  void describe(Archive& archive);

 private:
  void write_log(Tick t);
  void write_snapshot_file(Tick t);

  const Options& options_;
  const RunFolder& folder_;
  Simulation& simulation_;
  const WallClock& wall_;
  OutputClock log_times_, snapshot_times_;
  std::optional<LineLog> log_;

  Tick last_log_{-1}, last_snapshot_{-1};
  std::int64_t snapshots_ = 0;
  LogMark log_mark_;  ///< as the next checkpoint knows the log
  double energy_error_ = 0;
  double seconds_ = 0;
};

}  // namespace tucana
