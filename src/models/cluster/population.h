#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/models/cluster/draw_masses.h"

namespace tucana {

/// Who is in a pair with whom. `random`: two independent draws from the mass function. `ordered`: the members of pairs
/// sorted by mass, neighbours together, from a given mass on; lighter ones at random. `uniform_ratio`: the heavier star
/// from the mass function, the mass ratio uniform from (lower limit / heavier mass) to 1; the function is then that of
/// the heavier stars and of the singles.
enum class Pairing { random, ordered, uniform_ratio };

template <>
inline constexpr auto enum_words<Pairing> = std::to_array<EnumWord<Pairing>>(
    {{Pairing::random, "random"}, {Pairing::ordered, "ordered"}, {Pairing::uniform_ratio, "uniform_ratio"}});

struct PopulationOptions {
  // How many: one of these three, or none for 1024 stars.
  std::optional<std::size_t> stars = {};    ///< members of pairs count one by one
  std::optional<std::size_t> systems = {};  ///< centres of mass: singles and pairs
  std::optional<double> total_mass = {};    ///< Msun; met as nearly as single stars allow
  double pair_fraction = 0;                 ///< pairs / (singles + pairs)
  Pairing pairing = Pairing::random;
  double ordered_above = 0;  ///< Msun; of ordered pairing
  MassSampling sampling = MassSampling::random;
};

/// Masses in Msun.
struct Population {
  struct PairMasses {
    double heavier, lighter;
  };
  std::vector<PairMasses> pairs;
  std::vector<double> singles;

  std::size_t stars() const { return 2 * pairs.size() + singles.size(); }
  std::size_t systems() const { return pairs.size() + singles.size(); }
};

/// Of n stars, round(n f / (1 + f)) pairs; of s systems, round(s f). Throws InputError for numbers that make no sense.
Population draw_population(const PopulationOptions& options, const MassFunction& function, std::uint64_t seed);

}  // namespace tucana
