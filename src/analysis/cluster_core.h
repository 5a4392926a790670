#pragma once

#include <cstddef>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"

namespace tucana {

/// Neighbours that the density at a star is made of (Casertano & Hut 1985 recommend six).
inline constexpr std::size_t density_neighbours = 6;

/// The density of mass at each star, the unbiased estimator of Casertano & Hut 1985 for any masses:
/// the mass strictly inside the distance r_k of the k-th nearest neighbour, without the star itself and
/// without the k-th, divided by 4/3 pi r_k^3; k = 6, or n - 1 when there are fewer others.
/// Where k stars coincide, r_k is taken as 1e-10 of the cluster's extent. Zero for n < 3 (no mass inside r_1) and
/// when all stars are at one place.
std::vector<double> local_densities(const Stars& stars, Workers& workers);

/// The core as the densities rho_i show it.
struct ClusterCore {
  /// sum rho x / sum rho (Casertano & Hut 1985). The centre of mass where all densities are zero.
  Vec3 density_centre;
  /// sqrt(sum rho^2 r^2 / sum rho^2), r from the density centre: the form of NBODY6 (Aarseth 2003, chapter 15),
  /// Starlab and AMUSE. It follows the core through collapse, where the density radius stays with the halo. Plummer:
  /// 0.548 scale radii, 0.323 in Henon units.
  double core_radius = 0;
  /// sum rho r / sum rho: what Casertano & Hut 1985 call the density radius. Plummer: 0.679 scale radii, 0.400.
  double density_radius = 0;
  /// sum rho^2 / sum rho: the density-weighted mean density. The estimator's noise makes it 5/4 of what the
  /// smooth density would give.
  double core_density = 0;
  /// Stars, tracers too, not farther than core_radius from the density centre.
  std::size_t core_count = 0;
};

/// Sums in the order of the table: the same bits for any number of workers. Finite for any finite positions;
/// where all densities are zero the radii and core_density are 0.
ClusterCore find_core(const Stars& stars, Workers& workers);

}  // namespace tucana
