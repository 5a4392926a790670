// Neighbours by every rule, and the sums that leave them out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"

namespace tucana::test {
namespace {

const Tick when = Tick::nearest(1.03125);

/// What a rule compares with the squared radius, and how far a rounding of the places moves it.
struct Compared {
  double square, slack;
};

bool looks_deep(ListRule rule) { return rule == ListRule::approach || rule == ListRule::midway; }

class Lists : public EngineTest {
 protected:
  Compared compared(ListRule rule, const Point& source, const Point& target, double time) const {
    const Vec3 r = source.position - target.position, v = source.velocity - target.velocity;
    double square = norm2(r);
    if (rule == ListRule::end_points) square = std::min(square, norm2(r + time * v));
    const double nearest2 = norm2(v) > 0 ? norm2(r + std::clamp(-dot(r, v) / norm2(v), 0.0, time) * v) : square;
    if (rule == ListRule::segment) square = nearest2;
    if (rule == ListRule::midway) square = norm2(r + (time / 2) * v);
    if (looks_deep(rule)) square = std::min(square, 4 * nearest2);
    const double place = GetParam().precision == Precision::fp32 ? 1e-6 : 1e-14;
    const double scale = looks_deep(rule) ? 2 : 1;
    const double shift =
        scale * (place + 8 * epsilon() * (norm(r) + (rule == ListRule::distance ? 0 : time * norm(v))));
    return {square, 2 * shift * std::sqrt(square) + shift * shift};
  }

  /// Bounds for sums that may have lost a close pair: in fp32 only what is left matters.
  void expect_far_sums(const Bodies& bodies, const TargetsAndResults& got, double eps2, bool with_snap) const {
    ErrorBounds bounds = error_bounds(GetParam().precision);
    Errors errors;
    for (std::size_t t = 0; t < got.size(); t += 13) {
      const auto exact = exact_force(bodies, when, got.slot[t], got.point(t), eps2, got.lists.of(t));
      if (exact.potential != 0) errors = worst(errors, errors_of(got, t, exact));
    }
    EXPECT_LT(errors.acceleration, bounds.acceleration);
    EXPECT_LT(errors.jerk, bounds.jerk);
    EXPECT_LT(errors.potential, bounds.potential);
    EXPECT_TRUE(!with_snap || errors.snap < bounds.snap) << errors.snap;
  }
};

constexpr ListRule all_rules[] = {ListRule::distance, ListRule::end_points, ListRule::segment, ListRule::approach,
                                  ListRule::midway};

TEST_P(Lists, AgreeWithBruteForceByEveryRule) {
  const Bodies bodies = make_bodies(520, 23);  // three leaves
  const auto sources = make_sources(*engine_, bodies);
  auto targets = all_targets(bodies, when);
  const auto bodies_now = targets;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    targets.radius2[t] = 1e-4 * std::pow(1.0175, static_cast<double>(t));
    targets.list_time[t] = 0.01 * static_cast<double>(t % 50);
  }
  targets.radius2[5] = 0;
  targets.radius2[6] = std::numeric_limits<double>::infinity();
  std::size_t listed[std::size(all_rules)] = {};
  for (const ListRule rule : all_rules) {
    const Wanted wanted{.acceleration = false, .lists = true, .list_rule = rule};
    engine_->evaluate(*sources, when, targets.targets(), {0.5}, wanted, targets.results()).wait();
    ASSERT_EQ(targets.lists.targets(), targets.size());
    EXPECT_EQ(targets.lists.of(5).size(), 0u);
    EXPECT_EQ(targets.lists.of(6).size(), bodies.size() - 1) << "never cut";
    for (std::size_t t = 0; t < targets.size(); t += 3) {
      const auto list = targets.lists.of(t);
      EXPECT_EQ(std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()), list.end()) << "ascending";
      listed[static_cast<int>(rule)] += list.size();
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const bool is_listed = std::binary_search(list.begin(), list.end(), slot_at(i));
        const auto [square, slack] = compared(rule, bodies_now.point(i), targets.point(t), targets.list_time[t]);
        const bool is_outside = i == t || square > targets.radius2[t] + slack;
        const bool is_inside = i != t && square < targets.radius2[t] - slack;
        EXPECT_FALSE((is_listed && is_outside) || (!is_listed && is_inside)) << t << ' ' << i;
      }
    }
  }
  EXPECT_GT(listed[1], listed[0]);
  EXPECT_GT(listed[2], listed[1]) << "bodies that cross the sphere within the time";
  EXPECT_GT(listed[3], listed[0]);
  EXPECT_LT(listed[3], listed[2]);
  EXPECT_LT(listed[4], listed[2]) << "who is within midway is within at some time";
}

TEST_P(Lists, RulesLookAhead) {
  Bodies bodies;
  bodies.add(1, {4, 0.5, 0}, {-8, 0, 0});  // crosses the sphere before the end
  bodies.add(1, {4, 0, 0}, {-4, 0, 0});    // at the target at the end
  bodies.add(1, {2, 0.5, 0}, {8, 0, 0});   // has left
  bodies.add(1, {0.5, 0, 0}, {80, 0, 0});  // is leaving
  bodies.add(1, {0, 3, 0});                // stands still
  bodies.add(1, {0, 0, 0.25});             // stands still inside
  bodies.add(1, {0, 9, 0}, {0, -4, 0});    // comes too late
  bodies.add(1, {4, 0.2, 0}, {-8, 0, 0});  // crosses the inner half
  const auto sources = make_sources(*engine_, bodies);
  TargetsAndResults point;
  point.add(no_slot, {}, 1, 1);
  point.add(no_slot, {}, 1, 0);
  const auto listed = [&](ListRule rule, std::size_t t) {
    const Wanted wanted{.acceleration = false, .lists = true, .list_rule = rule};
    engine_->evaluate(*sources, {}, point.targets(), {}, wanted, point.results()).wait();
    std::vector<std::size_t> rows;
    for (const Slot slot : point.lists.of(t)) rows.push_back(index(slot));
    return rows;
  };
  using Rows = std::vector<std::size_t>;
  EXPECT_EQ(listed(ListRule::distance, 0), (Rows{3, 5}));
  EXPECT_EQ(listed(ListRule::end_points, 0), (Rows{1, 3, 5}));
  EXPECT_EQ(listed(ListRule::segment, 0), (Rows{0, 1, 3, 5, 7}));
  EXPECT_EQ(listed(ListRule::approach, 0), (Rows{1, 3, 5, 7}));
  EXPECT_EQ(listed(ListRule::midway, 0), (Rows{0, 1, 5, 7}));
  for (const ListRule rule : all_rules) EXPECT_EQ(listed(rule, 1), (Rows{3, 5})) << "no time ahead";
}

// Who is listed on the way there is listed on the way back: else forces of those who come are summed with other errors
// than those of who goes, and the energy drifts. The other rules but segment do not keep this.
TEST_P(Lists, MidwayIsTheSameBothWays) {
  Bodies there = make_bodies(400, 31), back;
  const double time = 0.5;
  for (std::size_t i = 0; i < there.size(); ++i) {
    there.acceleration[i] = there.jerk[i] = {};
    there.time[i] = {};
    back.add(there.mass[i], there.position[i] + time * there.velocity[i], -there.velocity[i]);
  }
  const auto lists = [&](const Bodies& bodies, ListRule rule) {
    const auto sources = make_sources(*engine_, bodies);
    auto targets = all_targets(bodies, {}, 0.04, time);
    const Wanted wanted{.acceleration = false, .lists = true, .list_rule = rule};
    engine_->evaluate(*sources, {}, targets.targets(), {}, wanted, targets.results()).wait();
    return targets.lists;
  };
  const auto differences = [&](ListRule rule) {
    const NeighbourLists a = lists(there, rule), b = lists(back, rule);
    std::vector<Slot> different;
    for (std::size_t t = 0; t < a.targets(); ++t)
      std::ranges::set_symmetric_difference(a.of(t), b.of(t), std::back_inserter(different));
    EXPECT_GT(a.slots.size(), 500u) << "or nothing is shown";
    return different.size();
  };
  EXPECT_LE(differences(ListRule::midway), 4u) << "but for rounding";
  EXPECT_GT(differences(ListRule::approach), 100u);
}

TEST_P(Lists, FarSumsLeaveOutExactlyTheListed) {
  const Bodies bodies = make_bodies_with_crackle(520, 25);
  const auto sources = make_sources(*engine_, bodies);
  // Every third body: a stand-in of a device that interprets its kernels takes a microsecond for a pair.
  TargetsAndResults some;
  for (std::size_t i = 0; i < bodies.size(); i += 3) some.add(slot_at(i), predicted(bodies, i, when), 0.02, 0.03125);
  for (const ListRule rule : all_rules)
    for (const double eps2 : {0.0, 1e-5})
      for (const bool with_snap : {false, true}) {
        // Neither softening nor snap knows of the rule: with one rule both with both, with the others each once.
        if (rule != ListRule::distance && with_snap != (eps2 > 0)) continue;
        auto far = some;
        Wanted wanted{.potential = true, .lists = true, .snap = with_snap, .far_only = true, .list_rule = rule};
        engine_->evaluate(*sources, when, far.targets(), {eps2}, wanted, far.results()).wait();
        EXPECT_GT(far.lists.slots.size(), far.size());
        expect_far_sums(bodies, far, eps2, with_snap);

        auto all = some;
        wanted.far_only = false;
        engine_->evaluate(*sources, when, all.targets(), {eps2}, wanted, all.results()).wait();
        EXPECT_EQ(all.lists.slots, far.lists.slots) << "the same bits decide";
        EXPECT_NE(all.acceleration, far.acceleration);
      }
}

TEST_P(Lists, FarPotentialAlone) {
  const Bodies bodies = make_bodies_with_crackle(520, 26);
  const auto sources = make_sources(*engine_, bodies);
  auto both = all_targets(bodies, when, 0.02), alone = both;
  Wanted wanted{.potential = true, .nearest = true, .lists = true, .snap = true, .far_only = true};
  engine_->evaluate(*sources, when, both.targets(), {1e-6}, wanted, both.results()).wait();
  wanted.acceleration = wanted.snap = false;
  engine_->evaluate(*sources, when, alone.targets(), {1e-6}, wanted, alone.results()).wait();
  const double bound = GetParam().precision == Precision::fp32 ? 2e-6 : error_bounds(GetParam().precision).potential;
  EXPECT_EQ(alone.lists.slots, both.lists.slots);
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_NEAR(alone.potential[t] / both.potential[t], 1, 2 * bound);
    if (!alone.lists.of(t).empty()) {
      const auto list = alone.lists.of(t);
      EXPECT_NE(std::find(list.begin(), list.end(), alone.nearest[t]), list.end()) << "nearest is over all";
    }
  }
}

TEST_P(Lists, CoincidentNeighboursDoNotSpoilTheFarSums) {
  Bodies bodies = make_bodies_with_crackle(300, 27);
  bodies.time.assign(300, when);
  bodies.position[299] = bodies.position[7];
  bodies.mass[299] = 1e10;
  const auto sources = make_sources(*engine_, bodies);
  auto far = all_targets(bodies, when, 0.01);
  const Wanted wanted{.potential = true, .nearest = true, .lists = true, .snap = true, .far_only = true};
  engine_->evaluate(*sources, when, far.targets(), {}, wanted, far.results()).wait();
  const auto exact = exact_force(bodies, when, slot_at(7), far.point(7), 0, far.lists.of(7));
  EXPECT_LT(errors_of(far, 7, exact).acceleration, error_bounds(GetParam().precision).acceleration);
  EXPECT_LT(errors_of(far, 7, exact).snap, error_bounds(GetParam().precision).snap);
  EXPECT_EQ(far.nearest[7], slot_at(299));
  EXPECT_EQ(far.nearest_distance2[7], 0);
}

TEST_P(Lists, EverybodyANeighbourLeavesNothing) {
  for (const std::size_t n : {1, 2, 3, 300}) {
    const Bodies bodies = make_bodies_with_crackle(n, 28);
    const auto sources = make_sources(*engine_, bodies);
    sources->resize(n + 200);  // parked rows are nobody's neighbours
    auto far = all_targets(bodies, when, std::numeric_limits<double>::infinity(), 1);
    for (const ListRule rule : all_rules) {
      const Wanted wanted{.potential = true, .lists = true, .snap = true, .far_only = true, .list_rule = rule};
      engine_->evaluate(*sources, when, far.targets(), {}, wanted, far.results()).wait();
      for (std::size_t t = 0; t < n; ++t) {
        EXPECT_EQ(far.lists.of(t).size(), n - 1);
        EXPECT_EQ(far.acceleration[t], Vec3{});
        EXPECT_EQ(far.jerk[t], Vec3{});
        EXPECT_EQ(far.snap[t], Vec3{});
        EXPECT_EQ(far.potential[t], 0);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, Lists, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
