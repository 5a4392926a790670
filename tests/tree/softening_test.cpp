// Bodies with a softening of their own: that of a pair is half the sum of the two squares.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/tree/tree_run.h"

namespace tucana::test {
namespace {

/// Two families, all over the place.
std::vector<double> two_softenings(std::size_t n) {
  std::vector<double> squares(n);
  for (std::size_t i = 0; i < n; ++i) squares[i] = i % 3 == 0 ? 0.04 : 1e-4;
  return squares;
}

#ifdef TUCANA_NO_DEVICES
const auto engines = testing::Values("cpu");
#else
const auto engines = testing::Values("cpu", "opencl");
#endif

class TreeSoftening : public testing::TestWithParam<std::tuple<const char*, ExpansionOrder>> {
 protected:
  /// `law` is of no matter where all have their own.
  Forces tree_forces(TreeOptions options, const std::vector<double>& softening2, double law, bool potential = true) {
    TreeRun run{options};
    run.options.order = order();
    run.engine = std::get<0>(GetParam());
    const auto engine = run.make_engine();
    EXPECT_TRUE(engine->softens_each());
    const auto sources = engine->make_sources();
    sources->resize(bodies_.size());
    SourceRows rows = bodies_.rows();
    rows.softening2 = softening2;
    sources->write(bodies_.slots(), rows);
    // A second write, as of a step, says nothing of it.
    sources->write(std::vector<Slot>{slot_at(0)}, first_row());
    Forces got{std::vector<Vec3>(bodies_.size()), std::vector<double>(bodies_.size()), {}};
    const auto slots = bodies_.slots();
    Targets targets{};
    targets.slot = slots, targets.position = bodies_.position, targets.softening2 = softening2;
    Results results{};
    results.acceleration = got.acceleration, results.potential = got.potential;
    engine->evaluate(*sources, {}, targets, {law}, {.potential = potential, .jerk = false}, results).wait();
    return got;
  }
  static ExpansionOrder order() { return std::get<1>(GetParam()); }
  SourceRows first_row() const {
    const auto one = [](const auto& column) { return std::span(column).first(1); };
    SourceRows row{};
    row.mass = one(bodies_.mass), row.position = one(bodies_.position), row.velocity = one(bodies_.velocity);
    row.time = one(bodies_.time);
    return row;
  }

  Bodies bodies_ = resting_bodies(1200);
};

TEST_P(TreeSoftening, IsThatOfThePair) {
  const auto softening2 = two_softenings(bodies_.size());
  const Forces exact = direct_forces(bodies_, softening2);
  const TreeErrors errors = errors_of(tree_forces(all_opened(), softening2, 1), exact);
  EXPECT_LT(errors.acceleration, 1e-6);
  EXPECT_LT(errors.potential, 1e-6);
}

TEST_P(TreeSoftening, ErrorsAreThoseOfTheOpening) {
  const auto softening2 = two_softenings(bodies_.size());
  const Forces exact = direct_forces(bodies_, softening2);
  double last = 1;
  for (const double accuracy : {0x1p-4, 0x1p-8, 0x1p-12}) {
    const TreeOptions options = plain_options(OpeningCriterion::acceleration, order(), accuracy);
    const double error = typical_error(tree_forces(options, softening2, 0), exact);
    EXPECT_LT(error, 4 * accuracy);
    EXPECT_LT(error, 0.5 * last);
    last = error;
  }
}

TEST_P(TreeSoftening, EqualOnesAreThatOfTheLaw) {
  const std::vector<double> equal(bodies_.size(), 0.0004);
  const TreeOptions options = plain_options(OpeningCriterion::angle, order(), 0.5);
  const Forces one = tree_forces(options, {}, 0.0004), each = tree_forces(options, equal, 0);
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    ASSERT_LE(norm(one.acceleration[i] - each.acceleration[i]), 1e-5 * norm(one.acceleration[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(Orders, TreeSoftening,
                         testing::Combine(engines,
                                          testing::Values(ExpansionOrder::monopole, ExpansionOrder::quadrupole)));

}  // namespace
}  // namespace tucana::test
