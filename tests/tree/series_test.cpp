#include <gtest/gtest.h>

#include <cmath>

#include "tests/tree/tree_run.h"
#include "tucana/core/random.h"

namespace tucana::test {
namespace {

/// Tracers within 1 of the origin, and far away, at `distance`, a few bodies that pull.
struct Scene {
  Bodies bodies;
  std::vector<Slot> tracers;
};

Scene make_scene(double distance, const std::vector<Vec3>& far) {
  Scene scene;
  for (std::size_t i = 0; i < 12; ++i) {
    RandomStream random(11, RandomUse::test, i);
    scene.tracers.push_back(slot_at(i));
    scene.bodies.add(0, random.direction() * std::cbrt(random.uniform()));
  }
  // Along the diagonal of the root cube, so that tracers and far bodies are each in one octant.
  const Vec3 there = Vec3{1, 1, 1} * (distance / std::sqrt(3.0));
  for (std::size_t k = 0; k < far.size(); ++k) scene.bodies.add(1 + 0.5 * static_cast<double>(k % 2), there + far[k]);
  return scene;
}

const std::vector<Vec3> point{{}};
/// Without odd moments: the first that a quadrupole leaves out is the fourth.
const std::vector<Vec3> even{{0.9, 0.2, -0.3}, {-0.9, -0.2, 0.3}};
const std::vector<Vec3> lopsided{{0.9, 0.2, -0.3}, {-0.4, -0.8, 0.1}, {-0.2, 0.1, 0.6}, {0.1, 0.3, 0.2}};

struct Measured {
  TreeErrors errors;
  TreeReport report;
};

/// `series`: cells act by the series about the centre of the group, else on each target.
Measured measure(double distance, std::vector<Vec3> far, ExpansionOrder order, bool series, double eps2) {
  if (far.size() == 2) {
    // Equal masses.
    far = {far[0], far[0], far[1], far[1]};
  }
  const Scene scene = make_scene(distance, far);
  // The angle makes no series. The acceleration says that everything may be left out.
  TreeRun run{plain_options(series ? OpeningCriterion::acceleration : OpeningCriterion::angle, order, 1), eps2};
  run.options.leaf_bodies = 12;
  run.targets = scene.tracers;
  if (series) run.old_acceleration.assign(scene.bodies.size(), 1e20);
  const Forces got = run.forces(scene.bodies);
  return {errors_of(got, direct_forces(scene.bodies, eps2), scene.tracers), run.report};
}

/// The powers of 1 / distance with which errors of acceleration and potential fall.
TreeErrors order_of(const std::vector<Vec3>& far, ExpansionOrder order, bool series, double eps2, double from) {
  const Measured near = measure(from, far, order, series, eps2), twice = measure(2 * from, far, order, series, eps2);
  for (const Measured* one : {&near, &twice}) {
    EXPECT_EQ(one->report.far_cells > 0, series);
    EXPECT_EQ(one->report.cell_pairs > 0, !series && order == ExpansionOrder::quadrupole);
  }
  return {std::log2(near.errors.acceleration / twice.errors.acceleration),
          std::log2(near.errors.potential / twice.errors.potential)};
}

constexpr double softened = 0.5, newton = 0;

TEST(TreeSeries, MonopolesLeaveOutSecondMoments) {
  for (const double eps2 : {newton, softened}) {
    const TreeErrors order = order_of(lopsided, ExpansionOrder::monopole, false, eps2, 20);
    EXPECT_NEAR(order.acceleration, 2, 0.3);
    EXPECT_NEAR(order.potential, 2, 0.3);
  }
}

TEST(TreeSeries, QuadrupolesLeaveOutThirdMoments) {
  for (const double eps2 : {newton, softened}) {
    const TreeErrors order = order_of(lopsided, ExpansionOrder::quadrupole, false, eps2, 12);
    EXPECT_NEAR(order.acceleration, 3, 0.4);
    EXPECT_NEAR(order.potential, 3, 0.4);
    const TreeErrors even_order = order_of(even, ExpansionOrder::quadrupole, false, eps2, 8);
    EXPECT_NEAR(even_order.acceleration, 4, 0.4);
    EXPECT_NEAR(even_order.potential, 4, 0.6);
  }
}

/// a + T x + D x x / 2 + E x x x / 6 leaves out (R / d)^4 of the acceleration, and (R / d)^5 of the potential.
TEST(TreeSeries, SeriesOfAPointIsOfThirdOrder) {
  for (const double eps2 : {newton, softened}) {
    const TreeErrors order = order_of(point, ExpansionOrder::quadrupole, true, eps2, 5);
    EXPECT_NEAR(order.acceleration, 4, 0.5);
    EXPECT_NEAR(order.potential, 5, 0.5);
    const Measured near = measure(8, point, ExpansionOrder::quadrupole, true, eps2);
    EXPECT_LT(near.errors.acceleration, 5 * 1.6 * std::pow(8.0, -4));
    EXPECT_LT(near.errors.potential, 2 * std::pow(8.0, -5));
  }
}

/// The quadrupole is expanded to first order: (R b / d^2)^2 is left out.
TEST(TreeSeries, SeriesOfAQuadrupoleHasItsGradient) {
  for (const double eps2 : {newton, softened}) {
    const TreeErrors order = order_of(even, ExpansionOrder::quadrupole, true, eps2, 8);
    EXPECT_NEAR(order.acceleration, 4, 0.4);
    EXPECT_GT(order.potential, 3.6);
  }
}

/// Far away nothing is left but rounding.
TEST(TreeSeries, FarAwayItIsExact) {
  for (const auto& far : {point, even}) {
    const Measured measured = measure(200, far, ExpansionOrder::quadrupole, true, softened);
    EXPECT_LT(measured.errors.acceleration, 1e-6);
    EXPECT_LT(measured.errors.potential, 1e-6);
  }
}

}  // namespace
}  // namespace tucana::test
