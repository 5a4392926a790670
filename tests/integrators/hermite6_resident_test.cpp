// The 6th-order scheme whose bodies stay on a device: OpenCL (PoCL), and CUDA on a stand-in of its driver.
#include <gtest/gtest.h>

#include "tests/gravity/engines.h"
#include "tests/integrators/hermite_fixture.h"
#include "tucana/core/error.h"
#include "tucana/gravity/device/device_engine.h"
#include "tucana/integrators/hermite/device/resident_hermite6.h"

namespace tucana {
namespace {

constexpr double eps2 = 0.01;

HermiteOptions shared_steps() {
  HermiteOptions options = hermite_options(6);
  options.steps = StepRule::shared;
  options.law.eps2 = eps2;
  return options;
}

HermiteOptions fixed_steps(double step) {
  HermiteOptions options = shared_steps();
  options.steps = StepRule::fixed;
  options.fixed_step = step;
  return options;
}

EngineChoice opencl(Precision precision, std::size_t devices = 1) {
  EngineChoice choice{"opencl", precision};
  choice.devices.assign(devices, 0);
  return choice;
}

DeviceEngine& devices_of(HermiteRun& run) { return dynamic_cast<DeviceEngine&>(*run.engine); }

/// The precisions whose state is on the device. Sanitizers do not see kernels, and slow their compilers down.
#ifdef TUCANA_SANITIZED
const auto precisions = testing::Values(Precision::fp32);
#else
const auto precisions = testing::Values(Precision::fp64, Precision::extended, Precision::fp32);
#endif

class Resident : public testing::TestWithParam<Precision> {
 protected:
  /// Of positions and energies after a time unit or less.
  double tolerance() const {
    return GetParam() == Precision::fp64 ? 1e-14 : GetParam() == Precision::extended ? 1e-12 : 3e-6;
  }
};

// In single precision a place of 1e4 has three decimals: bodies are on the device as they are to each other.
TEST_P(Resident, ClustersFarAwayAndFastAreTheSame) {
  const StarsBuffer start = random_cloud(100, 1);
  StarsBuffer moved = start;
  for (Vec3& x : moved.position) x += Vec3{1e4, 0, 0};
  for (Vec3& v : moved.velocity) v += Vec3{0, 64, 0};
  HermiteRun still(6, fixed_steps(0x1p-6), opencl(GetParam())), other(6, fixed_steps(0x1p-6), opencl(GetParam()));
  still.integrator.start(start.view());
  other.integrator.start(moved.view());
  for (const double time : {0.25, 0.26}) {  // at a step, and within one
    still.step_to(time);
    other.step_to(time);
    const StarsBuffer expected = still.stars_at(time), seen = other.stars_at(time);
    for (std::size_t i = 0; i < start.size(); ++i) {
      EXPECT_LT(norm(seen.position[i] - Vec3{1e4, 64 * time, 0} - expected.position[i]), 1e-10 + tolerance());
      EXPECT_LT(norm(seen.velocity[i] - Vec3{0, 64, 0} - expected.velocity[i]), 1e-10 + tolerance());
    }
  }
  EXPECT_FALSE(other.integrator.conserved(other.integrator.now())) << "they would be those of the frame";
}

TEST_P(Resident, GoesWhereTheHostGoes) {
  const StarsBuffer start = random_cloud(300, 1);
  for (const int passes : {1, 2}) {
    HermiteOptions options = fixed_steps(0x1p-6);
    options.iterations = passes;
    HermiteRun device(6, options, opencl(GetParam())), host(6, options);
    ASSERT_NE(dynamic_cast<ResidentHermite6*>(&device.integrator), nullptr);
    for (HermiteRun* run : {&device, &host}) {
      run->integrator.start(start.view());
      run->step_to(0.25);
    }
    EXPECT_EQ(device.integrator.counts().steps, host.integrator.counts().steps);
    EXPECT_EQ(device.integrator.counts().interactions, host.integrator.counts().interactions);
    // At a block time, and between two; what rounding does is amplified where bodies pass each other.
    for (const double time : {0.25, 0.26}) {
      const StarsBuffer on_device = device.stars_at(time), on_host = host.stars_at(time);
      EXPECT_EQ(on_device.id, on_host.id);
      for (std::size_t i = 0; i < start.size(); ++i) {
        ASSERT_NEAR(norm(on_device.position[i] - on_host.position[i]), 0, 100 * tolerance()) << i;
        ASSERT_NEAR(norm(on_device.velocity[i] - on_host.velocity[i]), 0, 1000 * tolerance()) << i;
      }
    }
  }
}

TEST_P(Resident, StepsAsTheCriterionSays) {
  const StarsBuffer start = random_cloud(300, 2);
  HermiteRun device(6, shared_steps(), opencl(GetParam()));
  HermiteRun host(6, shared_steps(), {.kind = "cpu", .precision = GetParam()});
  for (HermiteRun* run : {&device, &host}) {
    run->integrator.start(start.view());
    run->step_to(0.5);
    EXPECT_NEAR(energy_of(run->stars_at(0.5), eps2) / energy_of(start, eps2), 1, std::max(1e-9, tolerance()));
  }
  const auto blocks = static_cast<double>(host.integrator.counts().blocks);
  EXPECT_NEAR(static_cast<double>(device.integrator.counts().blocks), blocks, 0.1 * blocks);
}

TEST_P(Resident, MovesNoBodiesBetweenHostAndDevice) {
  std::vector<std::uint64_t> read;
  for (const std::size_t n : {300, 1500}) {
    HermiteRun run(6, shared_steps(), opencl(GetParam()));
    run.integrator.start(random_cloud(n, 3).view());
    const device::Traffic before = devices_of(run).traffic();
    for (int step = 0; step < 10; ++step) run.integrator.step();
    const device::Traffic after = devices_of(run).traffic();
    EXPECT_EQ(after.bytes_written, before.bytes_written);
    read.push_back(after.bytes_read - before.bytes_read);
  }
  EXPECT_EQ(read[0], 10 * sizeof(float)) << "the shortest step";
  EXPECT_EQ(read[1], read[0]);
}

TEST_P(Resident, BitsDoNotDependOnDevicesOrMemory) {
  const StarsBuffer start = random_cloud(900, 4);
  HermiteOptions options = shared_steps();
  options.iterations = 2;
  HermiteRun one(6, options, opencl(GetParam()));
  one.integrator.start(start.view());
  for (int step = 0; step < 8; ++step) one.integrator.step();
  const MemoryArchive expected = one.saved();
  for (const std::size_t devices : {1, 2, 3}) {
    HermiteRun run(6, options, opencl(GetParam(), devices));
    devices_of(run).set_scratch_limit(40'000);  // pieces of some tens of rows
    run.integrator.start(start.view());
    for (int step = 0; step < 8; ++step) run.integrator.step();
    EXPECT_EQ(run.saved().first_difference(expected), "") << devices << " devices";
  }
}

TEST_P(Resident, BitsDoNotDependOnWhoLooksNorOnARestart) {
  const StarsBuffer start = random_cloud(300, 5);
  HermiteRun whole(6, shared_steps(), opencl(GetParam()));
  whole.integrator.start(start.view());
  for (int step = 0; step < 20; ++step) whole.integrator.step();

  HermiteRun first(6, shared_steps(), opencl(GetParam()));
  first.integrator.start(start.view());
  for (int step = 0; step < 9; ++step) {
    first.integrator.step();
    const Tick between{(first.integrator.now().n + first.integrator.next().n) / 2};
    StarsBuffer seen;
    first.integrator.peek(between, seen);
    first.integrator.conserved(between);
  }
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  HermiteRun second(6, shared_steps(), opencl(GetParam()));
  second.integrator.describe(checkpoint);
  EXPECT_EQ(second.integrator.now(), first.integrator.now());
  for (int step = 9; step < 20; ++step) second.integrator.step();
  EXPECT_EQ(second.saved().first_difference(whole.saved()), "");
}

TEST_P(Resident, GoesOnFromACheckpointOfTheHostAndBack) {
  HermiteRun host(6, shared_steps()), device(6, shared_steps(), opencl(GetParam())), again(6, shared_steps());
  host.integrator.start(random_cloud(100, 6).view());
  host.step_to(0.1);
  MemoryArchive archive = host.saved();
  archive.rewind();
  device.integrator.describe(archive);
  host.step_to(0.2);
  device.step_to(0.2);
  MemoryArchive back = device.saved();
  back.rewind();
  again.integrator.describe(back);
  host.step_to(0.3);
  again.step_to(0.3);
  const StarsBuffer a = host.stars_at(0.3), b = again.stars_at(0.3);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(norm(a.position[i] - b.position[i]), 0, 10 * tolerance());
}

TEST_P(Resident, KnowsItsEnergy) {
  HermiteRun run(6, shared_steps(), opencl(GetParam()));
  run.integrator.start(random_cloud(300, 7).view());
  run.step_to(0.1);
  for (const Tick t : {run.integrator.now(), Tick{(run.integrator.now().n + run.integrator.next().n) / 2}}) {
    const auto conserved = run.integrator.conserved(t);
    ASSERT_EQ(conserved.has_value(), GetParam() != Precision::fp32) << "float potentials are no yardstick";
    if (!conserved) continue;
    StarsBuffer stars;
    run.integrator.peek(t, stars);
    EXPECT_NEAR((conserved->kinetic + conserved->potential) / energy_of(stars, eps2), 1, 1e-12);
    EXPECT_NEAR(norm(conserved->angular_momentum - angular_momentum_of(stars)), 0, 1e-12);
  }
}

TEST_P(Resident, NamesCoincidentBodiesAndStepsThatAreTooShort) {
  HermiteOptions hard = shared_steps();
  hard.law.eps2 = 0;
  HermiteRun run(6, hard, opencl(GetParam()));
  const StarsBuffer at_one_place = stars_of({1, 1, 1}, {{0, 0, 0}, {1, 2, 3}, {1, 2, 3}}, {{}, {}, {}});
  try {
    run.integrator.start(at_one_place.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("stars 2 and 3 are at the same place"), std::string::npos) << e.what();
  }
  // Two bodies aimed at each other: no step resolves the collision. What was reached before is kept.
  HermiteRun fall(6, hard, opencl(GetParam()));
  fall.integrator.start(stars_of({0.5, 0.5}, {{0.5, 0, 0}, {-0.5, 0, 0}}, {{}, {}}).view());
  bool failed = false;
  for (int step = 0; step < 20'000 && !failed; ++step) {
    const Tick now = fall.integrator.now();
    try {
      fall.integrator.step();
    } catch (const FailureError& e) {
      failed = true;
      EXPECT_NE(std::string(e.what()).find("star"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find("t = 1.1"), std::string::npos) << e.what();
      EXPECT_EQ(fall.integrator.now(), now);
      const StarsBuffer stars = fall.stars_at(now.units());
      EXPECT_TRUE(is_finite(stars.position[0]) && is_finite(stars.velocity[0]));
    }
  }
  EXPECT_TRUE(failed);
}

TEST_P(Resident, OneAndTwoBodies) {
  HermiteRun alone(6, shared_steps(), opencl(GetParam()));
  alone.integrator.start(stars_of({1}, {{1, 2, 3}}, {{0.5, 0, -1}}).view());
  alone.step_to(2);
  EXPECT_NEAR(norm(alone.stars_at(2).position[0] - Vec3{2, 2, 1}), 0, tolerance());
  EXPECT_EQ(alone.integrator.counts().steps, 16u);

  HermiteOptions hard = shared_steps();
  hard.law.eps2 = 0;
  hard.eta = 0.2;
  HermiteRun pair(6, hard, opencl(GetParam(), 2));
  const StarsBuffer start = kepler_pair(0.5);
  pair.integrator.start(start.view());
  pair.step_to(1);
  EXPECT_NEAR(energy_of(pair.stars_at(1)) / energy_of(start), 1, std::max(1e-8, 20 * tolerance()));
}

INSTANTIATE_TEST_SUITE_P(Precisions, Resident, precisions,
                         [](const auto& param) { return std::string(name_of(param.param)); });

#ifndef TUCANA_SANITIZED
// Float noise hides truncation long before the order shows.
TEST(ResidentOrder, IsSixInDoubleAndInExtended) {
  const StarsBuffer start = random_cloud(48, 9);
  const auto end_of = [&](Precision precision, double step) {
    HermiteRun run(6, fixed_steps(step), opencl(precision));
    run.integrator.start(start.view());
    run.step_to(0.5);
    return run.stars_at(0.5);
  };
  const StarsBuffer truth = end_of(Precision::fp64, 0x1p-10);
  for (const Precision precision : {Precision::fp64, Precision::extended}) {
    const auto error = [&](double step) {
      const StarsBuffer stars = end_of(precision, step);
      double sum = 0;
      for (std::size_t i = 0; i < stars.size(); ++i) sum += norm2(stars.position[i] - truth.position[i]);
      return std::sqrt(sum);
    };
    EXPECT_NEAR(std::log2(error(0x1p-6) / error(0x1p-7)), 6, 0.3) << name_of(precision);
  }
}

TEST(ResidentCuda, GoesWhereOpenClGoes) {
  const StarsBuffer start = random_cloud(40, 10);
  for (const Precision precision : {Precision::fp64, Precision::extended, Precision::fp32}) {
    HermiteOptions options = shared_steps();
    options.iterations = 2;
    HermiteRun cuda(6, options, {"cuda", precision}), one(6, options, opencl(precision));
    for (HermiteRun* run : {&cuda, &one}) {
      run->integrator.start(start.view());
      for (int step = 0; step < 4; ++step) run->integrator.step();
    }
    ASSERT_EQ(cuda.integrator.now(), one.integrator.now());
    const double time = one.integrator.now().units();
    const StarsBuffer a = cuda.stars_at(time), b = one.stars_at(time);
    const double tolerance = precision == Precision::fp64 ? 1e-14 : precision == Precision::extended ? 1e-12 : 1e-5;
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(norm(a.position[i] - b.position[i]), 0, tolerance);
  }
}
#endif

}  // namespace
}  // namespace tucana
