#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

/// Both ways: every cell opened, and the defaults; `loose` is what the latter may err.
void expect_forces(const std::string& name, const Bodies& bodies, double eps2, double loose = 3e-2,
                   double rounding = 2e-6) {
  const Forces exact = direct_forces(bodies, eps2);
  for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
    TreeRun opened{all_opened(), eps2};
    opened.options.order = order;
    const TreeErrors all = errors_of(opened.forces(bodies), exact);
    EXPECT_LT(all.acceleration, rounding) << name;
    EXPECT_LT(all.potential, rounding) << name;
    TreeRun usual{plain_options(), eps2};
    usual.options.order = order;
    const TreeErrors errors = errors_of(usual.forces(bodies), exact);
    EXPECT_LT(errors.acceleration, loose) << name;
    EXPECT_LT(errors.potential, loose) << name;
  }
}

TEST(TreeCorner, OneTwoAndThreeBodies) {
  for (const double eps2 : {0.0, 0.01})
    for (const std::size_t n : {1, 2, 3, 4, 15, 16, 17, 18, 49}) expect_forces("few", resting_bodies(n), eps2);
}

TEST(TreeCorner, NoTargetsAndNoBodies) {
  SerialWorkers workers;
  const auto engine = make_tree_engine(plain_options(), "best", workers);
  const auto sources = engine->make_sources();
  TargetsAndResults nobody;
  Wanted wanted = force_and_potential;
  wanted.jerk = false;
  engine->evaluate(*sources, {}, nobody.targets(), {0}, wanted, nobody.results()).wait();
  nobody.add(no_slot, {{1, 2, 3}, {}});
  engine->evaluate(*sources, {}, nobody.targets(), {0}, wanted, nobody.results()).wait();
  EXPECT_EQ(nobody.acceleration[0], Vec3{});
  EXPECT_EQ(nobody.potential[0], 0);
}

TEST(TreeCorner, BodiesAtTheSamePlaceDoNotPullOneAnother) {
  Bodies bodies = resting_bodies(200);
  for (std::size_t i = 0; i + 1 < bodies.size(); i += 2) bodies.position[i] = bodies.position[i + 1];
  expect_forces("pairs", bodies, 1e-3);
}

/// Powers of distances that float cannot hold in the units of the whole. What a pair of floats cannot tell apart is
/// 2^-48 of the distance from the origin.
TEST(TreeCorner, ATinyClusterInALargeOne) {
  for (const double size : {1e-3, 1e-5, 1e-7}) {
    Bodies bodies = resting_bodies(600);
    for (std::size_t i = 0; i < 300; ++i) bodies.position[i] = bodies.position[i] * size + Vec3{0.3, 0.2, -0.1};
    expect_forces("tiny", bodies, 0, 0.1, std::max(2e-6, 1e-13 / size));
  }
}

TEST(TreeCorner, AllAtOnePoint) {
  for (const std::size_t n : {2, 3, 17, 1000}) {
    Bodies bodies;
    for (std::size_t i = 0; i < n; ++i) bodies.add(1, {0.3, -5, 2});
    TreeRun run{plain_options(), 0.25};
    const Forces got = run.forces(bodies);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(norm(got.acceleration[i]), 0) << n;
      ASSERT_NEAR(got.potential[i] / (-2 * static_cast<double>(n - 1)), 1, 1e-6) << n;
    }
  }
}

TEST(TreeCorner, AllInALine) {
  Bodies bodies;
  for (std::size_t i = 0; i < 600; ++i) bodies.add(1, Vec3{1, -2, 0.5} * static_cast<double>(i));
  expect_forces("line", bodies, 0.01);
  // Along an axis, unevenly.
  for (std::size_t i = 0; i < 600; ++i) bodies.position[i] = {0, std::pow(1.02, static_cast<double>(i)), 0};
  expect_forces("uneven line", bodies, 1e-6, 3e-2, 2e-5);
}

TEST(TreeCorner, OneBodyVeryFarAway) {
  for (const double far : {1e3, 1e6}) {
    Bodies bodies = resting_bodies(500);
    bodies.position[100] = {far, -far, 0};
    expect_forces("far", bodies, 1e-4);
    // It is so far that all others are one point.
    TreeRun run{plain_options(), 1e-4};
    run.targets = {slot_at(100)};
    EXPECT_LT(errors_of(run.forces(bodies), direct_forces(bodies, 1e-4), run.targets).acceleration, 1e-5);
  }
}

TEST(TreeCorner, OneBodyIsMuchHeavier) {
  Bodies bodies = resting_bodies(500);
  bodies.mass[250] = 1e10;
  expect_forces("heavy", bodies, 1e-4);
  // Its own pull comes from the light ones alone.
  for (auto& m : bodies.mass) m *= 1e-10;
  expect_forces("light", bodies, 1e-4);
}

TEST(TreeCorner, TracersArePulledAndDoNotPull) {
  Bodies bodies = resting_bodies(600);
  for (std::size_t i = 0; i < 400; ++i) bodies.mass[i] = 0;
  expect_forces("tracers", bodies, 1e-4);
  // Moving them changes nothing for those who pull, up to where cells are cut.
  for (std::size_t i = 0; i < 600; ++i) bodies.mass[i] = i == 599 ? 2 : 0;
  expect_forces("one pulls", bodies, 1e-4);
  TreeRun run{plain_options(), 1e-4};
  const Forces got = run.forces(bodies);
  EXPECT_EQ(got.acceleration[599], Vec3{});
  EXPECT_EQ(got.potential[599], 0);
  for (auto& m : bodies.mass) m = 0;
  const Forces nothing = run.forces(bodies);
  for (std::size_t i = 0; i < 600; ++i) ASSERT_EQ(norm(nothing.acceleration[i]), 0);
}

TEST(TreeCorner, FarFromTheOrigin) {
  for (const double offset : {1e3, 1e6}) {
    Bodies bodies = resting_bodies(500);
    for (Vec3& x : bodies.position) x += Vec3{1, -2, 0.3} * offset;
    expect_forces("offset", bodies, 1e-4, 3e-2, offset > 1e5 ? 1e-5 : 2e-6);
  }
}

TEST(TreeCorner, NoSoftening) { expect_forces("unsoftened", resting_bodies(1000), 0, 3e-2, 1e-4); }

/// As any engine takes them: whoever asks twice is told twice.
TEST(TreeCorner, TwoTargetsMayHaveTheSameSlot) {
  const Bodies bodies = resting_bodies(300);
  SerialWorkers workers;
  const auto engine = make_tree_engine(all_opened(), "best", workers);
  const auto sources = make_sources(*engine, bodies);
  TargetsAndResults twice;
  for (std::size_t i = 0; i < 300; ++i) {
    const std::size_t body = i == 17 ? 200 : i;  // as many targets as bodies
    twice.add(slot_at(body), {bodies.position[body], {}});
  }
  Wanted wanted = force_and_potential;
  wanted.jerk = false;
  engine->evaluate(*sources, {}, twice.targets(), {1e-3}, wanted, twice.results()).wait();
  for (std::size_t t = 0; t < twice.size(); ++t) {
    const ExactForce exact = exact_force(bodies, {}, twice.slot[t], twice.point(t), 1e-3);
    EXPECT_LT(norm(twice.acceleration[t] - exact.acceleration), 4e-6 * exact.acceleration_scale) << t;
  }
}

TEST(TreeCorner, TestPointsFeelAll) {
  const Bodies bodies = resting_bodies(300);
  SerialWorkers workers;
  for (const double accuracy : {0x1p-10, 0x1p-6}) {
    const auto engine =
        make_tree_engine(plain_options(OpeningCriterion::angle, ExpansionOrder::quadrupole, accuracy), "best", workers);
    const auto sources = make_sources(*engine, bodies);
    TargetsAndResults points;
    points.add(no_slot, {{0.1, 0.2, 0.3}, {}});
    points.add(slot_at(5), {bodies.position[5], {}});
    points.add(no_slot, {bodies.position[7], {}});
    points.add(no_slot, {{50, 0, 0}, {}});
    Wanted wanted = force_and_potential;
    wanted.jerk = false;
    engine->evaluate(*sources, {}, points.targets(), {1e-3}, wanted, points.results()).wait();
    for (std::size_t t = 0; t < points.size(); ++t) {
      const ExactForce exact = exact_force(bodies, {}, points.slot[t], points.point(t), 1e-3);
      EXPECT_LT(norm(points.acceleration[t] - exact.acceleration), 2e-6 * exact.acceleration_scale) << t;
      EXPECT_NEAR(points.potential[t] / exact.potential, 1, 2e-6) << t;
    }
  }
}

}  // namespace
}  // namespace tucana::test
