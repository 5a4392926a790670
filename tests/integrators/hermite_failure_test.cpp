#include <gtest/gtest.h>

#include "tests/integrators/hermite_fixture.h"
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

class HermiteFailure : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(HermiteFailure, LeavesTheStateOfTheBlockBefore) {
  const auto [order, passes] = GetParam();
  HermiteOptions options = hermite_options(order);
  options.iterations = passes;
  ThreadPool workers(1);
  const auto inner = make_engine({.kind = "reference"}, workers);
  Patience patience;
  FailingEngine engine(*inner, patience);
  const auto owner = make_scheme(order, options, engine, workers);
  Integrator& integrator = *owner;
  integrator.start(random_cloud(20, 3).view());
  for (int block = 0; block < 10; ++block) integrator.step();
  const MemoryArchive before = saved(integrator);
  const Tick now = integrator.now(), next = integrator.next();
  const int calls_of_a_block = 3 * passes;
  for (int call = 1; call <= calls_of_a_block; ++call) {
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
  HermiteRun whole(order, options, {.kind = "reference"}), again(order, options, {.kind = "reference"});
  whole.integrator.start(random_cloud(20, 3).view());
  MemoryArchive archive = saved(integrator);
  archive.rewind();
  again.integrator.describe(archive);
  for (int block = 0; block < 30; ++block) whole.integrator.step();
  for (int block = 10; block < 30; ++block) again.integrator.step();
  EXPECT_EQ(saved(again.integrator).first_difference(saved(whole.integrator)), "");
}

INSTANTIATE_TEST_SUITE_P(Passes, HermiteFailure, testing::Combine(testing::Values(4, 6), testing::Values(1, 2)));
INSTANTIATE_TEST_SUITE_P(Leapfrog, HermiteFailure, testing::Values(std::tuple(2, 1)));

class HermiteShortStep : public testing::TestWithParam<int> {};

TEST_P(HermiteShortStep, LeavesTheStateToo) {
  // Two bodies fall towards each other's centre until no step is short enough, or a force is not finite.
  HermiteRun run(GetParam(), hermite_options(GetParam()), {.kind = "reference"});
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

INSTANTIATE_TEST_SUITE_P(Orders, HermiteShortStep, testing::Values(4, 6));

}  // namespace
}  // namespace tucana
