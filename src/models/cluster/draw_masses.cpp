#include "tucana/models/cluster/draw_masses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

/// The mean mass of the stars between two quantiles.
double mean_between(const MassFunction& function, double from, double to) {
  const double a = function.quantile(from), b = function.quantile(to);
  const double stars = function.moment(0, a, b);
  // Parts so thin that their ends cannot be told apart have the mass of the ends.
  if (!(b > a * (1 + 1e-9)) || !(stars > 0)) return (a + b) / 2;
  return std::clamp(function.moment(1, a, b) / stars, a, b);
}

std::vector<double> optimal_masses(const MassFunction& function, std::size_t n, std::uint64_t seed) {
  struct Place {
    std::uint64_t key, star;
    bool operator<(const Place& other) const { return key != other.key ? key < other.key : star < other.star; }
  };
  std::vector<Place> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = {RandomStream(seed, RandomUse::cluster_mass, i).bits64(), i};
  std::sort(order.begin(), order.end());
  std::vector<double> masses(n);
  const auto parts = static_cast<double>(n);
  for (std::size_t k = 0; k < n; ++k) {
    masses[order[k].star] = mean_between(function, static_cast<double>(k) / parts, static_cast<double>(k + 1) / parts);
  }
  return masses;
}

}  // namespace

double draw_mass(const MassFunction& function, std::uint64_t seed, std::uint64_t i) {
  return function.quantile(RandomStream(seed, RandomUse::cluster_mass, i).uniform());
}

void check_total_mass(double total, double mean_mass) {
  constexpr double most_stars = 1e9;
  if (!(total > 0 && std::isfinite(total))) {
    throw InputError(fmt::format("total mass {:g} Msun is not a number > 0", total));
  }
  if (!(total / mean_mass <= most_stars)) {
    throw InputError(fmt::format("total mass {:g} Msun means {:.3g} stars of {:.3g} Msun on average; at most {:g}",
                                 total, total / mean_mass, mean_mass, most_stars));
  }
}

std::vector<double> draw_masses(const MassFunction& function, MassSampling sampling, std::size_t n,
                                std::uint64_t seed) {
  if (sampling == MassSampling::optimal) return optimal_masses(function, n, seed);
  std::vector<double> masses(n);
  for (std::size_t i = 0; i < n; ++i) masses[i] = draw_mass(function, seed, i);
  return masses;
}

std::vector<double> draw_masses_of_total(const MassFunction& function, MassSampling sampling, double total,
                                         std::uint64_t seed) {
  const double mean = function.mean_mass();
  check_total_mass(total, mean);
  if (sampling == MassSampling::optimal) {
    return optimal_masses(function, std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(total / mean))),
                          seed);
  }
  std::vector<double> masses;
  CompensatedSum sum;
  for (std::size_t i = 0;; ++i) {
    const double m = draw_mass(function, seed, i), before = sum.value();
    sum.add(m);
    if (sum.value() >= total) {
      if (masses.empty() || sum.value() - total <= total - before) masses.push_back(m);
      return masses;
    }
    masses.push_back(m);
  }
}

}  // namespace tucana
