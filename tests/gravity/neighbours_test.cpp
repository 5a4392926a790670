#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

const Tick list_when = Tick::nearest(1.03125);

/// The bodies are the targets, already predicted.
double distance2(const TargetsAndResults& bodies, std::size_t i, const Vec3& x) {
  return norm2(bodies.position[i] - x);
}

class Neighbours : public EngineTest {
 protected:
  /// How far r^2 may be off: what lies nearer to the edge may be listed or not.
  double slack(double r2) const {
    if (!is_float()) return 1e-13 * r2;
    const double rounding_of_places = GetParam().precision == Precision::fp32 ? 1e-6 : 0;
    return 1e-6 * r2 + rounding_of_places * std::sqrt(r2);
  }
};

TEST_P(Neighbours, ListsAgreeWithBruteForce) {
  const Bodies bodies = make_bodies(1100, 21);
  const auto sources = make_sources(*engine_, bodies);
  auto targets = all_targets(bodies, list_when);
  for (std::size_t t = 0; t < targets.size(); ++t) targets.radius2[t] = 1e-4 * std::pow(1.01, static_cast<double>(t));
  targets.radius2[5] = 0;
  targets.radius2[6] = std::numeric_limits<double>::infinity();
  engine_->evaluate(*sources, list_when, targets.targets(), {1.0}, {false, false, false, true}, targets.results())
      .wait();
  ASSERT_EQ(targets.lists.targets(), targets.size());
  EXPECT_EQ(targets.lists.of(5).size(), 0u);
  EXPECT_EQ(targets.lists.of(6).size(), bodies.size() - 1) << "never cut";
  std::size_t listed = 0;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const auto list = targets.lists.of(t);
    listed += list.size();
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
    EXPECT_EQ(std::adjacent_find(list.begin(), list.end()), list.end());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double r2 = distance2(targets, i, targets.position[t]);
      const bool is_listed = std::binary_search(list.begin(), list.end(), slot_at(i));
      const bool is_outside = i == t || r2 > targets.radius2[t] + slack(r2);
      const bool is_inside = i != t && r2 < targets.radius2[t] - slack(r2);
      EXPECT_FALSE(is_listed && is_outside) << t << ' ' << i;
      EXPECT_FALSE(!is_listed && is_inside) << t << ' ' << i;
    }
  }
  EXPECT_GT(listed, 10 * targets.size());
}

TEST_P(Neighbours, NearestAgreesWithBruteForce) {
  const Bodies bodies = make_bodies(1100, 22);
  const auto sources = make_sources(*engine_, bodies);
  auto targets = all_targets(bodies, list_when);
  engine_->evaluate(*sources, list_when, targets.targets(), {1.0}, {false, false, true, false}, targets.results())
      .wait();
  for (std::size_t t = 0; t < targets.size(); ++t) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (i != t) least = std::min(least, distance2(targets, i, targets.position[t]));
    ASSERT_NE(targets.nearest[t], slot_at(t));
    const double got = distance2(targets, index(targets.nearest[t]), targets.position[t]);
    EXPECT_NEAR(got, least, 2 * slack(least)) << "unsoftened, whatever the law";
    EXPECT_NEAR(targets.nearest_distance2[t], least, 2 * slack(least));
  }
}

TEST_P(Neighbours, TheLowestSlotWinsATie) {
  // The same distance from several leaves, lanes and blocks.
  Bodies bodies;
  for (int i = 0; i < 900; ++i) bodies.add(1, {5, 0, 0});
  for (const std::size_t i : {13, 14, 300, 899}) bodies.position[i] = {0, i % 2 == 0 ? 1.0 : -1.0, 0};
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    const auto engine = make_engine(GetParam(), pool);
    const auto own = make_sources(*engine, bodies);
    TargetsAndResults points;
    points.add(no_slot, {});
    points.add(slot_at(13), {});
    points.add(slot_at(14), {{5, 0, 0}, {}});
    engine->evaluate(*own, list_when, points.targets(), {}, {false, false, true, false}, points.results()).wait();
    EXPECT_EQ(points.nearest[0], slot_at(13));
    EXPECT_EQ(points.nearest[1], slot_at(14));
    EXPECT_EQ(points.nearest[2], slot_at(0));
    EXPECT_EQ(points.nearest_distance2[0], 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, Neighbours, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
