#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/models/cluster/mass_function.h"

namespace tucana {

/// How stars are taken from a mass function.
///
/// `random`: each mass is an independent draw, so that the total mass and the heaviest star scatter between seeds.
///
/// `optimal`: without any scatter (Kroupa et al. 2013; Schulz, Pflamm-Altenburg & Kroupa 2015, A&A 582, A93): the
/// function is divided into n parts of one star each, and star k has the mean mass of part k, so that the total mass is
/// n times the mean mass of the function to rounding. Only which star has which mass depends on the seed. The limits
/// are those of the function; no relation between the heaviest star and the mass of the cluster is assumed.
enum class MassSampling { random, optimal };

template <>
inline constexpr auto enum_words<MassSampling> =
    std::to_array<EnumWord<MassSampling>>({{MassSampling::random, "random"}, {MassSampling::optimal, "optimal"}});

/// The masses of n stars in Msun. Star i of a random sample depends on seed and i only.
std::vector<double> draw_masses(const MassFunction& function, MassSampling sampling, std::size_t n, std::uint64_t seed);

/// As many stars as bring the total mass nearest to `total` (Msun), at least one. Of a random sample: stars 0, 1, 2,
/// ... up to the one whose mass passes `total`, which is left out if the sum is nearer without it.
std::vector<double> draw_masses_of_total(const MassFunction& function, MassSampling sampling, double total,
                                         std::uint64_t seed);

/// The mass of star i of a random sample.
double draw_mass(const MassFunction& function, std::uint64_t seed, std::uint64_t i);

/// Throws InputError where `total` is no mass, or means more than a milliard stars.
void check_total_mass(double total, double mean_mass);

}  // namespace tucana
