// Single stars that touch where no pair or group holds both of them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/simulation/meeting_stars.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::test {
namespace {

/// Of 1 Msun at the start of its main sequence.
double radius_of_one(double length_pc) { return 0.888 / 44349 * 1e-3 / length_pc; }

Options evolving(IntegratorKind kind) {
  Options options = default_options(kind);
  options.stellar.kind = StellarKind::sse;
  return options;
}

struct PlainCase {
  const char* name;
  IntegratorKind kind;
  StepRule steps;
  std::vector<double> touching, passing;  ///< pericentres in units of two radii
};

const std::vector<double> nearly_touching{0, 0.01, 0.97}, nearly_passing{1.03, 1.5};

class PlainEncounters : public testing::TestWithParam<PlainCase> {};

// Without pairs nobody but the integrator sees them: head-on exactly, just touching and not, slow and fast. A fixed
// step takes a fast star 2000 radii far.
TEST_P(PlainEncounters, OfStarsThatTouchEndInCollisions) {
  constexpr double length_pc = 1e-3;
  for (const double speed : {0.5, 5.0, 50.0}) {
    std::vector<double> parts = GetParam().touching;
    parts.insert(parts.end(), GetParam().passing.begin(), GetParam().passing.end());
    for (const double part : parts) {
      SCOPED_TRACE(testing::Message() << "pericentre " << part << " of two radii, velocity " << speed);
      Options options = evolving(GetParam().kind);
      options.fewbody.kind = FewBodyKind::off;
      options.integrator.steps = GetParam().steps;
      options.integrator.fixed_step = std::ldexp(1, speed > 5 ? -11 : -9);
      EventRecorder recorder;
      Simulation simulation =
          with_stars(options, encounter(part * 2 * radius_of_one(length_pc), speed, 0.5), length_pc);
      simulation.add_observer(recorder);
      simulation.start();
      simulation.advance_to(0.75 / std::max(speed, 2.0));
      EXPECT_EQ(recorder.count("collision"), part < 1 ? 1U : 0U);
      EXPECT_EQ(simulation.integrator().star_count(), part < 1 ? 11U : 12U);
    }
  }
}

const std::vector<double> surely_touching{0, 0.01, 0.5}, surely_passing{4};

INSTANTIATE_TEST_SUITE_P(
    Schemes, PlainEncounters,
    testing::Values(
        PlainCase{"hermite4", IntegratorKind::hermite4, StepRule::block, nearly_touching, nearly_passing},
        PlainCase{"hermite4_shared", IntegratorKind::hermite4, StepRule::shared, nearly_touching, nearly_passing},
        PlainCase{"hermite4_fixed", IntegratorKind::hermite4, StepRule::fixed, surely_touching, surely_passing},
        PlainCase{"hermite6", IntegratorKind::hermite6, StepRule::block, nearly_touching, nearly_passing},
        PlainCase{"hermite6_shared", IntegratorKind::hermite6, StepRule::shared, nearly_touching, nearly_passing},
        PlainCase{"hermite6_fixed", IntegratorKind::hermite6, StepRule::fixed, surely_touching, surely_passing},
        PlainCase{"ahmad_cohen", IntegratorKind::ahmad_cohen, StepRule::block, nearly_touching, nearly_passing},
        PlainCase{"ahmad_cohen_fixed", IntegratorKind::ahmad_cohen, StepRule::fixed, surely_touching, surely_passing}),
    [](const auto& tried) { return std::string(tried.param.name); });

class LargeStars : public testing::TestWithParam<IntegratorKind> {};

// In units so small that the sum of two radii exceeds the distance at which two stars become a pair four times.
TEST_P(LargeStars, TouchBeforeTheyAreAPair) {
  constexpr double length_pc = 1e-6;
  const double touching = 2 * radius_of_one(length_pc);
  for (const double part : {0.0, 0.5, 0.97, 1.03}) {
    SCOPED_TRACE(testing::Message() << "pericentre " << part << " of two radii");
    EventRecorder recorder;
    Simulation simulation = with_stars(evolving(GetParam()), encounter(part * touching, 30, 0.5, 50), length_pc);
    simulation.add_observer(recorder);
    simulation.start();
    simulation.advance_to(0.03);
    EXPECT_EQ(recorder.count("collision"), part < 1 ? 1U : 0U);
    EXPECT_EQ(simulation.integrator().star_count(), part < 1 ? 11U : 12U);
    EXPECT_EQ(simulation.integrator().subsystem_counts()->formations, 0U) << "the two were a pair";
  }
}

// A star of 60 Msun, ten times as large as the Sun, passes a narrow pair so that it swallows both or at least one.
TEST_P(LargeStars, TouchTheStarsOfPairs) {
  constexpr double length_pc = 1e-6, axis = 0.05, speed = 60;
  std::vector<Body> bodies = encounter(0, speed, 1, 50);
  bodies.erase(bodies.begin(), bodies.begin() + 2);
  const double circular = std::sqrt(0.9 / axis);
  const Vec3 centre{1, 0.1, 0}, motion{-speed, 0, 0};
  bodies.push_back({60, {}, {}});
  bodies.push_back({0.5, centre + Vec3{0, 0, 4.0 / 9 * axis}, motion + Vec3{0, 4.0 / 9 * circular, 0}});
  bodies.push_back({0.4, centre - Vec3{0, 0, 5.0 / 9 * axis}, motion - Vec3{0, 5.0 / 9 * circular, 0}});
  EventRecorder recorder;
  Options options = evolving(GetParam());
  options.stellar.binaries = BinaryKind::off;
  Simulation simulation = with_stars(options, bodies, length_pc);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.03);
  EXPECT_GE(recorder.count("collision"), 1U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LargeStars,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen));

}  // namespace
}  // namespace tucana::test
