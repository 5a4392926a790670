#pragma once

#include <string_view>

#include "tucana/analysis/cluster_report.h"
#include "tucana/core/event.h"
#include "tucana/core/process.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/physics/escapers/bound_cluster.h"

namespace tucana {

class Simulation;

/// What an observer may see of a simulation at one time. Nothing here changes the run; what is expensive is computed
/// when it is asked for, and once for all observers.
class Observation {
 public:
  /// Both must outlive the observation.
  Observation(Simulation& simulation, Tick t) : simulation_(simulation), tick_(t) {}

  Tick tick() const { return tick_; }
  /// In the time of the user.
  double time() const;
  /// All stars at this time, with their families. They may be kept.
  SharedStars stars() const;
  /// What the processes tell about these stars, and how they count them.
  StarColumns columns() const;
  std::vector<Census> census() const;
  /// Energies, radii and so on; n^2/2 pairs.
  const ClusterReport& report() const;
  double energy_error() const;
  /// What of the stars is a cluster.
  BoundCluster cluster() const;
  /// For units, counts and the energy ledger.
  const Simulation& simulation() const { return simulation_; }

 private:
  Simulation& simulation_;
  Tick tick_;
};

/// Somebody who looks at a simulation at times of its own choice and at what happens in it: the log, snapshots. Since
/// looks are taken on a copy of the stars, observers never change the orbits.
class Observer {
 public:
  virtual ~Observer() = default;
  /// When it wants to look next; Tick::never: not again. After a look this must be a later time.
  virtual Tick next() const { return Tick::never; }
  virtual void see(const Observation&) {}
  /// Ticks count from a later time now: all ticks that it has kept are earlier by this. `moved` is the time of tick 0
  /// since the start of the run.
  virtual void epoch_moved(Tick /*by*/, double /*moved*/) {}
  /// A process has changed stars at this time.
  virtual void happened(double /*time*/, std::string_view /*process*/, const Event&) {}
};

}  // namespace tucana
