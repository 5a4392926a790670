#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/random.h"
#include "tucana/fewbody/binary_tree.h"
#include "tucana/fewbody/chain_group.h"
#include "tucana/fewbody/orbital_elements.h"
#include "tucana/fewbody/perturbers.h"
#include "tucana/fewbody/stability.h"

namespace tucana {
namespace {

using std::numbers::pi;

/// Bodies on nested orbits.
struct NestedBodies {
  std::vector<double> masses;
  std::vector<PhasePoint> states;

  /// Splits body i in two equal ones on an orbit about each other.
  void split(std::size_t i, double axis, double e, double inclination, double phase) {
    const double mass = masses[i];
    const OrbitalElements elements{{axis * (1 - e), e, mass / axis, mass}, inclination, 0.4, 0.7};
    const PhasePoint relative = state_at_time(elements, phase * elements.shape.period());
    const PhasePoint centre = states[i];
    masses[i] = mass / 2;
    masses.push_back(mass / 2);
    states[i] = {centre.x - 0.5 * relative.x, centre.v - 0.5 * relative.v};
    states.push_back({centre.x + 0.5 * relative.x, centre.v + 0.5 * relative.v});
  }
};

/// A pair of two halves with a = 1 and a third body of mass 1/2, whose pericentre is `ratio` times the critical one.
NestedBodies triple_near_stability(double ratio, double outer_e, double inclination) {
  const double pericentre = ratio * critical_pericentre({1, 0.5, outer_e, inclination});
  const OrbitalElements outer{{pericentre, outer_e, 1.5 * (1 - outer_e) / pericentre, 1.5}, 0, 0, 0};
  NestedBodies bodies{{1, 0.5}, {{}, state_at_true_anomaly(outer, pi)}};
  bodies.split(0, 1, 0.1, inclination, 0.3);
  return bodies;
}

TEST(Stability, FollowsMardlingAndAarseth) {
  EXPECT_NEAR(critical_pericentre({1, 0, 0, 0}), 2.8, 1e-15);
  EXPECT_NEAR(critical_pericentre({2, 1, 0.5, pi}), 5.6 * std::pow(3 / std::sqrt(0.5), 0.4) * 0.7, 1e-14);
  EXPECT_TRUE(std::isinf(critical_pericentre({1, 1, 1.2, 0})));
  EXPECT_NEAR(critical_pericentre_of_pairs({1, 0, 0, 0}, 0.5), 2.8 * 1.05, 1e-14);
}

/// How much the inner semi-major axis of a triple varies in some outer periods, relative to its first value of one.
double variation(const NestedBodies& bodies, double outer_period) {
  ChainGroup group(bodies.masses, bodies.states, {}, {});
  double largest = 0;
  std::vector<PhasePoint> now(3);
  while (group.time() - InnerTime{} < 60 * outer_period && largest < 0.5) {
    group.step(nullptr);
    group.members(now);
    const double beta = kepler_beta({now[2].x - now[0].x, now[2].v - now[0].v}, 1);
    largest = std::max(largest, std::abs(1 / beta - 1));
  }
  return largest;
}

TEST(Stability, SeparatesTriplesThatLastFromThoseThatDoNot) {
  for (const double e : {0.0, 0.5}) {
    const NestedBodies safe = triple_near_stability(1.3, e, 0.2), doomed = triple_near_stability(0.45, e, 0.2);
    const auto period = [](const NestedBodies& bodies) {
      const BinaryTree tree(bodies.masses, bodies.states);
      return tree.nodes().back().pair->orbit.period();
    };
    EXPECT_LT(variation(safe, period(safe)), 0.1) << e;
    EXPECT_GT(variation(doomed, period(doomed)), 0.3) << e;
  }
}

TEST(BinaryTree, FindsHierarchies) {
  // A pair of pairs, one member of which is a pair again, and a body that is not bound.
  NestedBodies bodies{{4, 0.01}, {{}, {{500, 0, 0}, {3, 0, 0}}}};
  bodies.split(0, 100, 0.2, 0.1, 0.2);  // bodies 0 and 2
  bodies.split(0, 5, 0.3, 0.5, 0.7);    // 0 and 3
  bodies.split(2, 8, 0.1, 0.3, 0.1);    // 2 and 4
  bodies.split(3, 0.2, 0.6, 0.3, 0.9);  // 3 and 5
  const BinaryTree tree(bodies.masses, bodies.states);
  ASSERT_EQ(tree.nodes().size(), 6U + 4);
  ASSERT_EQ(tree.roots().size(), 2U);
  EXPECT_EQ(tree.roots()[0], 1U) << "the body on its way out";
  const std::vector<std::uint32_t> innermost{3, 5}, first{0, 3, 5}, second{2, 4}, all{0, 2, 3, 4, 5};
  EXPECT_EQ(tree.bodies_of(6), innermost);
  EXPECT_EQ(tree.bodies_of(7), first);
  EXPECT_EQ(tree.bodies_of(8), second);
  EXPECT_EQ(tree.bodies_of(9), all);
  EXPECT_NEAR(tree.nodes()[9].mass, 4, 1e-14);
  const auto& outer = tree.nodes()[9].pair->orbit;
  EXPECT_NEAR(outer.mu / outer.beta, 100, 1e-10);
  EXPECT_NEAR(outer.eccentricity, 0.2, 1e-12);
  EXPECT_TRUE(tree.is_stable(9));
}

TEST(BinaryTree, JudgesTriples) {
  for (const double inclination : {0.0, 1.0, 2.5}) {
    const NestedBodies above = triple_near_stability(1.05, 0.3, inclination),
                       below = triple_near_stability(0.95, 0.3, inclination);
    EXPECT_TRUE(BinaryTree(above.masses, above.states).is_stable(4)) << inclination;
    EXPECT_FALSE(BinaryTree(below.masses, below.states).is_stable(4)) << inclination;
  }
}

TEST(BinaryTree, LeavesUnboundBodiesAlone) {
  const std::vector<double> masses{1, 1};
  const std::vector<PhasePoint> states{{{}, {}}, {{1, 0, 0}, {0, 3, 0}}};
  const BinaryTree tree(masses, states);
  EXPECT_EQ(tree.nodes().size(), 2U);
  EXPECT_EQ(tree.roots().size(), 2U);
  EXPECT_TRUE(tree.is_stable(0));
}

TEST(Perturbers, AreThoseWithEnoughTide) {
  const TidalTarget target{2, 0.1, 1e-6};
  const std::vector<double> masses{1, 1, 8, 0, 1};
  const std::vector<Vec3> places{{9.9, 0, 0}, {0, 10.1, 0}, {0, 0, 19.9}, {0.01, 0, 0}, {3, 3, 3}};
  const std::vector<std::uint32_t> expected{0, 2, 4};
  EXPECT_NEAR(perturber_distance(target, 1), 10, 1e-12) << "gamma^(-1/3) extents for a body of half the mass";
  EXPECT_EQ(select_perturbers(target, masses, places), expected);
}

TEST(Perturbers, AreInsideTheirSphere) {
  const TidalTarget target{1.3, 0.02, 1e-5};
  const double speed = 2, dt = 0.1, largest = 3;
  const double sphere = perturber_sphere(target, largest, speed, dt);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    RandomStream random(11, RandomUse::test, i);
    const double mass = largest * random.uniform(), r = 3 * random.uniform();
    const Vec3 x = r * random.direction(), moved = x + (speed * dt) * random.direction();
    const std::vector<double> masses{mass};
    const std::vector<Vec3> later{moved};
    if (!select_perturbers(target, masses, later).empty()) {
      EXPECT_LE(r, sphere);
    }
  }
}

TEST(Perturbers, ComeNotBeforeTheirTime) {
  const TidalTarget target{1, 0.05, 1e-4};
  int arrivals = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    RandomStream random(13, RandomUse::test, i);
    const double mass = 0.5 + random.uniform(), r = 3 * random.uniform(), v = 2 * random.uniform();
    const Vec3 x = r * random.direction();
    const PhasePoint start{x, v * random.direction()};
    const double limit = perturber_distance(target, mass), wait = time_to_perturb(target, mass, start, 0);
    if (r <= limit) {
      EXPECT_EQ(wait, 0);
      continue;
    }
    const auto arrival = time_to_distance(start, target.mass + mass, limit, Direction::inward);
    if (!arrival) continue;
    ++arrivals;
    EXPECT_LE(wait, *arrival * (1 + 1e-12));
    EXPECT_GT(wait, 0);
  }
  EXPECT_GT(arrivals, 20);
}

}  // namespace
}  // namespace tucana
