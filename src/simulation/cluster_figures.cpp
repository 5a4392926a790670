#include "tucana/simulation/cluster_figures.h"

#include "tucana/simulation/simulation.h"

namespace tucana {

ClusterFigures cluster_figures(const Observation& observation) {
  const Simulation& simulation = observation.simulation();
  const BoundCluster cluster = observation.cluster();
  return {observation.time() * simulation.units().time_myr(),
          cluster.centre,
          cluster.mass,
          cluster.half_mass_radius,
          cluster.jacobi_radius,
          cluster.escapers.size() + simulation.removed_escapers()};
}

}  // namespace tucana
