#include <gtest/gtest.h>

#include <cmath>

#include "tests/fewbody/nobody.h"
#include "tucana/core/archive.h"
#include "tucana/fewbody/chain_group.h"
#include "tucana/fewbody/hierarchy_subsystem.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

constexpr double inner_axis = 0.01;

/// Replaces body i by two halves of it about their centre.
void split(std::vector<BodyAt>& bodies, std::size_t i, double axis, double e, double inclination) {
  const BodyAt whole = bodies[i];
  const OrbitalElements orbit{{axis * (1 - e), e, whole.mass / axis, whole.mass}, inclination, 0.4, 0.7};
  const PhasePoint relative = state_at_time(orbit, 0.3 * orbit.shape.period());
  bodies[i] = {whole.mass / 2, whole.x - 0.5 * relative.x, whole.v - 0.5 * relative.v};
  bodies.push_back({whole.mass / 2, whole.x + 0.5 * relative.x, whole.v + 0.5 * relative.v});
}

/// Masses of 1 and m at an outer axis of so many inner ones, the first of which is a pair.
std::vector<BodyAt> triple(double ratio, double m, double inclination, double e = 0.2, double since_pericentre = 0.1) {
  const double axis = ratio * inner_axis, mu = 1 + m;
  const PhasePoint outer = state_at_time({{axis * (1 - e), e, mu / axis, mu}, 0, 0, 0}, since_pericentre);
  std::vector<BodyAt> bodies{{1, (-m / mu) * outer.x, (-m / mu) * outer.v},
                             {m, (1 / mu) * outer.x, (1 / mu) * outer.v}};
  split(bodies, 0, inner_axis, 0.3, inclination);
  return bodies;
}

double outer_period(double ratio, double m) { return kepler_period((1 + m) / (ratio * inner_axis), 1 + m); }

/// The same by extrapolation in chain coordinates.
std::vector<BodyAt> by_chain(const std::vector<BodyAt>& bodies, double t) {
  std::vector<double> masses;
  std::vector<PhasePoint> states;
  for (const BodyAt& body : bodies) masses.push_back(body.mass), states.push_back({body.x, body.v});
  GroupOptions options;
  options.tolerance = 1e-14;
  ChainGroup group(masses, states, {}, options);
  const InnerTime when{Tick::nearest(t)};
  group.advance_past(when, nullptr);
  group.at(when, nullptr).members(states);
  std::vector<BodyAt> end(bodies);
  for (std::size_t i = 0; i < end.size(); ++i) end[i].x = states[i].x, end[i].v = states[i].v;
  return end;
}

/// In as many blocks.
std::vector<BodyAt> by_hierarchy(HierarchySubsystem& hierarchy, double from, double to, int blocks) {
  for (int k = 1; k <= blocks; ++k) {
    hierarchy.advance(Tick::nearest(from + (to - from) * k / blocks), no_tides);
    hierarchy.commit();
  }
  std::vector<BodyAt> end(hierarchy.member_count());
  hierarchy.members(end);
  return end;
}

std::vector<BodyAt> by_hierarchy(const std::vector<BodyAt>& bodies, double t, const FewBodyOptions& options) {
  HierarchySubsystem hierarchy(options, Tick{}, bodies);
  hierarchy.attend(Tick{}, {});
  return by_hierarchy(hierarchy, 0, t, 7);
}

double largest_difference(const std::vector<BodyAt>& one, const std::vector<BodyAt>& other) {
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) largest = std::max(largest, norm(one[i].x - other[i].x));
  return largest;
}

double energy_of(const std::vector<BodyAt>& bodies) {
  double energy = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    energy += 0.5 * bodies[i].mass * norm2(bodies[i].v);
    for (std::size_t j = 0; j < i; ++j) energy -= bodies[i].mass * bodies[j].mass / norm(bodies[i].x - bodies[j].x);
  }
  return energy;
}

Vec3 momentum_of(const std::vector<BodyAt>& bodies) {
  Vec3 sum;
  for (const BodyAt& body : bodies) sum += body.mass * cross(body.x, body.v);
  return sum;
}

FewBodyOptions options_with(double eta) {
  FewBodyOptions options;
  options.eta = eta;
  return options;
}

TEST(HierarchyMotion, OfATripleIsOfFourthOrder) {
  const auto bodies = triple(6, 0.5, 0.6);
  const double t = 2 * outer_period(6, 0.5);
  const auto exact = by_chain(bodies, t);
  const double coarse = largest_difference(by_hierarchy(bodies, t, options_with(0.12)), exact);
  const double fine = largest_difference(by_hierarchy(bodies, t, options_with(0.06)), exact);
  EXPECT_GT(coarse / fine, 12);
  EXPECT_LT(fine, 1e-5 * inner_axis);
}

TEST(HierarchyMotion, OfTwoPairsIsThatOfAChain) {
  auto bodies = triple(8, 1, 1.0);
  split(bodies, 1, 0.6 * inner_axis, 0.7, 0.2);
  const double t = 2 * outer_period(8, 1);
  EXPECT_LT(largest_difference(by_hierarchy(bodies, t, options_with(0.06)), by_chain(bodies, t)), 1e-4 * inner_axis);
}

TEST(HierarchyMotion, KeepsEnergyAndAngularMomentum) {
  for (const double ratio : {5.0, 12.0}) {
    const auto bodies = triple(ratio, 0.5, 0.6);
    const double orbits = 10;
    const auto end = by_hierarchy(bodies, orbits * outer_period(ratio, 0.5), options_with(0.06));
    EXPECT_LT(std::abs(energy_of(end) / energy_of(bodies) - 1), 1e-10 * orbits) << ratio;
    EXPECT_LT(norm(momentum_of(end) - momentum_of(bodies)) / norm(momentum_of(bodies)), 1e-10 * orbits) << ratio;
  }
}

/// To the pericentre of the inner pair of a triple, with length e.
Vec3 inner_shape(const std::vector<BodyAt>& b) {
  const Vec3 x = b[0].x - b[2].x, v = b[0].v - b[2].v;
  return cross(v, cross(x, v)) - (1 / norm(x)) * x;
}
double inner_beta(const std::vector<BodyAt>& b) { return kepler_beta({b[0].x - b[2].x, b[0].v - b[2].v}, 1); }

/// One orbit about the inner pair, from apocentre to apocentre, and how far it is from one in which every inner
/// revolution is followed.
struct Averaging {
  double ratio, e, inclination;
  double largest_error;         ///< of the change of the inner shape
  double largest_energy_error;  ///< of the whole
};
class AveragedHierarchy : public testing::TestWithParam<Averaging> {};

TEST_P(AveragedHierarchy, HasTheSecularChangesOfOneThatIsFollowed) {
  const auto [ratio, e, inclination, largest_error, largest_energy_error] = GetParam();
  const double t = outer_period(ratio, 0.5);
  const auto bodies = triple(ratio, 0.5, inclination, e, t / 2);
  FewBodyOptions without;
  without.slow_down_limit = 0;
  HierarchySubsystem averaged({}, Tick{}, bodies), exact(without, Tick{}, bodies);
  averaged.attend(Tick{}, {});
  exact.attend(Tick{}, {});
  const auto end = by_hierarchy(averaged, 0, t, 10), right = by_hierarchy(exact, 0, t, 10);
  EXPECT_LT(averaged.inner_steps(), 500);
  EXPECT_GT(exact.inner_steps(), 40'000);
  const double change = norm(inner_shape(right) - inner_shape(bodies));
  EXPECT_GT(change, 1e-4);
  EXPECT_LT(norm(inner_shape(end) - inner_shape(right)), largest_error * change);
  EXPECT_NEAR(inner_beta(end) / inner_beta(right), 1, largest_energy_error);
  EXPECT_LT(std::abs(energy_of(end) / energy_of(bodies) - 1), largest_energy_error);
  EXPECT_LT(norm(momentum_of(end) - momentum_of(bodies)) / norm(momentum_of(bodies)), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Orbits, AveragedHierarchy,
                         testing::Values(Averaging{100, 0.2, 1.2, 5e-3, 1e-9}, Averaging{200, 0.5, 1.5, 2e-3, 1e-9},
                                         Averaging{400, 0.9, 1.0, 1e-3, 1e-9}, Averaging{400, 0.95, 2.0, 2e-3, 1e-8}));

TEST(HierarchyMotion, OfTwoAveragedPairsIsThatOfPairsThatAreFollowed) {
  auto bodies = triple(150, 1, 1.0, 0.4, 0.5 * outer_period(150, 1));
  split(bodies, 1, 0.6 * inner_axis, 0.7, 0.2);
  const double t = outer_period(150, 1);
  FewBodyOptions without;
  without.slow_down_limit = 0;
  const auto end = by_hierarchy(bodies, t, {}), right = by_hierarchy(bodies, t, without);
  const double change = norm(inner_shape(right) - inner_shape(bodies));
  EXPECT_GT(change, 1e-4);
  EXPECT_LT(norm(inner_shape(end) - inner_shape(right)), 5e-3 * change);
  EXPECT_LT(std::abs(energy_of(end) / energy_of(bodies) - 1), 1e-9);
}

/// A node of three stars has no mean orbit; it is slowed down.
TEST(HierarchyMotion, OfNestedOrbitsSlowsTheInnerTripleDown) {
  auto bodies = triple(150, 0.5, 0.7);
  split(bodies, 2, 0.01 * inner_axis, 0.5, 0.3);
  const double t = 0.2 * outer_period(150, 0.5);
  HierarchySubsystem hierarchy({}, Tick{}, bodies);
  hierarchy.attend(Tick{}, {});
  const auto end = by_hierarchy(hierarchy, 0, t, 10);
  EXPECT_GE(hierarchy.hierarchy().nodes()[1].pair.slow_down(), 2);
  EXPECT_TRUE(hierarchy.hierarchy().nodes()[0].is_averaged);
  EXPECT_LT(std::abs(energy_of(end) / energy_of(bodies) - 1), 3e-6) << "as if the innermost pair were followed";
}

/// An inner orbit without angular momentum, across the plane of the outer one, gets none but by rounding.
TEST(HierarchyMotion, OfStarsThatFallTowardsEachOtherKeepsTheirEnergy) {
  const double axis = 400 * inner_axis, speed = std::sqrt(1.5 / axis);
  const Vec3 x{-axis / 3, 0, 0}, v{0, -speed / 3, 0}, half{0, 0, inner_axis};
  const std::vector<BodyAt> bodies{{0.5, x + half, v}, {0.5, -2.0 * x, -2.0 * v}, {0.5, x - half, v}};
  HierarchySubsystem hierarchy({}, Tick{}, bodies);
  hierarchy.attend(Tick{}, {});
  const auto end = by_hierarchy(hierarchy, 0, 0.5, 5);
  EXPECT_NEAR(inner_beta(end) / inner_beta(bodies), 1, 1e-6);
}

TEST(HierarchyMotion, GoesOnWithTheSameBitsFromAnArchive) {
  for (const double ratio : {10.0, 400.0}) {
    const auto bodies = triple(ratio, 0.5, 0.6);
    const double t = outer_period(ratio, 0.5);
    HierarchySubsystem one({}, Tick{}, bodies);
    one.attend(Tick{}, {});
    by_hierarchy(one, 0, t, 3);
    EXPECT_EQ(one.hierarchy().nodes().front().is_averaged, ratio > 100);
    MemoryArchive archive;
    one.describe(archive);
    MemoryArchive stored = MemoryArchive::from_bytes(archive.to_bytes());
    HierarchySubsystem other{FewBodyOptions{}};
    other.describe(stored);
    const auto there = by_hierarchy(one, t, 2 * t, 3), here = by_hierarchy(other, t, 2 * t, 3);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_EQ(there[i].x, here[i].x);
      EXPECT_EQ(there[i].v, here[i].v);
    }
  }
}

TEST(HierarchyMotion, NoticesWhenTheInnerStarsTouch) {
  for (const double ratio : {10.0, 400.0})
    for (const double part : {0.65, 0.75}) {
      const auto bodies = triple(ratio, 0.5, 0.6);
      HierarchySubsystem hierarchy({}, Tick{}, bodies);
      const double radius = 0.5 * part * inner_axis;
      hierarchy.set_radii(std::vector{radius, 0.0, radius});
      hierarchy.attend(Tick{}, {});
      by_hierarchy(hierarchy, 0, outer_period(ratio, 0.5), 5);
      EXPECT_EQ(hierarchy.contact().has_value(), part > 0.7) << "the pericentre is at 0.7, ratio " << ratio;
    }
}

}  // namespace
}  // namespace tucana
