#include "tucana/simulation/snapshot_series.h"

#include <algorithm>
#include <limits>

#include "tucana/core/check_loaded.h"
#include "tucana/core/stopwatch.h"
#include "tucana/core/version.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/cluster_view.h"
#include "tucana/simulation/component_softening.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {

void SnapshotSeries::open(Tick now, double epoch_moved) {
  times_ = OutputClock(options_.output.snapshot_interval, epoch_moved);
  folder_.remove_snapshots_from(static_cast<int>(count_));
  last_ = std::max(last_, now - Tick{1});  // as of the log
}

void SnapshotSeries::epoch_moved(Tick by, double moved) {
  last_ = last_ - by;
  times_ = OutputClock(options_.output.snapshot_interval, moved);
}

void SnapshotSeries::see(const Observation& observation) {
  const ScopedSeconds timer(output_seconds_);
  SnapshotHeader header;
  header.time = observation.time();
  header.units = observation.simulation().units();
  header.number = static_cast<int>(count_);
  header.options_toml = options_as_toml(options_);
  header.code_version = version();
  header.columns = observation.columns();
  header.softening = softening_by_family(options_.gravity);
  const SharedStars stars = observation.stars();
  if (folder_.is_written()) {
    header.cluster = cluster_view(stars->view(), header.time, options_, observation.simulation().field());
    write_snapshot(folder_.snapshot(header.number), stars->view(), header);
  }
  ++count_;
  last_ = observation.tick();
}

void SnapshotSeries::describe(Archive& archive) {
  const Archive::Group group(archive, "snapshots");
  archive.field("last", last_);
  archive.field("count", count_);
  if (!archive.loading()) return;
  check_loaded(count_ >= 0 && count_ < std::numeric_limits<int>::max(), "the number of snapshots is out of range");
}

}  // namespace tucana
