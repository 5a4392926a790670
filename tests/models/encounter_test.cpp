#include "tucana/models/encounter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/plain_engine.h"
#include "tucana/core/star_sums.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/interaction_energy.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

using testing_support::complaint;

struct Orbit {
  double energy, pericentre, eccentricity;
};

/// From a state by the formulae of two bodies.
Orbit kepler_orbit(const RelativeState& state, double mass) {
  const double energy = norm2(state.velocity) / 2 - mass / norm(state.position);
  const double h2 = norm2(cross(state.position, state.velocity));
  const double e = std::sqrt(std::max(0.0, 1 + 2 * energy * h2 / (mass * mass)));
  return {energy, h2 / mass / (1 + e), e};
}

TEST(Encounter, HasTheOrbitThatWasAskedFor) {
  for (const double e : {0.0, 0.5, 1.0, 1.7}) {
    const double separation = e == 0 ? 10 : 25;
    const RelativeState state = start_of({separation, 10, e}, 3);
    EXPECT_NEAR(norm(state.position), separation, 1e-12);
    const Orbit orbit = kepler_orbit(state, 3);
    EXPECT_NEAR(orbit.eccentricity, e, 1e-7) << e;
    EXPECT_NEAR(orbit.pericentre, 10, 1e-6) << e;
    EXPECT_NEAR(orbit.energy, 3 * (e - 1) / 20, 1e-12) << e;
    EXPECT_LE(dot(state.position, state.velocity), 0) << "it comes in";
    EXPECT_GT(cross(state.position, state.velocity).z, 0);
  }
  const RelativeState head_on = start_of({8, 0, 1}, 4);
  EXPECT_EQ(head_on.velocity, (Vec3{-1, 0, 0}));
  const RelativeState far = start_of({30, 10, 0.5}, 3);  // the apocentre
  EXPECT_NEAR(far.velocity.x, 0, 1e-7);
}

TEST(Encounter, HasTheEnergyOfGalaxiesThatReachIntoEachOther) {
  // Less bound than two points: a parabola is slower, its angular momentum the same.
  const RelativeState points = start_of({25, 10, 1}, 3), extended = start_of({25, 10, 1}, 3, -0.1);
  EXPECT_NEAR(norm2(points.velocity) / 2, 3.0 / 25, 1e-15);
  EXPECT_NEAR(norm2(extended.velocity) / 2, 0.1, 1e-15);
  EXPECT_EQ(points.velocity.y, extended.velocity.y);
  const OrbitFigures figures = orbit_of(extended, 3, -0.1);
  EXPECT_NEAR(figures.energy, 0, 1e-15);
  EXPECT_NEAR(figures.eccentricity, 1, 1e-12);
  EXPECT_NEAR(figures.pericentre, 10, 1e-11);
  EXPECT_NE(complaint([] { start_of({25, 20, 1}, 3, -0.01); }).find("start farther out"), std::string::npos);
}

TEST(InteractionEnergy, IsThatOfPointsFarApartAndLessBoundNearBy) {
  SerialWorkers workers;
  testing_support::PlainEngine plain;
  const StarsBuffer a = make_galaxy(nfw_plan(), 1500, 1, workers), b = make_galaxy(nfw_plan(), 1000, 2, workers);
  EXPECT_NEAR(interaction_energy(a.view(), b.view(), {1e6, 0, 0}, {}, plain) * -1e6, 1, 1e-5);
  const double near = interaction_energy(a.view(), b.view(), {5, 0, 0}, {}, plain) * -5;
  EXPECT_LT(near, 0.85);
  EXPECT_GT(near, 0.5);
  EXPECT_NEAR(interaction_energy(b.view(), a.view(), {-5, 0, 0}, {}, plain) * -5, near, 1e-12);
  ThreadPool pool(2);
  TreeOptions options;
  options.criterion = OpeningCriterion::angle;
  options.accuracy = 0.5;
  const auto tree = make_tree_engine(options, "best", pool);
  EXPECT_NEAR(interaction_energy(a.view(), b.view(), {5, 0, 0}, {}, *tree) * -5, near, 1e-4);
}

TEST(Encounter, RefusesOrbitsThatCannotBe) {
  EXPECT_NE(complaint([] { start_of({31, 10, 0.5}, 3); }).find("apocentre of this orbit is 30"), std::string::npos);
  EXPECT_NE(complaint([] { start_of({5, 10, 1}, 3); }).find("pericentre = 10"), std::string::npos);
  EXPECT_NE(complaint([] { start_of({0, 0, 1}, 3); }), "");
  EXPECT_NE(complaint([] { start_of({5, 1, -1}, 3); }), "");
  EXPECT_NE(complaint([] { start_of({5, 0, 2}, 3); }), "");
  EXPECT_NE(complaint([] { start_of({5, std::nan(""), 1}, 3); }), "");
}

StarsBuffer two_bodies(double mass, std::int64_t first_id) {
  StarsBuffer stars;
  stars.resize(2);
  stars.id = {static_cast<StarId>(first_id), static_cast<StarId>(first_id + 1)};
  stars.mass = {mass / 2, mass / 2};
  stars.position = {{1, 0, 0}, {3, 0, 0}};
  stars.velocity = {{0, 1, 5}, {0, -1, 5}};
  return stars;
}

TEST(Combine, PutsBothOnTheOrbitAboutTheCommonCentre) {
  StarsBuffer a = two_bodies(1, 7), b = two_bodies(2, 7);
  b.family = {Family::halo, Family::halo};
  const RelativeState state = start_of({20, 5, 1}, 3);
  const StarsBuffer both = combine(a, b, state);
  ASSERT_EQ(both.size(), 4u);
  const Vec3 xa = (both.position[0] + both.position[1]) * 0.5, xb = (both.position[2] + both.position[3]) * 0.5;
  const Vec3 va = (both.velocity[0] + both.velocity[1]) * 0.5, vb = (both.velocity[2] + both.velocity[3]) * 0.5;
  EXPECT_LT(norm(xb - xa - state.position), 1e-14);
  EXPECT_LT(norm(vb - va - state.velocity), 1e-14);
  EXPECT_LT(norm(xa * 1 + xb * 2), 1e-14);
  EXPECT_LT(norm(va * 1 + vb * 2), 1e-14);
  EXPECT_EQ(both.position[1] - both.position[0], (Vec3{2, 0, 0}));  // their insides are as they were
  EXPECT_EQ((std::vector<std::int64_t>{value(both.id[0]), value(both.id[1]), value(both.id[2]), value(both.id[3])}),
            (std::vector<std::int64_t>{7, 8, 15, 16}));
  EXPECT_EQ(both.family, (std::vector<Family>{Family::star, Family::star, Family::halo, Family::halo}));
}

TEST(Combine, IdsStayUniqueWhateverTheyWere) {
  for (const std::int64_t first : {std::int64_t{-5}, std::int64_t{0}, std::numeric_limits<std::int64_t>::max() - 1}) {
    const StarsBuffer both = combine(two_bodies(1, first), two_bodies(1, first), {});
    EXPECT_EQ((std::set<StarId>(both.id.begin(), both.id.end()).size()), 4u) << first;
  }
}

TEST(Turn, TiltsAndTurns) {
  StarsBuffer stars = two_bodies(1, 1);
  stars.position = {{0, 1, 0}, {1, 0, 0}};
  stars.velocity = {{0, 0, 1}, {0, 1, 0}};
  turn(stars, {.inclination = 90, .node = 90});
  EXPECT_LT(norm(stars.position[0] - Vec3{0, 0, 1}), 1e-15);
  EXPECT_LT(norm(stars.position[1] - Vec3{0, 1, 0}), 1e-15);
  EXPECT_LT(norm(stars.velocity[0] - Vec3{1, 0, 0}), 1e-15);
  EXPECT_LT(norm(stars.velocity[1] - Vec3{0, 0, 1}), 1e-15);
}

}  // namespace
}  // namespace tucana
