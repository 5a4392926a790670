#pragma once

#include <optional>
#include <string>

#include "tucana/core/archive.h"
#include "tucana/io/line_log.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/observer.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/output_clock.h"
#include "tucana/simulation/run_records.h"
#include "tucana/simulation/wall_clock.h"

namespace tucana {

/// Writes log.jsonl: a row at every output time.
class RunLog final : public Observer {
 public:
  /// All arguments must outlive it.
  RunLog(const Options& options, const RunFolder& folder, const WallClock& wall, double& output_seconds)
      : folder_(folder),
        wall_(wall),
        output_seconds_(output_seconds),
        options_(options),
        times_(options.output.interval) {}

  /// Opens the log where the state says, and removes what a killed run wrote after that. Rows before `now` that are
  /// missing stay missing.
  void open(Tick now, double epoch_moved);
  Tick next() const override { return times_.after(last_); }
  void see(const Observation& observation) override;
  void epoch_moved(Tick by, double moved) override;
  /// The time of the last row; before 0 when there is none.
  Tick last() const { return last_; }
  void note_mark() { mark_ = file_->mark(); }
  /// Brings the log to the disk, before a checkpoint that names its length.
  void sync();
  /// How often the guard has repeated a part of the run.
  void set_retries(std::uint64_t retries) { retries_ = retries; }

  /// What open() found wrong with the log of a run that goes on; empty when nothing is.
  const std::string& problem() const { return file_->problem(); }
  /// Of the last row.
  double energy_error() const { return energy_error_; }
  RunFigures figures(const Simulation& simulation, Tick t) const;
  void describe(Archive& archive);

 private:
  const RunFolder& folder_;
  const WallClock& wall_;
  double& output_seconds_;
  const Options& options_;
  OutputClock times_;
  std::optional<LineLog> file_;
  Tick last_{-1};
  LogMark mark_;  ///< as the next checkpoint knows the log
  double energy_error_ = 0;
  std::uint64_t retries_ = 0;
};

}  // namespace tucana
