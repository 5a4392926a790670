#include "tucana/models/cluster/population.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

void check_population(const PopulationOptions& o) {
  const int given = (o.stars ? 1 : 0) + (o.systems ? 1 : 0) + (o.total_mass ? 1 : 0);
  if (given > 1) throw InputError("number of stars, number of systems and total mass exclude each other; give one");
  if ((o.stars && *o.stars == 0) || (o.systems && *o.systems == 0)) {
    throw InputError("a cluster needs at least one star");
  }
  if (!(o.pair_fraction >= 0 && o.pair_fraction <= 1)) {
    throw InputError(
        fmt::format("fraction of pairs {:g} is not between 0 and 1: pairs / (singles + pairs)", o.pair_fraction));
  }
  if (!(o.ordered_above >= 0)) {
    throw InputError(fmt::format("mass {:g} Msun from which pairing is ordered is not >= 0", o.ordered_above));
  }
}

Population::PairMasses by_mass(double a, double b) { return {std::max(a, b), std::min(a, b)}; }

std::size_t pairs_among_stars(std::size_t stars, double fraction) {
  const auto systems = static_cast<std::size_t>(std::llround(static_cast<double>(stars) / (1 + fraction)));
  return stars - systems;
}
std::size_t pairs_among_systems(std::size_t systems, double fraction) {
  return static_cast<std::size_t>(std::llround(static_cast<double>(systems) * fraction));
}

/// The lighter star of system i.
double secondary(const MassFunction& function, double heavier, std::uint64_t seed, std::uint64_t i) {
  const double least = function.low() / heavier;
  const double u = RandomStream(seed, RandomUse::cluster_secondary, i).uniform();
  return std::min(heavier, heavier * (least + u * (1 - least)));
}

/// Stars from the mass function: the first ones in pairs, the others single. Those that are to be paired in order come
/// first, sorted; the order of the others is random as it is.
Population from_stars(std::vector<double> masses, std::size_t pairs, const PopulationOptions& options) {
  const auto members = masses.begin() + static_cast<std::ptrdiff_t>(2 * pairs);
  if (options.pairing == Pairing::ordered) {
    const auto light =
        std::stable_partition(masses.begin(), members, [&](double m) { return m >= options.ordered_above; });
    std::sort(masses.begin(), light, std::greater<>());
  }
  Population population;
  population.pairs.reserve(pairs);
  for (std::size_t p = 0; p < pairs; ++p) population.pairs.push_back(by_mass(masses[2 * p], masses[2 * p + 1]));
  population.singles.assign(members, masses.end());
  return population;
}

/// Systems of which the heavier star is from the mass function: the first ones are pairs.
Population from_primaries(const std::vector<double>& masses, std::size_t pairs, const MassFunction& function,
                          std::uint64_t seed) {
  Population population;
  population.pairs.reserve(pairs);
  for (std::size_t i = 0; i < pairs; ++i)
    population.pairs.push_back({masses[i], secondary(function, masses[i], seed, i)});
  population.singles.assign(masses.begin() + static_cast<std::ptrdiff_t>(pairs), masses.end());
  return population;
}

/// Systems one by one until the total mass is met, pairs evenly spread among them; the last system as in
/// draw_masses_of_total().
Population primaries_of_total(const MassFunction& function, const PopulationOptions& options, std::uint64_t seed) {
  const double total = *options.total_mass, f = options.pair_fraction;
  check_total_mass(total, function.mean_mass());
  Population population;
  CompensatedSum sum;
  for (std::size_t i = 0;; ++i) {
    const bool is_pair = std::floor(static_cast<double>(i + 1) * f) > std::floor(static_cast<double>(i) * f);
    const double m = draw_mass(function, seed, i), other = is_pair ? secondary(function, m, seed, i) : 0;
    const double before = sum.value();
    sum.add(m + other);
    const bool last = sum.value() >= total;
    if (last && i > 0 && sum.value() - total > total - before) return population;
    if (is_pair) {
      population.pairs.push_back({m, other});
    } else {
      population.singles.push_back(m);
    }
    if (last) return population;
  }
}

}  // namespace

Population draw_population(const PopulationOptions& options, const MassFunction& function, std::uint64_t seed) {
  check_population(options);
  const double f = options.pair_fraction;
  const bool by_ratio = options.pairing == Pairing::uniform_ratio;
  if (options.total_mass && !by_ratio) {
    auto masses = draw_masses_of_total(function, options.sampling, *options.total_mass, seed);
    const std::size_t pairs = pairs_among_stars(masses.size(), f);
    return from_stars(std::move(masses), pairs, options);
  }
  if (options.total_mass && options.sampling == MassSampling::random)
    return primaries_of_total(function, options, seed);
  const std::size_t stars = options.stars.value_or(1024);
  std::size_t systems = options.systems.value_or(stars - pairs_among_stars(stars, f));
  if (options.total_mass) {  // the mean mass of a secondary is (heavier mass + lower limit) / 2
    const double mean = function.mean_mass() * (1 + f / 2) + f * function.low() / 2;
    check_total_mass(*options.total_mass, mean);
    systems = std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(*options.total_mass / mean)));
  }
  const bool counts_systems = options.systems || options.total_mass;
  const std::size_t pairs = counts_systems ? pairs_among_systems(systems, f) : stars - systems;
  if (by_ratio) {
    return from_primaries(draw_masses(function, options.sampling, systems, seed), pairs, function, seed);
  }
  return from_stars(draw_masses(function, options.sampling, systems + pairs, seed), pairs, options);
}

}  // namespace tucana
