// Parked rows are in no tree: forces are those of a table without them, whatever the rows held before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <tuple>

#include "tests/tree/tree_run.h"
#include "tucana/core/archive.h"
#include "tucana/core/error.h"

namespace tucana::test {
namespace {

constexpr Wanted force{.potential = true, .jerk = false};

struct Place {
  std::string engine;
  std::size_t bodies;  ///< fewer where kernels are interpreted
  std::vector<int> devices = {0};
};

std::string name_of(const Place& place) { return place.engine + (place.devices.size() == 1 ? "" : "_in_parts"); }
void PrintTo(const Place& place, std::ostream* out) { *out << name_of(place); }

std::vector<Place> all_places() {
#ifdef TUCANA_NO_DEVICES
  return {{"cpu", 1500}};
#else
  return {{"cpu", 1500}, {"opencl", 1500}, {"opencl", 600, {0, 0}}, {"cuda", 150}};
#endif
}

struct Got {
  std::vector<Vec3> acceleration;
  std::vector<double> potential;
  std::uint64_t interactions = 0;

  bool operator==(const Got&) const = default;
};

class TreePark : public testing::TestWithParam<Place> {
 protected:
  std::unique_ptr<TreeEngine> make_engine(const TreeOptions& options = plain_options()) const {
    TreeRun run{options, usual_eps2};
    run.engine = GetParam().engine;
    run.devices = GetParam().devices;
    return run.make_engine();
  }
  std::vector<Slot> others_than(const std::vector<Slot>& parked) const {
    auto others = bodies_.slots();
    std::erase_if(others, [&](Slot slot) { return std::ranges::find(parked, slot) != parked.end(); });
    return others;
  }
  Bodies some_of(const std::vector<Slot>& slots) const {
    Bodies some;
    for (const Slot slot : slots)
      some.add(bodies_.mass[index(slot)], bodies_.position[index(slot)], bodies_.velocity[index(slot)]);
    return some;
  }
  void write(SourceSet& sources, const std::vector<Slot>& slots) const {
    const Bodies some = some_of(slots);
    sources.write(slots, some.rows());
  }
  std::unique_ptr<SourceSet> with_only(TreeEngine& engine, const std::vector<Slot>& slots) const {
    auto sources = engine.make_sources();
    sources->resize(bodies_.size());
    write(*sources, slots);
    return sources;
  }
  /// On these slots, whose bodies stand at `position`.
  static Got evaluate(TreeEngine& engine, SourceSet& sources, const std::vector<Slot>& slots,
                      const std::vector<Vec3>& position, Tick when = {}, const Wanted& wanted = force) {
    Got got{std::vector<Vec3>(slots.size()), std::vector<double>(slots.size())};
    Targets targets{};
    targets.slot = slots, targets.position = position;
    Results results{};
    results.acceleration = got.acceleration, results.potential = got.potential;
    results.interactions = &got.interactions;
    engine.evaluate(sources, when, targets, {usual_eps2}, wanted, results).wait();
    return got;
  }
  Got evaluate(TreeEngine& engine, SourceSet& sources, const std::vector<Slot>& slots) const {
    return evaluate(engine, sources, slots, some_of(slots).position);
  }

  Bodies bodies_ = resting_bodies(GetParam().bodies, 3);
  /// Every fifth; what is in one corner, whole leaves; all but a few.
  std::vector<std::vector<Slot>> choices() const {
    std::vector<std::vector<Slot>> all(3);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec3& x = bodies_.position[i];
      if (i % 5 == 2) all[0].push_back(slot_at(i));
      if (x.x > 0 && x.y > 0 && x.z > 0) all[1].push_back(slot_at(i));
      if (i % 50 != 7) all[2].push_back(slot_at(i));
    }
    return all;
  }
};

/// The same bits as those of a table without these rows, where all other bodies have other slots.
TEST_P(TreePark, ParkedRowsAreInNoTree) {
  for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
    const auto engine = make_engine(plain_options(OpeningCriterion::acceleration, order));
    for (const auto& parked : choices()) {
      const auto others = others_than(parked);
      const auto sources = make_sources(*engine, bodies_);
      evaluate(*engine, *sources, others);  // there is a tree when they are parked
      sources->park(parked);
      EXPECT_EQ(sources->size(), bodies_.size());
      const Got got = evaluate(*engine, *sources, others);
      const auto never_written = with_only(*engine, others);
      EXPECT_EQ(got, evaluate(*engine, *never_written, others));
      const Bodies fewer = some_of(others);
      const auto without = make_sources(*engine, fewer);
      EXPECT_EQ(got, evaluate(*engine, *without, fewer.slots(), fewer.position));
    }
  }
}

TEST_P(TreePark, ForcesAndCountsAreThoseOfTheOthers) {
  const auto engine = make_engine(all_opened());
  const auto sources = make_sources(*engine, bodies_);
  const auto parked = choices()[0], others = others_than(parked);
  sources->park(parked);
  const Got got = evaluate(*engine, *sources, others);
  const TreeErrors errors =
      errors_of({got.acceleration, got.potential, {}}, direct_forces(some_of(others), usual_eps2));
  EXPECT_LT(errors.acceleration, 2e-6);
  EXPECT_LT(errors.potential, 2e-6);
  EXPECT_EQ(got.interactions, others.size() * (others.size() - 1));
  // A test point where a parked body was.
  const auto at = evaluate(*engine, *sources, {no_slot}, {bodies_.position[index(parked[0])]});
  EXPECT_TRUE(is_finite(at.acceleration[0]));
  EXPECT_EQ(at.interactions, others.size());
}

TEST_P(TreePark, WrittenAgainTheyAreBack) {
  const auto engine = make_engine();
  const auto sources = make_sources(*engine, bodies_);
  const auto all = bodies_.slots();
  const Got before = evaluate(*engine, *sources, all);
  for (const auto& parked : choices()) {
    sources->park(parked);
    EXPECT_NE(evaluate(*engine, *sources, others_than(parked)).interactions, before.interactions);
    write(*sources, parked);
    EXPECT_EQ(evaluate(*engine, *sources, all), before);
    sources->park(parked);  // and without an evaluation between the two
    write(*sources, parked);
    EXPECT_EQ(evaluate(*engine, *sources, all), before);
  }
}

TEST_P(TreePark, ResizingLeavesParkedRowsParked) {
  const auto engine = make_engine();
  const auto sources = make_sources(*engine, bodies_);
  const auto parked = choices()[1], others = others_than(parked);
  const auto never_written = with_only(*engine, others);
  const Got wanted = evaluate(*engine, *never_written, others);
  sources->park(parked);
  sources->resize(bodies_.size() + 100);
  EXPECT_EQ(evaluate(*engine, *sources, others), wanted);
  sources->resize(bodies_.size());
  EXPECT_EQ(evaluate(*engine, *sources, others), wanted);
}

TEST_P(TreePark, NobodyAndOneBodyFeelNothing) {
  const auto engine = make_engine();
  const auto sources = make_sources(*engine, bodies_);
  const std::vector<Slot> lone{slot_at(20)};
  sources->park(others_than(lone));
  const Got alone = evaluate(*engine, *sources, lone);
  EXPECT_EQ(alone, (Got{{Vec3{}}, {0.0}, 0}));
  const Vec3 away = bodies_.position[20] + Vec3{0, 0, 2};
  EXPECT_NEAR(evaluate(*engine, *sources, {no_slot}, {away}).potential[0], -bodies_.mass[20] / 2, 1e-4);
  sources->park(lone);
  sources->park(lone);
  EXPECT_EQ(evaluate(*engine, *sources, {no_slot}, {away}), (Got{{Vec3{}}, {0.0}, 0}));
  write(*sources, lone);
  EXPECT_EQ(evaluate(*engine, *sources, lone), alone);
}

/// The next body in a row does not inherit the softening of the last.
TEST_P(TreePark, SofteningIsParkedToo) {
  const auto engine = make_engine();
  const std::vector<double> softening2(bodies_.size(), 0.04);
  const auto parked = choices()[0], others = others_than(parked);
  const auto sources = engine->make_sources(), partly_written = engine->make_sources();
  sources->resize(bodies_.size());
  partly_written->resize(bodies_.size());
  SourceRows rows = bodies_.rows();
  rows.softening2 = softening2;
  sources->write(bodies_.slots(), rows);
  sources->park(parked);
  const Bodies some = some_of(others);
  rows = some.rows();
  rows.softening2 = std::span(softening2).first(others.size());
  partly_written->write(others, rows);
  EXPECT_EQ(evaluate(*engine, *sources, others), evaluate(*engine, *partly_written, others));
  write(*sources, parked);
  write(*partly_written, parked);
  EXPECT_EQ(evaluate(*engine, *sources, bodies_.slots()), evaluate(*engine, *partly_written, bodies_.slots()));
}

/// A look between a change of the rows and the next evaluation leaves no trace.
TEST_P(TreePark, LooksDoNotChangeLaterTrees) {
  TreeOptions options = plain_options();
  options.rebuild_interval = 0;
  const auto engine = make_engine(options);
  for (std::size_t i = 0; i < bodies_.size(); i += 2) bodies_.position[i] = bodies_.position[1];  // equal keys
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_.velocity[i] = {std::sin(1.0 * i), std::sin(2.0 * i), std::sin(3.0 * i)};
  const auto parked = choices()[0], others = others_than(parked), all = bodies_.slots();
  const auto run = [&](bool looks, bool saves) {
    auto sources = make_sources(*engine, bodies_);
    const auto look = [&](const std::vector<Slot>& at, Tick when) {
      Wanted wanted = force;
      wanted.looking = true;
      if (looks) evaluate(*engine, *sources, at, some_of(at).position, when, wanted);
    };
    look(all, Tick::nearest(0.5));
    const Got first = evaluate(*engine, *sources, all);
    sources->park(parked);
    look(others, Tick::nearest(0.25));
    if (saves) {
      MemoryArchive archive;
      sources->describe(archive);
      sources = with_only(*engine, others);
      archive.rewind();
      sources->describe(archive);
    }
    const Got second = evaluate(*engine, *sources, others);
    return std::tuple(first, second, sources->tuning_record());
  };
  const auto wanted = run(false, false);
  EXPECT_EQ(run(true, false), wanted);
  EXPECT_EQ(run(false, true), wanted);
  EXPECT_EQ(run(true, true), wanted);
}

/// A saved tree is of the rows that were not parked, and is refused for others.
TEST_P(TreePark, SavedTreesAreOfTheOthers) {
  const auto engine = make_engine();
  const auto parked = choices()[0], others = others_than(parked);
  const auto sources = make_sources(*engine, bodies_);
  sources->park(parked);
  evaluate(*engine, *sources, others);
  MemoryArchive archive;
  sources->describe(archive);
  const Got wanted = evaluate(*engine, *sources, others);
  archive.rewind();
  const auto again = with_only(*engine, others);
  again->describe(archive);
  EXPECT_EQ(evaluate(*engine, *again, others), wanted);
  for (const auto& wrong : {bodies_.slots(), others_than(choices()[1])}) {
    archive.rewind();
    const auto of_others = with_only(*engine, wrong);
    EXPECT_THROW(of_others->describe(archive), InputError);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, TreePark, testing::ValuesIn(all_places()),
                         [](const auto& place) { return name_of(place.param); });

}  // namespace
}  // namespace tucana::test
