// What is asked of an engine, and what is made of one that does not sum all pairs.
#include <gtest/gtest.h>

#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// The reference engine in the clothes of a tree. Keeps what it was asked for.
class Grouping final : public ForceEngine {
 public:
  struct Question {
    Wanted wanted;
    Tick when;
    std::vector<double> old_acceleration;
    std::vector<Slot> slot;
  };

  std::string description() const override { return "grouping"; }
  std::string arithmetic_class() const override { return inner_->arithmetic_class(); }
  Precision precision() const override { return inner_->precision(); }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction) override { return inner_->make_sources(prediction); }
  bool sums_all_pairs() const override { return false; }
  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    EXPECT_FALSE(wanted.jerk || wanted.nearest || wanted.lists || wanted.snap) << "a tree has nothing of these";
    const auto old = targets.old_acceleration;
    questions.push_back({wanted, when, {old.begin(), old.end()}, {targets.slot.begin(), targets.slot.end()}});
    inner_->evaluate(sources, when, targets, law, wanted, results).wait();
    if (results.interactions != nullptr) *results.interactions += 7;
    if (poisoned) results.acceleration[0].y = std::nan("");
    return {};
  }

  std::vector<Question> questions;
  bool poisoned = false;

 private:
  SerialWorkers serial_;
  std::unique_ptr<ForceEngine> inner_ = make_engine({.kind = "reference"}, serial_);
};

class LeapfrogOnATree : public testing::Test {
 protected:
  LeapfrogOnATree() {
    leapfrog_.start(stars_.view());
    direct_.integrator.start(stars_.view());
  }
  void steps(int blocks) {
    for (int block = 0; block < blocks; ++block) {
      leapfrog_.step();
      direct_.integrator.step();
    }
  }
  /// Conserved sums of the leap-frog against those of its stars by definition.
  void expect_right(Tick t) {
    StarsBuffer stars;
    leapfrog_.peek(t, stars);
    EXPECT_EQ(stars.position, direct_.stars_at(t.units()).position);
    const std::optional<Conserved> sums = leapfrog_.conserved(t);
    ASSERT_TRUE(sums.has_value());
    double kinetic = 0;
    for (std::size_t i = 0; i < stars.size(); ++i) kinetic += stars.mass[i] * norm2(stars.velocity[i]) / 2;
    EXPECT_NEAR(sums->kinetic / kinetic, 1, 1e-14);
    EXPECT_NEAR(sums->kinetic + sums->potential, energy_of(stars, 0.01), 1e-14);
    EXPECT_LT(norm(sums->angular_momentum - angular_momentum_of(stars)), 1e-14);
  }

  StarsBuffer stars_ = random_cloud(60, 8);
  Grouping engine_;
  SerialWorkers workers_;
  Leapfrog leapfrog_{softened(0.1), engine_, workers_};
  LeapfrogRun direct_{softened(0.1), {.kind = "reference"}};
};

TEST_F(LeapfrogOnATree, GivesTheSizeOfTheLastAccelerationOnceItIsKnown) {
  ASSERT_EQ(engine_.questions.size(), 1u);
  EXPECT_TRUE(engine_.questions[0].old_acceleration.empty());
  const std::vector<Vec3> a = leapfrog_.bodies().a;
  leapfrog_.step();
  const auto& question = engine_.questions.back();
  ASSERT_EQ(question.old_acceleration.size(), question.slot.size());
  EXPECT_LT(question.slot.size(), 60u);
  EXPECT_TRUE(std::is_sorted(question.slot.begin(), question.slot.end()));
  for (std::size_t k = 0; k < question.slot.size(); ++k)
    EXPECT_EQ(question.old_acceleration[k], norm(a[index(question.slot[k])]));
}

TEST_F(LeapfrogOnATree, SaysWhenItOnlyLooks) {
  steps(5);
  const std::size_t known = engine_.questions.size();
  for (const auto& question : engine_.questions) EXPECT_FALSE(question.wanted.looking);
  const Tick between{(leapfrog_.now().n + leapfrog_.next().n) / 2};
  expect_right(between);
  EXPECT_EQ(engine_.questions.size(), known + 1) << "places and potentials come from one pass";
  EXPECT_TRUE(engine_.questions.back().wanted.looking);
  leapfrog_.step();
  EXPECT_FALSE(engine_.questions.back().wanted.looking);
}

TEST_F(LeapfrogOnATree, TellsTheEnergyByThePotentialsOfTheEngine) {
  EXPECT_FALSE(direct_.integrator.conserved(Tick{0}).has_value()) << "direct sums are left to the analysis";
  expect_right(Tick{0});
  steps(3);
  expect_right(leapfrog_.now());
  const Tick again{leapfrog_.now().n + 1};
  ASSERT_TRUE(leapfrog_.conserved(again).has_value()) << "asked for without the stars";
  while (leapfrog_.now() < Tick::nearest(0.125)) steps(1);
  expect_right(Tick::nearest(0.125));
}

TEST_F(LeapfrogOnATree, CountsWhatTheEngineCounts) {
  steps(4);
  const std::uint64_t before = leapfrog_.counts().interactions;
  EXPECT_EQ(before, 5u * 7u);
  leapfrog_.conserved(leapfrog_.now());
  EXPECT_EQ(leapfrog_.counts().interactions, before);
  EXPECT_EQ(direct_.integrator.counts().interactions, (60 + direct_.integrator.counts().steps) * 59);
}

TEST_F(LeapfrogOnATree, AForceThatIsNotFiniteStopsTheRunInTheStateBefore) {
  steps(2);
  MemoryArchive before;
  leapfrog_.describe(before);
  engine_.poisoned = true;
  EXPECT_THROW(leapfrog_.step(), FailureError);
  StarsBuffer stars;
  try {
    leapfrog_.peek(Tick{leapfrog_.now().n + 1}, stars);
    FAIL() << "no error";
  } catch (const FailureError& e) {
    EXPECT_NE(std::string(e.what()).find("the state of star 1 is not finite"), std::string::npos) << e.what();
  }
  MemoryArchive after;
  leapfrog_.describe(after);
  EXPECT_EQ(before.first_difference(after), "");
}

}  // namespace
}  // namespace tucana
