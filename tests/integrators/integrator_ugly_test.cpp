// One, two, three bodies; equal places; huge mass ratios; bodies far away; cold starts.
#include <gtest/gtest.h>

#include "tests/integrators/kinds.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

class IntegratorUgly : public testing::TestWithParam<IntegratorKindCase> {};
class UnsoftenedUgly : public testing::TestWithParam<IntegratorKindCase> {};

TEST_P(IntegratorUgly, OneBodyFliesStraightAtTheLargestStep) {
  KindRun run(GetParam());
  run.integrator.start(stars_of({1}, {{1, 2, 3}}, {{0.5, 0, -1}}).view());
  run.step_to(8);
  const StarsBuffer end = run.stars_at(8);
  EXPECT_NEAR(norm(end.position[0] - Vec3{5, 2, -5}), 0, 1e-14);
  EXPECT_EQ(run.integrator.counts().steps, 64u);
  EXPECT_EQ(run.integrator.counts().interactions, 0u);
}

TEST_P(UnsoftenedUgly, CoincidentBodiesAreNamed) {
  const StarsBuffer stars = stars_of({1, 1, 1, 1}, {{0, 0, 0}, {1, 2, 3}, {5, 5, 5}, {1, 2, 3}}, {{}, {}, {}, {}});
  KindRun run(GetParam());
  try {
    run.integrator.start(stars.view());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("stars 2 and 4 are at the same place"), std::string::npos) << e.what();
  }
  KindRun soft(GetParam(), GetParam().softened(1e-4));
  soft.integrator.start(stars.view());
  soft.step_to(0.125);
  EXPECT_NEAR(energy_of(soft.stars_at(0.125), 1e-4) / energy_of(stars, 1e-4), 1, 1e-6);
}

TEST_P(UnsoftenedUgly, AColdPairFallsAsKeplerSays) {
  // From rest at distance 1, total mass 1: r = cos^2(E/2), t = (E + sin E)/(2 sqrt 2), E from 0 (apocentre) on.
  const StarsBuffer stars = stars_of({0.75, 0.25}, {{0.25, 0, 0}, {-0.75, 0, 0}}, {{}, {}});
  KindRun run(GetParam(), GetParam().with_eta(GetParam().order == 4 ? 1e-4 : 0.05));
  run.integrator.start(stars.view());
  const double anomaly = 2.5;
  const double time = (anomaly + std::sin(anomaly)) / (2 * std::numbers::sqrt2);
  run.step_to(time);
  const StarsBuffer end = run.stars_at(time);
  const double r = std::cos(anomaly / 2) * std::cos(anomaly / 2);
  EXPECT_NEAR(norm(end.position[0] - end.position[1]) / r, 1, 1e-7);
}

TEST_P(UnsoftenedUgly, AFeatherRoundARockKeepsItsOrbit) {
  for (const double ratio : {1e-12, 1e12}) {
    const StarsBuffer start = kepler_pair(0.5, ratio);
    KindRun run(GetParam(), GetParam().with_eta(GetParam().order == 4 ? 0.001 : 0.2));
    run.integrator.start(start.view());
    run.step_to(1);
    const StarsBuffer end = run.stars_at(1);
    EXPECT_NEAR(norm((end.position[0] - end.position[1]) - (start.position[0] - start.position[1])), 0, 2e-3);
  }
}

TEST_P(IntegratorUgly, MasslessTracersFollowAndDoNotPull) {
  StarsBuffer pair = kepler_pair(0.5);
  StarsBuffer with_tracer = pair;
  with_tracer.resize(3);
  with_tracer.number_from_one();
  with_tracer.mass[2] = 0;
  with_tracer.position[2] = {0, 0, 4};
  KindRun a(GetParam()), b(GetParam());
  a.integrator.start(pair.view());
  b.integrator.start(with_tracer.view());
  a.step_to(1);
  b.step_to(1);
  const StarsBuffer without = a.stars_at(1), with = b.stars_at(1);
  EXPECT_EQ(without.position[0], with.position[0]);
  EXPECT_LT(with.position[2].z, 4);
}

TEST_P(IntegratorUgly, ABodyFarAwayHarmsNobody) {
  StarsBuffer cluster = random_cloud(64, 5);
  cluster.resize(65);
  cluster.number_from_one();
  cluster.mass[64] = 1e-3;
  // The neighbour scheme measures the cluster about the mean place of all bodies, so that a body farther away than this
  // makes steps needlessly short.
  const double far = GetParam().name == "ahmad_cohen" ? 1e2 : 1e9;
  cluster.position[64] = {far, -far, 0};
  for (const Precision precision : {Precision::fp64, Precision::two_float, Precision::fp32}) {
    KindRun run(GetParam(), GetParam().softened(1e-3), {.kind = "cpu", .precision = precision, .simd = "best"});
    run.integrator.start(cluster.view());
    run.step_to(0.5);
    EXPECT_NEAR(energy_of(run.stars_at(0.5), 1e-3) / energy_of(cluster, 1e-3), 1, GetParam().order == 2 ? 1e-3 : 1e-5);
  }
}

TEST_P(UnsoftenedUgly, AStepBelowOneTickIsAClearFailure) {
  // Two bodies aimed at each other: no step resolves the collision.
  const StarsBuffer stars = stars_of({0.5, 0.5}, {{0.5, 0, 0}, {-0.5, 0, 0}}, {{}, {}});
  KindRun run(GetParam());
  run.integrator.start(stars.view());
  try {
    run.step_to(4);
    FAIL() << "passed through each other";
  } catch (const FailureError& e) {
    EXPECT_NE(std::string(e.what()).find("star "), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("t = 1.1"), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, IntegratorUgly, testing::ValuesIn(all_integrator_kinds()), name_of_kind);
// The leap-frog has no block steps without softening.
INSTANTIATE_TEST_SUITE_P(Integrators, UnsoftenedUgly, testing::ValuesIn(integrator_kinds_but({"leapfrog"})),
                         name_of_kind);

}  // namespace
}  // namespace tucana
