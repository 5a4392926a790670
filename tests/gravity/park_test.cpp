// Rows that are parked: as if they had never been written, whatever they held before.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tests/gravity/same_results.h"

namespace tucana::test {
namespace {

const Tick park_time = Tick::nearest(1.0625);
constexpr double eps2 = 1e-5, list_radius2 = 0.05, list_time = 0.03125;
constexpr Wanted everything_far{
    .potential = true, .nearest = true, .lists = true, .far_only = true, .list_rule = ListRule::segment};

/// Sets of slots of three leaves, the last of them not full.
constexpr std::size_t n = 600;
template <class Chosen>
std::vector<Slot> slots_where(const Chosen& is_chosen) {
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < n; ++i)
    if (is_chosen(i)) slots.push_back(slot_at(i));
  return slots;
}
const std::vector<Slot> scattered = slots_where([](std::size_t i) { return i % 5 == 3; });
const std::vector<Slot> whole_leaf = slots_where([](std::size_t i) { return i >= 256 && i < 512; });
const std::vector<Slot> both_ends = slots_where([](std::size_t i) { return i < 40 || i >= 540; });

std::vector<Slot> others_than(const std::vector<Slot>& parked) {
  return slots_where([&](std::size_t i) { return !std::ranges::binary_search(parked, slot_at(i)); });
}

Bodies some_of(const Bodies& bodies, const std::vector<Slot>& slots) {
  Bodies some;
  const auto take = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    for (const Slot slot : slots) to.push_back(from[index(slot)]);
  };
  take(bodies.mass, some.mass), take(bodies.time, some.time);
  take(bodies.position, some.position), take(bodies.velocity, some.velocity);
  take(bodies.acceleration, some.acceleration), take(bodies.jerk, some.jerk);
  take(bodies.snap, some.snap), take(bodies.crackle, some.crackle);
  return some;
}

void write(SourceSet& sources, const Bodies& bodies, const std::vector<Slot>& slots) {
  const Bodies some = some_of(bodies, slots);
  sources.write(slots, some.rows());
}

class Park : public EngineTest {
 protected:
  /// On every tenth of the others, and on a test point at the place of the first that is parked.
  TargetsAndResults evaluate(SourceSet& sources, const std::vector<Slot>& parked, const Wanted& wanted = everything) {
    TargetsAndResults got;
    const auto others = others_than(parked);
    for (std::size_t k = 0; k < others.size(); k += 10)
      got.add(others[k], predicted(bodies_, index(others[k]), park_time), list_radius2, list_time);
    Point there = predicted(bodies_, index(parked.front()), park_time);
    there.position += Vec3{1e-3, 0, 0};
    got.add(no_slot, there, list_radius2, list_time);
    engine_->evaluate(sources, park_time, got.targets(), {eps2}, wanted, got.results()).wait();
    return got;
  }
  std::unique_ptr<SourceSet> with_only(const std::vector<Slot>& slots, std::size_t rows = n) {
    auto sources = engine_->make_sources(bodies_.snap.empty() ? Prediction::jerk : Prediction::crackle);
    sources->resize(rows);
    write(*sources, bodies_, slots);
    return sources;
  }

  Bodies bodies_ = make_bodies(n, 17);
};

TEST_P(Park, ParkedRowsAreAsIfNeverWritten) {
  for (const auto* parked : {&scattered, &whole_leaf, &both_ends}) {
    const auto sources = make_sources(*engine_, bodies_);
    evaluate(*sources, *parked);  // predicted already when they are parked
    sources->park(*parked);
    EXPECT_EQ(sources->size(), n);
    const auto never_written = with_only(others_than(*parked));
    for (const Wanted& wanted : {everything, everything_far})
      expect_same_bits(evaluate(*sources, *parked, wanted), evaluate(*never_written, *parked, wanted));
  }
}

TEST_P(Park, SnapIsThatOfTheOthers) {
  bodies_ = make_bodies_with_crackle(n, 17);
  const auto sources = make_sources(*engine_, bodies_);
  sources->park(scattered);
  const auto never_written = with_only(others_than(scattered));
  expect_same_bits(evaluate(*sources, scattered, force_and_snap), evaluate(*never_written, scattered, force_and_snap));
}

TEST_P(Park, ForcesAreThoseOfTheOthers) {
  const ErrorBounds bounds = error_bounds(GetParam().precision);
  const auto sources = make_sources(*engine_, bodies_);
  for (const auto* parked : {&scattered, &whole_leaf}) {
    sources->write(bodies_.slots(), bodies_.rows());
    sources->park(*parked);
    const auto got = evaluate(*sources, *parked);
    Errors errors;
    for (std::size_t t = 0; t < got.size(); ++t)
      errors =
          worst(errors, errors_of(got, t, exact_force(bodies_, park_time, got.slot[t], got.point(t), eps2, *parked)));
    EXPECT_LT(errors.acceleration, bounds.acceleration);
    EXPECT_LT(errors.jerk, bounds.jerk);
    EXPECT_LT(errors.potential, bounds.potential);
  }
}

TEST_P(Park, NeighboursAreThoseOfTheOthers) {
  const auto sources = make_sources(*engine_, bodies_);
  for (const auto* parked : {&scattered, &whole_leaf, &both_ends}) {
    const auto is_parked = [&](Slot slot) { return std::ranges::binary_search(*parked, slot); };
    sources->write(bodies_.slots(), bodies_.rows());
    const auto before = evaluate(*sources, *parked);
    sources->park(*parked);
    const auto after = evaluate(*sources, *parked);
    std::size_t left = 0;
    for (std::size_t t = 0; t < after.size(); ++t) {
      const auto listed = before.lists.of(t), got = after.lists.of(t);
      std::vector<Slot> wanted(listed.begin(), listed.end());
      left += std::erase_if(wanted, is_parked);
      EXPECT_TRUE(std::ranges::equal(got, wanted)) << t;
      EXPECT_FALSE(is_parked(after.nearest[t])) << t;
      if (is_parked(before.nearest[t]))
        EXPECT_GE(after.nearest_distance2[t], before.nearest_distance2[t]) << t;
      else
        EXPECT_EQ(after.nearest[t], before.nearest[t]) << t;
    }
    EXPECT_GT(left, 0u);
    EXPECT_EQ(before.nearest.back(), parked->front());
  }
}

TEST_P(Park, WrittenAgainTheyAreBack) {
  const auto sources = make_sources(*engine_, bodies_);
  const auto before = evaluate(*sources, scattered);
  sources->park(scattered);
  const auto parked = evaluate(*sources, scattered);
  EXPECT_FALSE(same_columns(parked.potential, before.potential));
  write(*sources, bodies_, scattered);
  expect_same_bits(evaluate(*sources, scattered), before);
}

TEST_P(Park, ResizingLeavesParkedRowsParked) {
  const auto sources = make_sources(*engine_, bodies_);
  sources->park(scattered);
  sources->resize(1100);
  const auto larger = with_only(others_than(scattered), 1100);
  expect_same_bits(evaluate(*sources, scattered), evaluate(*larger, scattered));
  sources->resize(0);
  sources->resize(n);
  write(*sources, bodies_, others_than(whole_leaf));
  const auto anew = with_only(others_than(whole_leaf));
  expect_same_bits(evaluate(*sources, whole_leaf), evaluate(*anew, whole_leaf));
}

TEST_P(Park, NobodyAndOneBodyFeelNothing) {
  const Slot lone = slot_at(300);
  auto rest = bodies_.slots();
  std::erase(rest, lone);
  const auto sources = make_sources(*engine_, bodies_);
  sources->park({});
  sources->park(rest);
  TargetsAndResults got;
  got.add(lone, predicted(bodies_, 300, park_time), list_radius2, list_time);
  const auto expect_nothing = [&] {
    for (const Wanted& wanted : {everything, everything_far}) {
      engine_->evaluate(*sources, park_time, got.targets(), {eps2}, wanted, got.results()).wait();
      EXPECT_EQ(got.acceleration[0], Vec3{});
      EXPECT_EQ(got.jerk[0], Vec3{});
      EXPECT_EQ(got.potential[0], 0);
      EXPECT_EQ(got.nearest[0], no_slot);
      EXPECT_EQ(got.nearest_distance2[0], std::numeric_limits<double>::infinity());
      EXPECT_EQ(got.lists.of(0).size(), 0u);
    }
  };
  expect_nothing();
  sources->park({&lone, 1});
  sources->park({&lone, 1});  // again
  got.slot[0] = no_slot;
  expect_nothing();
}

INSTANTIATE_TEST_SUITE_P(Engines, Park, testing::ValuesIn(all_engines()), engine_name);

}  // namespace
}  // namespace tucana::test
