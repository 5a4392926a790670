// A leap-frog whose steps are made on the device of its tree, beside one whose steps are made on the host.
#include <gtest/gtest.h>

#include <string>

#include "tests/device/without_double.h"
#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/core/error.h"
#include "tucana/device/cuda_compiler.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/integrators/leapfrog/device/resident_steps.h"
#include "tucana/models/plummer.h"

namespace tucana {
namespace {

/// On the first device of an API, or on two halves of it.
struct TreeLeapfrog {
  TreeLeapfrog(const LeapfrogOptions& options, bool on_host, device::Api api = device::Api::opencl,
               const std::vector<int>& devices = {0})
      : engine(make_device_tree_engine({}, open_devices(api, {devices, "any"}), {16})),
        integrator(options, *engine, workers, on_host) {}

  SerialWorkers workers;
  std::unique_ptr<TreeEngine> engine;
  Leapfrog integrator;
};

LeapfrogOptions leapfrog_of(StepRule steps) {
  LeapfrogOptions options;
  options.steps = steps;
  options.fixed_step = 0x1p-8;
  options.law.eps2 = 1e-4;
  return options;
}

void expect_same(Leapfrog& a, Leapfrog& b, const std::string& what) {
  EXPECT_EQ(a.now(), b.now()) << what;
  EXPECT_EQ(a.next(), b.next()) << what;
  EXPECT_EQ(a.counts().steps, b.counts().steps) << what;
  EXPECT_EQ(a.counts().interactions, b.counts().interactions) << what;
  EXPECT_EQ(a.bodies().x, b.bodies().x) << what;
  EXPECT_EQ(a.bodies().v, b.bodies().v) << what;
  EXPECT_EQ(a.bodies().a, b.bodies().a) << what;
  EXPECT_EQ(a.tuning_record(), b.tuning_record()) << what;
  for (std::size_t i = 0; i < a.star_count(); ++i)
    ASSERT_EQ(a.schedule().level(slot_at(i)), b.schedule().level(slot_at(i))) << what << ' ' << i;
}

class ResidentLeapfrog : public testing::TestWithParam<StepRule> {};

TEST_P(ResidentLeapfrog, HasTheBitsOfOneOnTheHost) {
  const StarsBuffer start = draw_plummer({.n = 700, .seed = 5});
  TreeLeapfrog there(leapfrog_of(GetParam()), false), here(leapfrog_of(GetParam()), true);
  EXPECT_TRUE(there.integrator.is_resident());
  EXPECT_FALSE(here.integrator.is_resident());
  there.integrator.start(start.view());
  here.integrator.start(start.view());
  const Tick first = here.integrator.next();
  for (int k = 0; k < 40; ++k) {
    there.integrator.step();
    here.integrator.step();
    if (k % 7 == 0) expect_same(there.integrator, here.integrator, std::to_string(k));
  }
  expect_same(there.integrator, here.integrator, "at the end");
  EXPECT_GT(here.integrator.now().n, 20 * first.n);
}

TEST_P(ResidentLeapfrog, GoesOnFromACheckpointAndFromALook) {
  const StarsBuffer start = draw_plummer({.n = 300, .seed = 6});
  TreeLeapfrog whole(leapfrog_of(GetParam()), false), part(leapfrog_of(GetParam()), false),
      host(leapfrog_of(GetParam()), true);
  whole.integrator.start(start.view());
  for (int k = 0; k < 11; ++k) whole.integrator.step();
  MemoryArchive archive;
  whole.integrator.describe(archive);
  for (auto* other : {&part, &host}) {
    archive.rewind();
    other->integrator.describe(archive);
  }
  for (int k = 0; k < 12; ++k) {
    StarsBuffer seen;
    whole.integrator.peek(Tick{(whole.integrator.now().n + whole.integrator.next().n) / 2}, seen);
    whole.integrator.conserved(whole.integrator.now());
    for (auto* run : {&whole, &part, &host}) run->integrator.step();
  }
  expect_same(part.integrator, whole.integrator, "restarted");
  expect_same(part.integrator, host.integrator, "on the host");
}

TEST_P(ResidentLeapfrog, KnowsTheSofteningOfComponents) {
  StarsBuffer start = draw_plummer({.n = 400, .seed = 8});
  start.family.resize(start.size());
  for (std::size_t i = 0; i < start.size(); ++i) start.family[i] = static_cast<Family>(1 + i % 4);
  LeapfrogOptions options = leapfrog_of(GetParam());
  options.softening = {0.1, 0.03, 0.02};
  TreeLeapfrog there(options, false), here(options, true);
  for (auto* run : {&there, &here}) {
    run->integrator.start(start.view());
    for (int k = 0; k < 25; ++k) run->integrator.step();
  }
  EXPECT_TRUE(there.integrator.is_resident());
  expect_same(there.integrator, here.integrator, "components");
}

INSTANTIATE_TEST_SUITE_P(Steps, ResidentLeapfrog, testing::Values(StepRule::block, StepRule::shared, StepRule::fixed));

TEST(ResidentLeapfrogAlone, FewBodies) {
  for (const std::size_t n : {1, 2, 3}) {
    TreeLeapfrog there(leapfrog_of(StepRule::block), false), here(leapfrog_of(StepRule::block), true);
    const StarsBuffer start = random_cloud(n, 4);
    for (auto* run : {&there, &here}) {
      run->integrator.start(start.view());
      for (int k = 0; k < 20; ++k) run->integrator.step();
    }
    EXPECT_EQ(there.integrator.bodies().x, here.integrator.bodies().x) << n;
    EXPECT_EQ(there.integrator.bodies().v, here.integrator.bodies().v) << n;
  }
}

/// Several devices leave the steps to the host.
TEST(ResidentLeapfrogAlone, TwoDevicesGiveTheSameBits) {
  TreeLeapfrog one(leapfrog_of(StepRule::block), false);
  TreeLeapfrog two(leapfrog_of(StepRule::block), false, device::Api::opencl, {0, 0});
  EXPECT_FALSE(two.integrator.is_resident());
  const StarsBuffer start = draw_plummer({.n = 400, .seed = 9});
  for (auto* run : {&one, &two}) {
    run->integrator.start(start.view());
    for (int k = 0; k < 20; ++k) run->integrator.step();
  }
  expect_same(one.integrator, two.integrator, "two devices");
}

/// Two bodies meet at one place without softening: the one line that the host has for it, and the state of the block
/// before stays.
TEST(ResidentLeapfrogAlone, SaysWhoCannotGoOn) {
  LeapfrogOptions options = leapfrog_of(StepRule::fixed);
  options.law.eps2 = 0;
  TreeLeapfrog run(options, false);
  run.integrator.start(
      stars_of({1e-30, 1e-30, 1e-30}, {{-0.5, 0, 0}, {0.5, 0, 0}, {0, 3, 0}}, {{1, 0, 0}, {-1, 0, 0}, {}}).view());
  const Tick end = Tick::nearest(0.5);
  while (run.integrator.next() < end) run.integrator.step();
  const auto before = run.integrator.bodies().x;
  std::string words;
  try {
    run.integrator.step();
  } catch (const FailureError& error) {
    words = error.what();
  }
  EXPECT_NE(words.find("stars 1 and 2 are at the same place"), std::string::npos) << words;
  EXPECT_NE(words.find("at t = 0.5 as far as"), std::string::npos) << words;
  EXPECT_EQ(run.integrator.next(), end);
  EXPECT_EQ(run.integrator.bodies().x, before);
}

TEST(ResidentLeapfrogAlone, CudaHasTheBitsOfTheHostToo) {
  TreeLeapfrog there(leapfrog_of(StepRule::block), false, device::Api::cuda);
  TreeLeapfrog here(leapfrog_of(StepRule::block), true, device::Api::cuda);
  EXPECT_TRUE(there.integrator.is_resident());
  const StarsBuffer start = draw_plummer({.n = 60, .seed = 3});
  for (auto* run : {&there, &here}) {
    run->integrator.start(start.view());
    for (int k = 0; k < 6; ++k) run->integrator.step();
  }
  expect_same(there.integrator, here.integrator, "cuda");
}

TEST(ResidentLeapfrogText, NeedsDoubleAndCompilesForEveryArchitecture) {
  EXPECT_FALSE(test::builds_without_double(resident_leapfrog_text()));
  for (const std::string architecture : {"sm_75", "sm_80", "sm_90", "sm_120"}) {
    std::string log;
    device::compile_to_ptx(resident_leapfrog_text(), architecture, &log);
    EXPECT_EQ(log, "") << architecture;
  }
}

}  // namespace
}  // namespace tucana
