// The neighbour scheme against the 6th-order scheme and against plain sums, in fp64.
#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"

namespace tucana {
namespace {

/// By engines, irregular steps in a regular one, and rules for lists.
class NeighbourOrder : public testing::TestWithParam<std::tuple<const char*, int, ListRule>> {
 protected:
  /// By distances from a solution that is far more accurate.
  static double order_for(const StarsBuffer& start, bool lists_change) {
    HermiteOptions exact = hermite_options(6);
    exact.steps = StepRule::fixed;
    exact.fixed_step = 0x1p-9;
    exact.law.eps2 = soft_eps2;
    HermiteRun truth(6, exact);
    truth.integrator.start(start.view());
    truth.step_to(0.5);
    const auto error = [&](double step) {
      NeighbourOptions options = softened_neighbours();
      options.steps = StepRule::fixed;
      options.fixed_step = step;
      options.fixed_ratio = std::get<1>(GetParam());
      options.list_rule = std::get<2>(GetParam());
      options.wanted_neighbours = 10;
      NeighbourRun run(options, {.kind = std::get<0>(GetParam()), .precision = Precision::fp64});
      run.integrator.start(start.view());
      const auto first_lists = run.integrator.bodies().list;
      bool changed = false;
      while (run.integrator.next() <= Tick::nearest(0.5)) {
        run.integrator.step();
        changed = changed || run.integrator.bodies().list != first_lists;
      }
      EXPECT_EQ(changed, lists_change) << "or nothing is shown";
      return distance(run.stars_at(0.5), truth.stars_at(0.5));
    };
    return std::log2(error(0x1p-6) / error(0x1p-7));
  }
};

// With the regular force of the new list in the corrector it would be of first order, without a regular corrector of
// third, as it was seen to be.
TEST_P(NeighbourOrder, IsFourWithListsThatChange) { EXPECT_NEAR(order_for(random_cloud(64, 9), true), 4, 0.2); }

/// Six small clouds of eleven that go round each other: all others of one's own cloud are the ten neighbours wanted.
StarsBuffer clouds_apart() {
  constexpr std::size_t clouds = 6, members = 11;
  const double mass = 1.0 / (clouds * members);
  std::vector<Vec3> x, v;
  for (std::size_t c = 0; c < clouds; ++c) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(c) / clouds;
    const Vec3 place{1.5 * std::cos(phase), 1.5 * std::sin(phase), 0};
    for (std::size_t k = 0; k < members; ++k) {
      RandomStream random(3, RandomUse::test, x.size());
      x.push_back(place + (0.15 + 0.06 * random.uniform()) * random.direction());
      v.push_back(0.5 * Vec3{-std::sin(phase), std::cos(phase), 0} + 0.1 * random.direction());
    }
  }
  return stars_of(std::vector<double>(x.size(), mass), x, v);
}

TEST_P(NeighbourOrder, IsFourWithListsThatStay) { EXPECT_NEAR(order_for(clouds_apart(), false), 4, 0.2); }

INSTANTIATE_TEST_SUITE_P(Rules, NeighbourOrder,
                         testing::Combine(testing::Values("cpu"), testing::Values(1, 4, 8),
                                          testing::Values(ListRule::distance, ListRule::end_points, ListRule::segment,
                                                          ListRule::approach, ListRule::midway)));
INSTANTIATE_TEST_SUITE_P(OpenCl, NeighbourOrder,
                         testing::Combine(testing::Values("opencl"), testing::Values(4),
                                          testing::Values(ListRule::midway)));

class NeighbourForces : public testing::TestWithParam<const char*> {};

// At a regular time of all bodies both parts add up to the force of all, to rounding.
TEST_P(NeighbourForces, OfBothPartsAreTheForceOfAll) {
  const StarsBuffer start = random_cloud(300, 1);
  NeighbourOptions options = softened_neighbours();
  options.steps = StepRule::fixed;
  options.fixed_step = 0x1p-6;
  NeighbourRun run(options, {.kind = GetParam(), .precision = Precision::fp64});
  run.integrator.start(start.view());
  run.step_to(0x1p-4 - 0x1p-8);
  const auto before = run.integrator.bodies().row;
  run.integrator.step();
  const auto& bodies = run.integrator.bodies().row;
  std::vector<HermitePrediction> at;  // where the forces were evaluated
  at.reserve(before.size());
  for (const NeighbourBody& body : before)
    at.push_back(hermite4::predict(body.state(), (run.integrator.now() - body.time).units()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ASSERT_EQ(bodies[i].regular_time, Tick::nearest(0x1p-4));
    PartialForce sum;
    for (std::size_t k = 0; k < bodies.size(); ++k)
      if (k != i) sum += pull(bodies[k].mass, at[k].x - at[i].x, at[k].v - at[i].v, options.law);
    EXPECT_NEAR(norm(bodies[i].total().a - sum.a), 0, 1e-13 * norm(sum.a)) << i;
    EXPECT_NEAR(norm(bodies[i].total().j - sum.j), 0, 1e-12 * norm(sum.j)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, NeighbourForces, testing::Values("cpu", "opencl"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace tucana
