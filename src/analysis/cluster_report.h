#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "tucana/analysis/cluster_core.h"
#include "tucana/analysis/energy.h"
#include "tucana/analysis/lagrangian_radii.h"
#include "tucana/gravity/conserved.h"

namespace tucana {

/// What the log records about the stars at one time, in code units. All numbers are finite. Radii, densities and the
/// virial ratio count a system of stars as one body, as the energy of a cluster has nothing to do with the size of its
/// pairs.
struct ClusterReport {
  std::size_t n = 0;       ///< stars
  std::size_t bodies = 0;  ///< the same, with each system as one
  double mass = 0;
  Energies energies;
  double energy = 0;        ///< energies.total()
  double virial_ratio = 0;  ///< T/|V|
  Vec3 angular_momentum;    ///< about the origin
  CentreOfMass centre_of_mass;
  ClusterCore core;
  std::array<double, lagrangian_percents.size()> lagrangian_radii{};  ///< about the density centre
};

/// `engine` is an fp64 engine, made once for this purpose; the expensive part is the potential energy, n^2/2 pairs. The
/// bits depend on the stars and the engine's arithmetic class, not on the number of workers. A caller that already
/// knows energies and angular momentum passes them, and the energy in an external field if there is one.
ClusterReport analyse(const Stars& stars, const PairLaw& law, ForceEngine& engine, Workers& workers,
                      const std::optional<Conserved>& known = {}, const std::optional<EnergyInField>& field = {});

}  // namespace tucana
