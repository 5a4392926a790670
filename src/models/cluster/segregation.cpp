#include "tucana/models/cluster/segregation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

/// Light stars need many orbits to choose from; there are at most this many per centre.
constexpr double most_orbits = 16;

/// A set of ranks from which the k-th that is left can be taken in log n steps (a tree of counts, Fenwick 1994).
class RanksLeft {
 public:
  explicit RanksLeft(std::size_t n) : count_(n + 1), top_(std::bit_floor(n)) {
    for (std::size_t i = 1; i <= n; ++i) count_[i] = i & (~i + 1);
  }
  std::size_t take(std::size_t k) {
    std::size_t at = 0;
    for (std::size_t step = top_; step > 0; step /= 2) {
      if (at + step < count_.size() && count_[at + step] <= k) {
        at += step;
        k -= count_[at];
      }
    }
    for (std::size_t i = at + 1; i < count_.size(); i += i & (~i + 1)) --count_[i];
    return at;
  }

 private:
  std::vector<std::size_t> count_;
  std::size_t top_;
};

/// Orbits 0 ... count - 1 from the most to the least bound.
std::vector<std::uint64_t> ranked_by_energy(const ClusterProfile& profile, std::size_t count, std::uint64_t seed,
                                            Workers& workers) {
  std::vector<double> energy(count);
  for_each_index(workers, count, [&](std::size_t i) {
    const CentreState state = profile.draw(seed, i);
    energy[i] = norm2(state.velocity) / 2 + profile.potential(norm(state.position));
  });
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::uint64_t a, std::uint64_t b) { return energy[a] != energy[b] ? energy[a] < energy[b] : a < b; });
  return order;
}

/// The rank for each place in the order of binding: the middle of its share of the mass, moved where two would meet.
std::vector<std::size_t> ranks_by_mass(std::span<const double> masses, const std::vector<std::size_t>& order,
                                       double total, std::size_t orbits) {
  std::vector<std::size_t> rank(order.size());
  CompensatedSum before;
  std::size_t next = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double middle = (before.value() + masses[order[k]] / 2) / total * static_cast<double>(orbits);
    rank[k] = std::max(next, static_cast<std::size_t>(std::max(0.0, middle)));
    next = rank[k] + 1;
    before.add(masses[order[k]]);
  }
  std::size_t room = orbits;
  for (std::size_t k = order.size(); k-- > 0;) {
    rank[k] = std::min(rank[k], room - 1);
    room = rank[k];
  }
  return rank;
}

}  // namespace

std::vector<std::size_t> order_of_binding(std::span<const double> masses, double segregation, std::uint64_t seed) {
  const std::size_t n = masses.size();
  std::vector<std::size_t> by_mass = all_indices(n);
  std::sort(by_mass.begin(), by_mass.end(),
            [&](std::size_t a, std::size_t b) { return masses[a] != masses[b] ? masses[a] > masses[b] : a < b; });
  std::vector<std::size_t> order(n);
  RanksLeft left(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double u = 1 - RandomStream(seed, RandomUse::cluster_segregation, k).uniform();
    const double part = 1 - std::pow(u, 1 - segregation);
    const auto rest = n - k;
    order[k] = by_mass[left.take(std::min(rest - 1, static_cast<std::size_t>(part * static_cast<double>(rest))))];
  }
  return order;
}

std::vector<std::uint64_t> segregated_orbits(const ClusterProfile& profile, std::span<const double> masses,
                                             double segregation, std::uint64_t seed, Workers& workers) {
  CompensatedSum sum;
  for (const double m : masses) sum.add(m);
  const auto n = static_cast<double>(masses.size());
  const double wanted = std::ceil(sum.value() / *std::min_element(masses.begin(), masses.end()));
  const auto orbits = static_cast<std::size_t>(std::clamp(wanted, n, most_orbits * n));
  const auto order = order_of_binding(masses, segregation, seed);
  const auto ranks = ranks_by_mass(masses, order, sum.value(), orbits);
  const auto ranked = ranked_by_energy(profile, orbits, seed, workers);
  std::vector<std::uint64_t> result(masses.size());
  for (std::size_t k = 0; k < order.size(); ++k) result[order[k]] = ranked[ranks[k]];
  return result;
}

}  // namespace tucana
