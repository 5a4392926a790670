#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/models/cluster/cluster_profile.h"

namespace tucana {

/// Which orbit each centre gets in a cluster with primordial mass segregation, such that the mass density remains that
/// of the profile and the cluster is in equilibrium (Baumgardt, De Marchi & Kroupa 2008, ApJ 685, 247, appendix): more
/// orbits than centres are drawn from the profile and ranked by their energy; the centre that stands k-th in the order
/// of binding takes an orbit from the ranks between the parts of the total mass before it and up to it.
///
/// Full segregation, 1, orders the centres by mass, the heaviest most bound. Below, each place in the order is given to
/// one of the centres that are left, ranked by mass, at a random rank (1 - u^(1-S)) times their number, u uniform: S =
/// 0 is any order, in the manner of Kuepper et al. 2011 (MNRAS 417, 2300).
///
/// Returns for each centre the number of its orbit for ClusterProfile::draw(), no number twice. Serial sums and
/// counter-based random numbers: the same for any number of workers. 0 < segregation <= 1; masses > 0.
std::vector<std::uint64_t> segregated_orbits(const ClusterProfile& profile, std::span<const double> masses,
                                             double segregation, std::uint64_t seed, Workers& workers);

/// The centres from the most to the least bound one, as described above.
std::vector<std::size_t> order_of_binding(std::span<const double> masses, double segregation, std::uint64_t seed);

}  // namespace tucana
