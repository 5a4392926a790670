#include "tucana/models/cluster/segregation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/cluster/draw_masses.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

std::vector<double> kroupa_masses(std::size_t n) {
  return draw_masses(kroupa_2001_mass_function(0.08, 50), MassSampling::random, n, 1);
}

/// The mean radius of the heaviest tenth over that of all.
double radius_of_heavy(const std::vector<double>& masses, const std::vector<double>& radii) {
  std::vector<std::size_t> order(masses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return masses[a] > masses[b]; });
  const std::size_t tenth = masses.size() / 10;
  const auto median = [&](auto from, auto to) {
    std::vector<double> r;
    for (auto i = from; i != to; ++i) r.push_back(radii[*i]);
    std::nth_element(r.begin(), r.begin() + static_cast<std::ptrdiff_t>(r.size() / 2), r.end());
    return r[r.size() / 2];
  };
  return median(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tenth)) / median(order.begin(), order.end());
}

TEST(Segregation, OrderIsByMassOrAtRandomOrInBetween) {
  const auto masses = kroupa_masses(2000);
  const auto full = order_of_binding(masses, 1, 1);
  for (std::size_t k = 1; k < full.size(); ++k) EXPECT_GE(masses[full[k - 1]], masses[full[k]]);
  double rank_before = -1;
  for (const double s : {0.0, 0.3, 0.6, 0.9, 1.0}) {
    const auto order = order_of_binding(masses, s, 1);
    EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), masses.size());
    // Spearman's correlation of place and rank by mass grows with the segregation.
    std::vector<std::size_t> rank(masses.size());
    for (std::size_t k = 0; k < full.size(); ++k) rank[full[k]] = k;
    double sum = 0;
    const auto n = static_cast<double>(masses.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      sum += (static_cast<double>(k) - n / 2) * (static_cast<double>(rank[order[k]]) - n / 2);
    }
    const double correlation = sum / (n * n * n / 12);
    if (s == 0) {
      EXPECT_NEAR(correlation, 0, 3 / std::sqrt(n));
    }
    EXPECT_GT(correlation, rank_before);
    rank_before = correlation;
  }
  EXPECT_NEAR(rank_before, 1, 1e-5);
}

TEST(Segregation, HeavyStarsAreInsideAndTheMassKeepsItsProfile) {
  SerialWorkers workers;
  const auto masses = kroupa_masses(4000);
  for (const auto kind : {ClusterProfileKind::plummer, ClusterProfileKind::king, ClusterProfileKind::uniform}) {
    const auto profile = make_cluster_profile({.kind = kind});
    double before = 1.2;
    for (const double s : {0.5, 1.0}) {
      const auto orbits = segregated_orbits(*profile, masses, s, 3, workers);
      EXPECT_EQ(std::set<std::uint64_t>(orbits.begin(), orbits.end()).size(), masses.size());
      std::vector<double> radii;
      for (const auto orbit : orbits) radii.push_back(norm(profile->draw(3, orbit).position));
      const double heavy = radius_of_heavy(masses, radii);
      EXPECT_LT(heavy, 0.95 * before) << s;
      before = heavy;
      // Mass within r, against the profile: heavy stars make it noisier than n stars of equal mass.
      std::vector<std::size_t> order(radii.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::sort(order.begin(), order.end(), [&](auto a, auto b) { return radii[a] < radii[b]; });
      const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
      double inside = 0, largest = 0, squares = 0;
      for (const auto i : order) {
        inside += masses[i];
        squares += masses[i] * masses[i];
        largest = std::max(largest, std::abs(inside / total - profile->mass_within(radii[i])));
      }
      EXPECT_LT(largest, testing_support::ks_limit(static_cast<std::size_t>(total * total / squares))) << s;
    }
  }
}

TEST(Segregation, DoesNotDependOnThreads) {
  SerialWorkers serial;
  ThreadPool three(3);
  const auto masses = kroupa_masses(3000);
  const auto profile = make_cluster_profile({.kind = ClusterProfileKind::king});
  EXPECT_EQ(segregated_orbits(*profile, masses, 0.7, 3, serial), segregated_orbits(*profile, masses, 0.7, 3, three));
}

TEST(Segregation, VeryUnequalMassesStillFindOrbits) {
  SerialWorkers workers;
  const auto profile = make_cluster_profile({});
  std::vector<double> masses(100, 1e-9);
  masses[17] = 1;
  const auto orbits = segregated_orbits(*profile, masses, 1, 1, workers);
  EXPECT_EQ(std::set<std::uint64_t>(orbits.begin(), orbits.end()).size(), masses.size());
  EXPECT_EQ(segregated_orbits(*profile, std::vector<double>{2}, 1, 1, workers), std::vector<std::uint64_t>{0});
}

}  // namespace
}  // namespace tucana
