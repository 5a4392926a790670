// What others feel of a subsystem moves as its accelerations say: for integrators that need snaps.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/hierarchy_subsystem.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana {
namespace {

/// A centre at rest, and a body that moves by.
struct OnePasses final : Surroundings {
  BodyAt at(Slot slot, Tick t) const override {
    if (slot == slot_at(0)) return {};
    return {2, Vec3{3, 1, 0.5} + t.units() * Vec3{-0.5, 0.3, 0.2}, {-0.5, 0.3, 0.2}};
  }
};

std::vector<BodyAt> pair_of(double axis, double e, double mass) {
  const double r = axis * (1 + e), v = std::sqrt(mass / axis * (1 - e) / (1 + e));
  return {{mass / 2, {r / 2, 0, 0}, {0, v / 2, 0}}, {mass / 2, {-r / 2, 0, 0}, {0, -v / 2, 0}}};
}

std::vector<BodyAt> triple(double inner) {
  std::vector<BodyAt> stars = pair_of(inner, 0.3, 1);
  const double v = std::sqrt(1.5);
  for (BodyAt& star : stars) star.x += {-1.0 / 3, 0, 0}, star.v += {0, 0, -v / 3};
  stars.push_back({0.5, {2.0 / 3, 0, 0}, {0, 0, 2 * v / 3}});
  return stars;
}

/// The largest differences between accelerations and those by differences of velocities, over the largest acceleration;
/// the same of jerks.
struct Errors {
  double acceleration = 0, jerk = 0;
};

Errors errors_of(Subsystem& subsystem, Tick t, double h) {
  const OnePasses around;
  const std::vector<Slot> related{slot_at(1)};
  const Tides tides(around, slot_at(0), related, PairLaw{});
  std::vector<BodyAt> images[3];
  std::vector<PartialForce> forces[3];
  for (const int k : {0, 1, 2}) {
    const Tick when = t + Tick::nearest((k - 1) * h);
    subsystem.advance(when, tides);
    subsystem.images(images[k]);
    forces[k].resize(images[k].size());
    subsystem.accelerate_images(when, tides, images[k], forces[k]);
  }
  Errors error;
  double a = 0, j = 0;
  for (std::size_t i = 0; i < images[1].size(); ++i) {
    a = std::max(a, norm(forces[1][i].a));
    j = std::max(j, norm(forces[1][i].j));
    error.acceleration =
        std::max(error.acceleration, norm(0.5 / h * (images[2][i].v - images[0][i].v) - forces[1][i].a));
    error.jerk = std::max(error.jerk, norm(0.5 / h * (forces[2][i].a - forces[0][i].a) - forces[1][i].j));
  }
  return {error.acceleration / a, error.jerk / j};
}

FewBodyOptions accurate() {
  FewBodyOptions options;
  options.eta = 0.05;
  return options;
}

TEST(ImagePaths, OfPairsAreThoseOfTheMembers) {
  KsSubsystem pair(accurate(), Tick{}, pair_of(1, 0.3, 1));
  pair.attend(Tick{}, {true, 0.1, 1, 3, {}, {}});
  const Errors error = errors_of(pair, Tick::nearest(1.7), 1e-3);
  EXPECT_LT(error.acceleration, 1e-5);
  EXPECT_LT(error.jerk, 1e-5);
}

TEST(ImagePaths, OfGroupsAreThoseOfTheMembers) {
  GroupSubsystem group(accurate(), Tick{}, triple(0.2));
  const Errors error = errors_of(group, Tick::nearest(0.7), 1e-4);
  EXPECT_LT(error.acceleration, 1e-5);
  EXPECT_LT(error.jerk, 1e-5);
}

// Others see the mean of inner orbits, which moves with its centre.
TEST(ImagePaths, OfHierarchiesAreThoseOfMeanOrbits) {
  HierarchySubsystem hierarchy(accurate(), Tick{}, triple(0.01));
  const OnePasses around;
  const std::vector<Slot> related{slot_at(1)};
  const Tides tides(around, slot_at(0), related, PairLaw{});
  hierarchy.attend(Tick{}, {true, 1e-3, 0.28, 3, {}, {}});
  hierarchy.advance(Tick::nearest(0.5), tides);
  hierarchy.commit();
  ASSERT_TRUE(hierarchy.hierarchy().nodes().front().is_averaged);
  std::vector<BodyAt> images;
  hierarchy.images(images);
  ASSERT_EQ(images.size(), 5U) << "four for the inner pair";
  const Errors error = errors_of(hierarchy, Tick::nearest(0.6), 2e-5);
  EXPECT_LT(error.acceleration, 1e-4);
  EXPECT_LT(error.jerk, 1e-3);
}

// Others feel the mean over a revolution of the inner pair, which moves with its centre.
TEST(ImagePaths, OfMeansAreThoseOfTheirCentres) {
  HierarchySubsystem hierarchy(accurate(), Tick{}, triple(0.02));
  hierarchy.attend(Tick{}, {true, 1e-3, 1e3, 30, {}, {}});
  const Errors error = errors_of(hierarchy, Tick::nearest(0.6), 1e-4);
  std::vector<BodyAt> images;
  hierarchy.images(images);
  ASSERT_EQ(images.size(), 5U);
  EXPECT_LT(error.acceleration, 2e-3) << "the tide on the four points is not that on the two stars";

  KsSubsystem pair(accurate(), Tick{}, pair_of(0.01, 0.3, 1));
  pair.attend(Tick{}, {true, 1e-6, 1, 100, {}, {}});
  ASSERT_TRUE(pair.is_averaged());
  std::vector<PartialForce> forces(4, PartialForce{{1, 1, 1}, {1, 1, 1}});
  pair.images(images);
  const Tides none(OnePasses{}, slot_at(0), {}, PairLaw{});
  pair.accelerate_images(Tick{}, none, images, forces);
  for (const PartialForce& force : forces) EXPECT_EQ(norm(force.a) + norm(force.j), 0);
}

}  // namespace
}  // namespace tucana
