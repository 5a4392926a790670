#include <gtest/gtest.h>

#include "tests/integrators/kinds.h"
#include "tucana/core/archive.h"
#include "tucana/core/error.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {
namespace {

/// Counts what is asked of an engine, and fails from the call `until` on.
struct Patience {
  int calls = 0;
  int until = 1 << 30;
  void use() {
    if (++calls >= until) throw FailureError("the engine is lost");
  }
};

class FailingSources final : public SourceSet {
 public:
  FailingSources(std::unique_ptr<SourceSet> real, Patience& patience) : inner(std::move(real)), patience_(patience) {}
  std::size_t size() const override { return inner->size(); }
  void resize(std::size_t rows) override { inner->resize(rows); }
  void write(std::span<const Slot> slots, const SourceRows& rows) override {
    patience_.use();
    inner->write(slots, rows);
  }
  void park(std::span<const Slot> slots) override { inner->park(slots); }
  std::unique_ptr<SourceSet> inner;

 private:
  Patience& patience_;
};

/// The reference engine, until it fails: when asked, when waited for, or when sources are written.
class FailingEngine final : public ForceEngine {
 public:
  FailingEngine(ForceEngine& inner, Patience& patience) : inner_(inner), patience_(patience) {}
  std::string description() const override { return "failing"; }
  std::string arithmetic_class() const override { return inner_.arithmetic_class(); }
  Precision precision() const override { return inner_.precision(); }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction) override {
    return std::make_unique<FailingSources>(inner_.make_sources(prediction), patience_);
  }
  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    patience_.use();
    inner_.evaluate(*static_cast<FailingSources&>(sources).inner, when, targets, law, wanted, results).wait();
    return Pending([this] { patience_.use(); });
  }

 private:
  ForceEngine& inner_;
  Patience& patience_;
};

MemoryArchive saved(Integrator& integrator) {
  MemoryArchive archive;
  integrator.describe(archive);
  return archive;
}

/// A kind and the number of its passes.
class IntegratorFailure : public testing::TestWithParam<std::tuple<IntegratorKindCase, int>> {
 protected:
  std::unique_ptr<Integrator> make(ForceEngine& engine) { return kind_.make(options_, engine, workers_); }

  /// What the next block asks of the engine.
  int calls_of_the_next_block(Integrator& integrator) {
    Patience patience;
    FailingEngine engine(*inner_, patience);
    const auto other = make(engine);
    MemoryArchive archive = saved(integrator);
    archive.rewind();
    other->describe(archive);
    patience.calls = 0;
    other->step();
    return patience.calls;
  }

  const IntegratorKindCase kind_ = std::get<0>(GetParam());
  HermiteOptions options_ = kind_.options;
  ThreadPool workers_{1};
  const std::unique_ptr<ForceEngine> inner_ = make_engine({.kind = "reference"}, workers_);
};

TEST_P(IntegratorFailure, LeavesTheStateOfTheBlockBefore) {
  options_.iterations = std::get<1>(GetParam());
  Patience patience;
  FailingEngine engine(*inner_, patience);
  const auto owner = make(engine);
  Integrator& integrator = *owner;
  integrator.start(random_cloud(40, 3).view());
  for (int block = 0; block < 10; ++block) integrator.step();
  // A neighbour scheme uses its engine at regular steps only.
  int blocks = 10;
  while (calls_of_the_next_block(integrator) < 2) integrator.step(), ++blocks;
  const MemoryArchive before = saved(integrator);
  const Tick now = integrator.now(), next = integrator.next();
  const int calls = calls_of_the_next_block(integrator);
  for (int call = 1; call <= calls; ++call) {
    patience.calls = 0;
    patience.until = call;
    EXPECT_THROW(integrator.step(), FailureError) << call;
    EXPECT_EQ(saved(integrator).first_difference(before), "") << "call " << call;
    EXPECT_EQ(integrator.now(), now);
    EXPECT_EQ(integrator.next(), next);
  }
  // Looking does not change the run either.
  StarsBuffer stars;
  patience.calls = 0;
  patience.until = 2;
  EXPECT_THROW(integrator.peek(Tick{(now.n + next.n) / 2}, stars), FailureError);
  EXPECT_EQ(saved(integrator).first_difference(before), "");

  // What comes back from that state goes on as if nothing had happened.
  KindRun whole(kind_, options_, {.kind = "reference"}), again(kind_, options_, {.kind = "reference"});
  whole.integrator.start(random_cloud(40, 3).view());
  MemoryArchive archive = saved(integrator);
  archive.rewind();
  again.integrator.describe(archive);
  for (int block = 0; block < blocks + 20; ++block) whole.integrator.step();
  for (int block = 0; block < 20; ++block) again.integrator.step();
  EXPECT_EQ(saved(again.integrator).first_difference(saved(whole.integrator)), "");
}

const auto name_with_passes = [](const auto& one) {
  return std::get<0>(one.param).name + "_" + std::to_string(std::get<1>(one.param));
};
INSTANTIATE_TEST_SUITE_P(OnePass, IntegratorFailure,
                         testing::Combine(testing::ValuesIn(all_integrator_kinds()), testing::Values(1)),
                         name_with_passes);
// The neighbour scheme and the leap-frog evaluate and correct once.
INSTANTIATE_TEST_SUITE_P(TwoPasses, IntegratorFailure,
                         testing::Combine(testing::ValuesIn(integrator_kinds_but({"ahmad_cohen", "leapfrog"})),
                                          testing::Values(2)),
                         name_with_passes);

class ShortStepFailure : public testing::TestWithParam<IntegratorKindCase> {};

TEST_P(ShortStepFailure, LeavesTheStateToo) {
  // Two bodies fall towards each other's centre until no step is short enough, or a force is not finite.
  KindRun run(GetParam(), GetParam().options, {.kind = "reference"});
  run.integrator.start(stars_of({1, 1}, {{-0.5, 0, 0}, {0.5, 0, 0}}, {{}, {}}).view());
  MemoryArchive before = saved(run.integrator);
  bool failed = false;
  for (int block = 0; block < 100'000 && !failed; ++block) {
    before = saved(run.integrator);
    try {
      run.integrator.step();
    } catch (const StepFailure& failure) {
      failed = true;
      EXPECT_EQ(failure.tick(), run.integrator.next());
      const std::string since_start = failure.what(), told = failure.at_time(-17.5);
      EXPECT_NE(told.find(" at t = -17.5"), std::string::npos) << "the time that the user counts: " << told;
      EXPECT_EQ(since_start.substr(0, since_start.find(" at t = ")), told.substr(0, told.find(" at t = ")));
      EXPECT_EQ(told.find("eta"), std::string::npos) << "longer steps do not help two that meet: " << told;
    }
  }
  ASSERT_TRUE(failed);
  EXPECT_EQ(saved(run.integrator).first_difference(before), "");
}

// With a softening, which the leap-frog needs, two bodies pass through each other.
INSTANTIATE_TEST_SUITE_P(Integrators, ShortStepFailure, testing::ValuesIn(integrator_kinds_but({"leapfrog"})),
                         name_of_kind);

}  // namespace
}  // namespace tucana
