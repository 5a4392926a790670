// Processes that change stars while a simulation runs, and the ledger of the energy that they move.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulation/some_processes.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

constexpr IntegratorKind integrators[] = {IntegratorKind::hermite4, IntegratorKind::hermite6,
                                          IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog};

Options changing_cluster(int threads = 1, IntegratorKind integrator = IntegratorKind::ahmad_cohen) {
  Options options = default_options(integrator);
  options.engine.precision = Precision::fp64;
  options.gravity.softening = 0.02;
  options.model.n = 100;
  options.run.threads = threads;
  return options;
}

/// The same with short steps.
Options accurate_cluster(IntegratorKind integrator) {
  Options options = changing_cluster(1, integrator);
  options.integrator.eta /= integrator == IntegratorKind::leapfrog ? 64 : 4;
  options.integrator.eta_regular /= 4;
  return options;
}
/// Allowed for it after one time unit: with steps shorter by 8 the second order has still the larger error.
double allowed_error(IntegratorKind integrator) { return integrator == IntegratorKind::leapfrog ? 1e-4 : 2e-5; }

double energy_of(const Stars& stars, double softening) {
  double energy = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    energy += stars.mass[i] * norm2(stars.velocity[i]) / 2;
    for (std::size_t j = 0; j < i; ++j)
      energy -= stars.mass[i] * stars.mass[j] /
                std::sqrt(norm2(stars.position[i] - stars.position[j]) + softening * softening);
  }
  return energy;
}

/// What happened, a line each.
class Listener final : public Observer {
 public:
  void happened(double time, std::string_view process, const Event& event) override {
    lines.push_back(std::to_string(time) + " " + std::string(process) + " " + event.kind);
  }
  std::vector<std::string> lines;
};

MemoryArchive state_of(Simulation& simulation) {
  MemoryArchive archive;
  simulation.integrator().describe(archive);
  return archive;
}

class ProcessesOf : public testing::TestWithParam<IntegratorKind> {};

TEST_P(ProcessesOf, ActAtTheFirstBlockFromTheirTimesOn) {
  Simulation simulation(changing_cluster(1, GetParam()));
  Listener listener;
  simulation.add_observer(listener);
  add_eventful_life(simulation);
  simulation.start();
  simulation.advance_to(1);
  ASSERT_EQ(listener.lines.size(), 10U) << "four winds of two stars, a removal and a birth";
  EXPECT_EQ(listener.lines.front(), "0.250000 wind wind") << "all bodies reach this time";
  EXPECT_EQ(listener.lines.back(), "1.000000 wind wind");
  const SharedStars stars = simulation.stars_at(simulation.integrator().now());
  EXPECT_EQ(simulation.integrator().star_count(), 100U);
  EXPECT_EQ(stars->size(), 100U);
  EXPECT_FALSE(has_star(stars->view(), StarId{7}));
  EXPECT_TRUE(has_star(stars->view(), StarId{1001}));
  EXPECT_NEAR(mass_of(stars->view(), StarId{3}), 0.01 * std::pow(0.9, 4), 1e-15);
}

TEST_P(ProcessesOf, LeaveTheEnergyErrorToTheIntegration) {
  Simulation simulation(accurate_cluster(GetParam()));
  add_eventful_life(simulation);
  simulation.start();
  const Tick end = Tick::nearest(1);
  simulation.advance_to(1);
  EXPECT_GT(std::abs(simulation.ledger().balance()), 1e-3);
  EXPECT_LT(std::abs(simulation.energy_error_at(end)), allowed_error(GetParam()));
  EXPECT_EQ(simulation.energy_error_at(end), simulation.energy_error(simulation.report_at(end).energy));
  ASSERT_EQ(simulation.ledger().entries().size(), 3U);
  EXPECT_EQ(simulation.ledger().entries()[0].first, "wind");
  EXPECT_NE(simulation.ledger().changes().mass, 0);
  EXPECT_NE(simulation.ledger().changes().removal, 0);
  EXPECT_NE(simulation.ledger().changes().addition, 0);
}

TEST_P(ProcessesOf, KicksAndMergersAreBookedByKindAndWho) {
  Simulation simulation(accurate_cluster(GetParam()));
  simulation.add_process(kick(StarId{20}, {0.4, -0.3, 0.2}, 0.3));
  simulation.add_process(merger(StarId{30}, StarId{31}, 0.55));
  simulation.start();
  simulation.advance_to(1);
  const auto stars = simulation.stars_at(Tick::nearest(1));
  EXPECT_EQ(stars->size(), 99U);
  EXPECT_FALSE(has_star(stars->view(), StarId{31}));
  EXPECT_NEAR(mass_of(stars->view(), StarId{30}), 0.9 * 0.02, 1e-15);
  const EnergyLedger& ledger = simulation.ledger();
  ASSERT_EQ(ledger.entries().size(), 2U);
  const auto& [kicker, by_kick] = ledger.entries()[0];
  const auto& [merging, by_merger] = ledger.entries()[1];
  EXPECT_EQ(kicker, "kick");
  EXPECT_EQ(merging, "merger");
  EXPECT_NE(by_kick.kick, 0);
  EXPECT_EQ(by_kick.total(), by_kick.kick);
  EXPECT_NE(by_merger.merger, 0);
  EXPECT_EQ(by_merger.total(), by_merger.merger);
  EXPECT_EQ(ledger.balance(), -(by_kick.kick + by_merger.merger));
  EXPECT_LT(std::abs(simulation.energy_error_at(Tick::nearest(1))), allowed_error(GetParam()));
}

TEST_P(ProcessesOf, BookTheDifferenceOfTheEnergies) {
  Simulation simulation(changing_cluster(1, GetParam()));
  simulation.start();
  ChangeSet mass, removed, kicked, merged;
  mass.masses = {{StarId{5}, 0.03}, {StarId{6}, 0.0}};
  removed.removed = {StarId{9}, StarId{10}};
  kicked.kicks = {{StarId{20}, {0.4, -0.3, 0.2}}};
  merged.mergers = {{StarId{30}, StarId{31}, 0.018, 0}};
  // At times that all bodies have reached, and at one where they have not.
  for (const double time : {0.0, 0.5, 0.7}) {
    simulation.advance_to(time);
    const Tick now = simulation.integrator().now();
    for (const ChangeSet& set : {mass, removed, kicked, merged, one_more(StarId{500}, {0.1, -0.2, 0.3})}) {
      const double before = energy_of(simulation.stars_at(now)->view(), 0.02);
      const double change = simulation.apply(set, "test").total();
      const double after = energy_of(simulation.stars_at(now)->view(), 0.02);
      EXPECT_NEAR(change, after - before, time == 0.7 ? 1e-7 : 1e-14) << time;
      EXPECT_GT(std::abs(change), 1e-5);
    }
    mass.masses = {{StarId{5}, mass.masses[0].mass / 2}};
    removed.removed = {StarId{500}};
    simulation.apply(removed, "test");
    removed.removed = {time == 0 ? StarId{11} : StarId{12}};
    merged.mergers = {{StarId{30}, time == 0 ? StarId{32} : StarId{33}, 0.025, 0}};
  }
  EXPECT_EQ(simulation.ledger().entries().size(), 1U);
}

// Neither threads, nor looks, nor restarts, nor the parts in which a run is computed.
TEST_P(ProcessesOf, GiveTheSameBitsHoweverARunIsComputed) {
  Simulation whole(changing_cluster(1, GetParam()));
  Listener all;
  whole.add_observer(all);
  add_violent_life(whole);
  whole.start();
  whole.advance_to(1.2);

  Simulation first(changing_cluster(3, GetParam()));
  Listener part;
  first.add_observer(part);
  add_violent_life(first);
  first.start();
  for (int k = 1; k <= 10; ++k) {
    first.advance_to(0.07 * k);
    first.report_at(Tick::nearest(0.07 * k));
  }
  MemoryArchive archive;
  first.describe(archive);
  archive.rewind();
  Simulation second(changing_cluster(2, GetParam()));
  second.add_observer(part);
  add_violent_life(second);
  second.describe(archive);
  second.advance_to(1.2);

  EXPECT_EQ(state_of(second).first_difference(state_of(whole)), "");
  EXPECT_EQ(second.ledger().balance(), whole.ledger().balance());
  EXPECT_EQ(part.lines, all.lines);
}

INSTANTIATE_TEST_SUITE_P(Integrators, ProcessesOf, testing::ValuesIn(integrators), [](const auto& one) {
  return std::string(Simulation(changing_cluster(1, one.param)).integrator().name());
});

TEST(Processes, ActInTheOrderOfRegistrationAndOnceABlock) {
  Simulation simulation(changing_cluster());
  std::string order;
  const auto act_always = [&](char letter) {
    return [&order, letter](Tick, const Stars& stars, EventSink&) {
      order += letter;
      ChangeSet set;
      if (letter == 'a' && has_star(stars, StarId{4})) set.removed = {StarId{4}};
      if (letter == 'b') {
        EXPECT_FALSE(has_star(stars, StarId{4})) << "the second sees what the first has done";
      }
      return set;
    };
  };
  /// Wants to act at the start for ever.
  struct Restless final : Process {
    Restless(std::string_view name, Scripted::Act act) : name_(name), act_(std::move(act)) {}
    std::string_view name() const override { return name_; }
    Tick next() const override { return Tick{0}; }
    ChangeSet act(Tick now, const Stars& stars, EventSink& events) override { return act_(now, stars, events); }
    void describe(Archive&) override {}
    std::string_view name_;
    Scripted::Act act_;
  };
  simulation.add_process(std::make_unique<Restless>("first", act_always('a')));
  simulation.add_process(std::make_unique<Restless>("second", act_always('b')));
  simulation.start();
  EXPECT_EQ(order, "ab");
  simulation.step();
  simulation.step();
  simulation.act_due();
  EXPECT_EQ(order, "ababab");
}

TEST(Processes, ThatAskForTheImpossibleFailAndAreStillDue) {
  Simulation simulation(changing_cluster());
  simulation.add_process(removal(StarId{12345}, 0.25));
  simulation.start();
  try {
    simulation.advance_to(1);
    FAIL() << "it went on";
  } catch (const FailureError& error) {
    EXPECT_EQ(std::string(error.what()).find("removal failed at t = 0.25: star 12345"), 0U) << error.what();
  }
  EXPECT_EQ(simulation.integrator().now(), Tick::nearest(0.25));
  EXPECT_EQ(simulation.integrator().star_count(), 100U);
  EXPECT_TRUE(simulation.ledger().entries().empty());
  EXPECT_THROW(simulation.act_due(), FailureError) << "as it would be after a restart";
}

TEST(Processes, AreStateAndMustBeThereAtARestart) {
  Simulation simulation(changing_cluster());
  simulation.add_process(wind());
  simulation.start();
  MemoryArchive archive;
  simulation.describe(archive);
  archive.rewind();
  Simulation other(changing_cluster());
  other.add_process(removal(StarId{1}, 1));
  try {
    other.describe(archive);
    FAIL() << "it was loaded";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "the checkpoint is of a run with wind, this one has removal: start the run again with the same "
              "processes");
  }
}

TEST(Processes, HaveNamesOfTheirOwn) {
  Simulation simulation(changing_cluster());
  simulation.add_process(wind());
  EXPECT_THROW(simulation.add_process(wind()), InputError);
  EXPECT_THROW(simulation.add_process(std::make_unique<Scripted>("Two words", 0, 0, nullptr)), InputError);
}

TEST(Simulation, SharesTablesThatLast) {
  Simulation simulation(changing_cluster());
  simulation.start();
  const SharedStars before = simulation.stars_at(Tick{0});
  const StarsBuffer copy = *before;
  EXPECT_EQ(simulation.stars_at(Tick{0}), before) << "not computed again";
  simulation.apply(one_more(StarId{300}, {1, 1, 1}, Family::halo), "test");
  const SharedStars after = simulation.stars_at(Tick{0});
  simulation.advance_to(0.5);
  simulation.stars_at(simulation.integrator().now());
  EXPECT_EQ(before->position, copy.position);
  EXPECT_EQ(before->size(), 100U);
  ASSERT_EQ(after->size(), 101U);
  EXPECT_EQ(after->family[static_cast<std::size_t>(std::ranges::find(after->id, StarId{300}) - after->id.begin())],
            Family::halo);
}

TEST(Simulation, RefusesChangesWithoutAName) {
  Simulation simulation(changing_cluster());
  simulation.start();
  EXPECT_THROW(simulation.apply(one_more(StarId{300}, {1, 1, 1}), ""), InputError);
  EXPECT_EQ(simulation.integrator().star_count(), 100U);
}

TEST(Simulation, AdvancesForwardsOnly) {
  Simulation simulation(changing_cluster());
  simulation.start();
  simulation.advance_to(0.5);
  EXPECT_LE(simulation.integrator().now(), Tick::nearest(0.5));
  EXPECT_GT(simulation.integrator().next(), Tick::nearest(0.5));
  EXPECT_THROW(simulation.advance_to(0.25), InputError);
  EXPECT_THROW(simulation.advance_to(1e10), InputError);
  EXPECT_THROW(simulation.advance_to(std::nan("")), InputError);
}

/// Looks at times 0.1, 0.2, ..., or at one time again and again.
class Looker final : public Observer {
 public:
  explicit Looker(bool advances = true) : advances_(advances) {}
  Tick next() const override { return Tick::nearest(0.1 * static_cast<double>(times.size() + 1)); }
  void see(const Observation& observation) override {
    if (advances_) times.push_back(observation.time());
    EXPECT_EQ(observation.stars()->size(), observation.report().n);
    EXPECT_LT(std::abs(observation.energy_error()), 1e-3);
  }
  std::vector<double> times;

 private:
  bool advances_;
};

TEST(Observers, LookAtTheirTimes) {
  Simulation simulation(changing_cluster());
  Looker looker;
  simulation.add_observer(looker);
  simulation.start();
  simulation.advance_to(0.5);
  EXPECT_EQ(looker.times, (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5}));
}

TEST(Observers, CannotHoldUpARun) {
  Simulation simulation(changing_cluster());
  Looker looker(false);
  simulation.add_observer(looker);
  simulation.start();
  EXPECT_THROW(simulation.advance_to(0.5), FailureError);
}

}  // namespace
}  // namespace tucana::test
