#include <gtest/gtest.h>

#include <tuple>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

#ifdef TUCANA_NO_DEVICES
const auto engines = testing::Values("cpu");
#else
const auto engines = testing::Values("cpu", "opencl");
#endif

class TreeAccuracy : public testing::TestWithParam<std::tuple<const char*, OpeningCriterion, ExpansionOrder>> {
 protected:
  static OpeningCriterion criterion() { return std::get<1>(GetParam()); }
  TreeRun run(double accuracy) const {
    TreeRun run{plain_options(criterion(), std::get<2>(GetParam()), accuracy), usual_eps2};
    run.engine = std::get<0>(GetParam());
    run.old_acceleration = sizes_of(exact_.acceleration);
    return run;
  }

  Bodies bodies_ = resting_bodies(1500);
  Forces exact_ = direct_forces(bodies_, usual_eps2);
};

TEST_P(TreeAccuracy, ErrorFallsWithTheParameter) {
  const bool angle = criterion() == OpeningCriterion::angle;
  double last = 1;
  std::uint64_t last_pairs = 0;
  for (int i = 0; i < 5; ++i) {
    const double accuracy = angle ? std::ldexp(0.8, -i) : std::ldexp(1.0, -3 - 4 * i);
    TreeRun one = run(accuracy);
    const Forces got = one.forces(bodies_);
    const double error = typical_error(got, exact_);
    EXPECT_LT(error, 0.5 * last) << accuracy;
    EXPECT_GT(one.report.interactions(), last_pairs) << accuracy;
    last = error;
    last_pairs = one.report.interactions();
    RecordProperty("error_" + std::to_string(i), std::to_string(error));
  }
  EXPECT_LT(last, 2e-5);
  EXPECT_GT(last, 1e-8);
}

TEST_P(TreeAccuracy, ErrorVanishesToRoundingWhenAllIsOpened) {
  TreeRun one = run(1e-14);
  const TreeErrors errors = errors_of(one.forces(bodies_), exact_);
  EXPECT_LT(errors.acceleration, 1e-6);
  EXPECT_LT(errors.potential, 1e-6);
  EXPECT_GT(errors.acceleration, 1e-9);
  // A cell of one body is as good as the body.
  EXPECT_EQ(one.report.interactions(), bodies_.size() * (bodies_.size() - 1));
}

/// The parameter means what it says: errors of most bodies are within it.
TEST_P(TreeAccuracy, ErrorIsThatAskedFor) {
  if (criterion() == OpeningCriterion::angle) {
    // Monopole: b^2 / d^2 at most for each cell; with quadrupoles one more power. Cells err in all directions.
    TreeRun one = run(0.5);
    EXPECT_LT(typical_error(one.forces(bodies_), exact_), 0.1);
    return;
  }
  for (const double accuracy : {0x1p-4, 0x1p-8, 0x1p-12}) {
    TreeRun one = run(accuracy);
    EXPECT_LT(typical_error(one.forces(bodies_), exact_), 4 * accuracy);
  }
}

TEST_P(TreeAccuracy, PotentialIsAsGood) {
  for (const double accuracy : {0x1p-2, 0x1p-8}) {
    TreeRun one = run(accuracy);
    const Forces got = one.forces(bodies_);
    EXPECT_LT(errors_of(got, exact_).potential, errors_of(got, exact_).acceleration);
  }
}

/// Without an old acceleration the first round takes the angle, the second what it found.
TEST_P(TreeAccuracy, FirstEvaluationIsAsGoodAsLaterOnes) {
  TreeRun later = run(0x1p-8), first = run(0x1p-8);
  first.old_acceleration.clear();
  const double a = typical_error(first.forces(bodies_), exact_), b = typical_error(later.forces(bodies_), exact_);
  EXPECT_LT(a, 1.2 * b + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Rules, TreeAccuracy,
                         testing::Combine(engines,
                                          testing::Values(OpeningCriterion::angle, OpeningCriterion::multipole,
                                                          OpeningCriterion::acceleration),
                                          testing::Values(ExpansionOrder::monopole, ExpansionOrder::quadrupole)));

}  // namespace
}  // namespace tucana::test
