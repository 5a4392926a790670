// A cluster far away from the origin, or one that moves as a whole, is the same cluster.
#include <gtest/gtest.h>

#include "tests/integrators/kinds.h"
#include "tests/integrators/neighbour_fixture.h"
#include "tucana/integrators/hermite/block_hermite.h"

namespace tucana {
namespace {

struct MovingCase {
  IntegratorKindCase kind;
  Precision precision;
  double distance;  ///< root mean square, allowed at the end
};
void PrintTo(const MovingCase& c, std::ostream* out) { *out << c.kind.name << " " << name_of(c.precision); }

StarsBuffer moved(StarsBuffer stars, const Vec3& place, const Vec3& velocity) {
  for (Vec3& x : stars.position) x += place;
  for (Vec3& v : stars.velocity) v += velocity;
  return stars;
}

class MovingCluster : public testing::TestWithParam<MovingCase> {
 protected:
  static constexpr double end = 0.25;

  std::unique_ptr<KindRun> make_run(int threads = 1) const {
    const EngineChoice choice{.kind = "cpu", .precision = GetParam().precision};
    return std::make_unique<KindRun>(GetParam().kind, GetParam().kind.options, choice, threads);
  }

  struct Outcome {
    StarsBuffer stars;
    double steps;
  };
  Outcome outcome(const StarsBuffer& start) const {
    const auto run = make_run();
    run->integrator.start(start.view());
    run->step_to(end);
    return {run->stars_at(end), static_cast<double>(run->integrator.counts().steps)};
  }

  const StarsBuffer cluster_ = random_cloud(128, 8);
};

TEST_P(MovingCluster, TakesTheSameStepsToTheSamePlaces) {
  const Outcome still = outcome(cluster_);
  for (const auto& [place, velocity] :
       {PhasePoint{{1e5, 0, 0}, {}}, PhasePoint{{}, {0, 200, 0}}, PhasePoint{{1e4, -1e4, 1e3}, {-200, 0, 100}}}) {
    const Outcome other = outcome(moved(cluster_, place, velocity));
    EXPECT_LT(other.steps, 1.1 * still.steps) << place.x << " " << velocity.y;
    const StarsBuffer back = moved(other.stars, -(place + end * velocity), -velocity);
    EXPECT_LT(distance(back, still.stars), GetParam().distance) << place.x << " " << velocity.y;
  }
}

// A frame that moves is state: a restart in the middle of a step has it, and looks do not change it.
TEST_P(MovingCluster, BitsDoNotDependOnThreadsLooksOrARestart) {
  const StarsBuffer start = moved(cluster_, {1e4, 0, 0}, {0, 200, 0});
  const auto whole = make_run(), first = make_run(2), second = make_run(3);
  whole->integrator.start(start.view());
  whole->step_to(end);
  first->integrator.start(start.view());
  first->step_to(0.3 * end);
  first->stars_at(0.3 * end);
  MemoryArchive saved = first->saved();
  saved.rewind();
  second->integrator.describe(saved);
  second->step_to(end);
  EXPECT_EQ(second->saved().first_difference(whole->saved()), "");
}

class FramesOf : public MovingCluster {
 protected:
  static const Frame& frame_of(KindRun& run) {
    if (const auto* neighbours = dynamic_cast<AhmadCohen*>(&run.integrator)) return neighbours->frame();
    if (const auto* sixth = dynamic_cast<Hermite6*>(&run.integrator)) return sixth->bodies().frame;
    return dynamic_cast<Hermite4&>(run.integrator).bodies().frame;
  }
};

// Not so fast that its velocity counts, but after a while it is far from where it was: the frame follows at a time when
// all stars are at one, with a restart before and after.
TEST_P(FramesOf, SlowClustersFollow) {
  const StarsBuffer start = moved(cluster_, {}, {1.2, 0, 0});
  const auto whole = make_run(), first = make_run(), second = make_run(2);
  whole->integrator.start(start.view());
  EXPECT_TRUE(frame_of(*whole).is_at_rest());
  whole->step_to(4);
  EXPECT_FALSE(frame_of(*whole).is_at_rest());
  EXPECT_EQ(frame_of(*whole).velocity(), Vec3{}) << "only its place has changed";
  EXPECT_NEAR(energy_of(whole->stars_at(4)) / energy_of(start), 1, 1e-3);

  first->integrator.start(start.view());
  first->step_to(0.3);
  ASSERT_TRUE(frame_of(*first).is_at_rest());
  MemoryArchive saved = first->saved();
  saved.rewind();
  second->integrator.describe(saved);
  second->step_to(4);
  EXPECT_EQ(second->saved().first_difference(whole->saved()), "");
}

const auto name_of_case = [](const auto& one) {
  return one.param.kind.name + "_" + std::string(name_of(one.param.precision));
};
std::vector<MovingCase> cases_with_frames() {
  return {{integrator_kind("ahmad_cohen"), Precision::fp32, 1e-5},
          {integrator_kind("ahmad_cohen"), Precision::two_float, 1e-6},
          {integrator_kind("ahmad_cohen"), Precision::fp64, 1e-7},
          {integrator_kind("hermite4"), Precision::fp32, 1e-4},
          {integrator_kind("hermite4"), Precision::fp64, 1e-7},
          {integrator_kind("hermite6"), Precision::fp64, 1e-7}};
}
INSTANTIATE_TEST_SUITE_P(Integrators, FramesOf, testing::ValuesIn(cases_with_frames()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Integrators, MovingCluster, testing::ValuesIn(cases_with_frames()), name_of_case);
// Made for galaxies, which are at rest, the leap-frog has no frames: only double is accurate enough far away.
INSTANTIATE_TEST_SUITE_P(Leapfrog, MovingCluster,
                         testing::Values(MovingCase{integrator_kind("leapfrog"), Precision::fp64, 1e-7}), name_of_case);

}  // namespace
}  // namespace tucana
