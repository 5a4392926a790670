// Simulations that last longer than ticks reach.
#include <gtest/gtest.h>

#include <cmath>

#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

using Settings = std::vector<std::string>;

Options with(const Settings& settings, IntegratorKind kind = IntegratorKind::hermite4) {
  Options options = default_options(kind);
  options.model.n = 64;
  options.gravity.softening = 0.05;
  for (const std::string& setting : settings) set_option(options, setting);
  check_together(options);
  return options;
}

void expect_same_stars(Simulation& one, Simulation& other, double time) {
  const SharedStars expected = one.stars_at(one.tick_of(time)), found = other.stars_at(other.tick_of(time));
  ASSERT_EQ(expected->size(), found->size());
  for (std::size_t i = 0; i < expected->size(); ++i) {
    ASSERT_EQ(found->id[i], expected->id[i]) << i;
    ASSERT_EQ(found->mass[i], expected->mass[i]) << i;
    ASSERT_EQ(found->position[i], expected->position[i]) << i;
    ASSERT_EQ(found->velocity[i], expected->velocity[i]) << i;
  }
  EXPECT_EQ(other.report_at(other.tick_of(time)).energy, one.report_at(one.tick_of(time)).energy);
}

struct Case {
  IntegratorKind kind;
  Settings settings;
};

class EpochRun : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(
    Of, EpochRun,
    testing::Values(Case{IntegratorKind::hermite4, {}}, Case{IntegratorKind::hermite4, {"gravity.softening=0"}},
                    Case{IntegratorKind::hermite4, {"integrator.steps=shared"}}, Case{IntegratorKind::hermite6, {}},
                    Case{IntegratorKind::hermite6, {"integrator.steps=shared"}}, Case{IntegratorKind::leapfrog, {}},
                    Case{IntegratorKind::leapfrog, {"integrator.steps=block"}},
                    Case{IntegratorKind::leapfrog, {"engine.precision=fp32", "gravity.method=tree", "model.n=300"}},
                    Case{IntegratorKind::ahmad_cohen, {}}, Case{IntegratorKind::ahmad_cohen, {"model.n=300"}},
                    Case{IntegratorKind::ahmad_cohen,
                         {"gravity.softening=0", "model.masses=kroupa_2001", "model.binary_fraction=0.2",
                          "model.half_mass_radius=1 pc", "model.largest_axis=50 AU"}},
                    Case{IntegratorKind::ahmad_cohen,
                         {"field.kind=point_mass", "field.mass=64000", "field.orbit_radius=160", "escapers.kind=remove",
                          "escapers.interval=0.1"}},
                    Case{IntegratorKind::hermite4,
                         {"field.kind=point_mass", "field.mass=64000", "field.orbit_radius=160"}},
                    Case{IntegratorKind::hermite4, {"field.kind=tide", "field.angular_speed=0.3"}},
                    Case{IntegratorKind::hermite4, {"stellar.kind=sse", "units.length_pc=1"}}));

TEST_P(EpochRun, MovesWithoutAnyEffectOnTheOrbits) {
  const Options options = with(GetParam().settings, GetParam().kind);
  Simulation whole(options), moved(options);
  whole.start(), moved.start();
  whole.advance_to(1), moved.advance_to(0.5);
  moved.move_epoch();
  EXPECT_EQ(moved.integrator().now(), Tick{0});
  EXPECT_EQ(moved.epoch().first(), 0);
  EXPECT_EQ(moved.time_of(Tick{0}), 0.5);
  moved.advance_to(1);
  expect_same_stars(whole, moved, 1);
}

/// Looks at every thousandth time unit.
struct Counter final : Observer {
  Tick next() const override { return next_; }
  void see(const Observation& look) override {
    times.push_back(look.time());
    next_ = next_ + Tick::nearest(1000);
  }
  void epoch_moved(Tick by, double moved) override {
    next_ = Tick::nearest(1000 * static_cast<double>(times.size()) - moved);
    moves += by > Tick{0} ? 1 : 0;
  }
  std::vector<double> times;
  Tick next_{0};
  int moves = 0;
};

class LongRun : public testing::TestWithParam<IntegratorKind> {};
INSTANTIATE_TEST_SUITE_P(Of, LongRun,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6, IntegratorKind::leapfrog,
                                         IntegratorKind::ahmad_cohen),
                         [](const auto& of) { return std::string(word_of(of.param)); });

/// A wide circular pair, 39 revolutions.
InitialStars wide_pair() {
  const double axis = 30, speed = 0.5 / std::sqrt(axis);
  InitialStars pair;
  pair.stars.resize(2);
  pair.stars.number_from_one();
  pair.stars.mass = {0.5, 0.5};
  pair.stars.position = {{axis / 2, 0, 0}, {-axis / 2, 0, 0}};
  pair.stars.velocity = {{0, speed, 0}, {0, -speed, 0}};
  pair.units = {1, 1};
  return pair;
}

TEST_P(LongRun, AdvancesAndStepsBeyondTheEndOfTicks) {
  const Options options = with({"integrator.largest_step=1", "fewbody.kind=off", "run.threads=1"}, GetParam());
  Simulation one(options, {.stars = wide_pair()}), other(options, {.stars = wide_pair()});
  Counter counter;
  one.add_observer(counter);
  one.start(), other.start();
  one.advance_to(40000.3);
  EXPECT_EQ(one.epoch().start(), 32766);
  EXPECT_EQ(counter.times.size(), 41U);
  EXPECT_EQ(counter.times.back(), 40000);
  EXPECT_EQ(counter.moves, 1);
  // The same, by another way: moved early, then block by block.
  other.advance_to(8192);
  other.move_epoch();
  while (other.time_of(other.integrator().next()) <= 40000.3) other.step();
  EXPECT_EQ(other.epoch().start(), 8192);
  expect_same_stars(one, other, 40000.3);
  EXPECT_LT(std::abs(one.energy_error_at(one.tick_of(40000.3))), 1e-3);
  while (other.time_of(other.integrator().next()) <= 41000) other.step();
  EXPECT_EQ(other.epoch().start(), 8192 + 32766);
  one.advance_to(41000);
  expect_same_stars(one, other, 41000);
}

}  // namespace
}  // namespace tucana
