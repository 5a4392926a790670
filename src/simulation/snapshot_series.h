#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/observer.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/output_clock.h"

namespace tucana {

/// Writes the snapshots of a run, numbered from 0.
class SnapshotSeries final : public Observer {
 public:
  /// All arguments must outlive it.
  SnapshotSeries(const Options& options, const RunFolder& folder, double& output_seconds)
      : options_(options), folder_(folder), output_seconds_(output_seconds), times_(options.output.snapshot_interval) {}

  /// Removes what a killed run wrote after the state. Snapshots before `now` that are missing stay missing.
  void open(Tick now, double epoch_moved);
  Tick next() const override { return times_.after(last_); }
  void see(const Observation& observation) override;
  void epoch_moved(Tick by, double moved) override;
  /// The time of the last snapshot; before 0 when there is none.
  Tick last() const { return last_; }
  void describe(Archive& archive);

 private:
  const Options& options_;
  const RunFolder& folder_;
  double& output_seconds_;
  OutputClock times_;
  Tick last_{-1};
  std::int64_t count_ = 0;
};

}  // namespace tucana
