// Regular steps end early while neighbours deflect a body.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/integrators/neighbour_fixture.h"

namespace tucana {
namespace {

constexpr std::size_t members = 400, meetings = 12;

/// A cloud in which the light body 2k + 1 falls past the heavy body 2k, and is turned by a large angle on the way.
/// These passages are too shallow for corrections to wait.
StarsBuffer cloud_with_meetings() {
  StarsBuffer stars = random_cloud(members, 31);
  const double mean = 1.0 / members;
  for (std::size_t k = 0; k < meetings; ++k) {
    RandomStream random(31, RandomUse::test, members + k);
    const double axis = 0.05 * (1 + random.uniform()), eccentricity = 0.7, r = axis * (1 + eccentricity);
    stars.mass[2 * k] = 4 * mean;
    stars.mass[2 * k + 1] = 0.1 * mean;
    const Vec3 along = random.direction(), across = cross(along, random.direction());
    const double speed = std::sqrt(4.1 * mean * (2 / r - 1 / axis));
    stars.position[2 * k + 1] = stars.position[2 * k] + r * along;
    stars.velocity[2 * k + 1] = stars.velocity[2 * k] + speed / norm(across) * across;
  }
  return stars;
}

NeighbourOptions with_eta_regular(double eta) {
  NeighbourOptions options;
  options.eta = 0.002;
  options.eta_regular = eta;
  return options;
}

/// Root mean square distance of the light bodies.
double distance_of_light(const StarsBuffer& a, const StarsBuffer& b) {
  double sum = 0;
  for (std::size_t k = 0; k < meetings; ++k) sum += norm2(a.position[2 * k + 1] - b.position[2 * k + 1]);
  return std::sqrt(sum / meetings);
}

TEST(NeighbourDeflection, DoesNotSpoilTheRegularForce) {
  const StarsBuffer start = cloud_with_meetings();
  HermiteOptions exact = hermite_options(6);
  exact.eta = 0.02;
  HermiteRun truth(6, exact);
  truth.integrator.start(start.view());
  truth.step_to(0.25);
  const auto error = [&](double eta_regular) {
    NeighbourRun run(with_eta_regular(eta_regular));
    run.integrator.start(start.view());
    run.step_to(0.25);
    return distance_of_light(run.stars_at(0.25), truth.stars_at(0.25));
  };
  const double usual = error(0.04), fine = error(0.01);
  EXPECT_LT(usual, 2e-7) << "3.3e-7 if steps do not end early";
  // From steps of twice the length, where they are not limited by irregular ones; the finer error is near rounding.
  EXPECT_LT(fine, 6e-8);
  EXPECT_GT(usual / fine, 2);
}

TEST(NeighbourDeflection, EndsRegularStepsEarly) {
  NeighbourRun run(with_eta_regular(0.04));
  run.integrator.start(cloud_with_meetings().view());
  const NeighbourBodies& all = run.integrator.bodies();
  std::size_t early = 0;
  while (run.integrator.next() <= Tick::nearest(0.25)) {
    const std::vector<NeighbourBody> before = all.row;
    run.integrator.step();
    for (std::size_t i = 0; i < members; ++i) {
      const NeighbourBody &then = before[i], &now = all.row[i];
      if (now.regular_time != then.regular_time || now.regular_end == then.regular_end) continue;
      ++early;
      EXPECT_LT(now.regular_end, then.regular_end);
      EXPECT_GT(now.regular_end, now.time);
      EXPECT_LT(now.regular_level, then.regular_level);
      EXPECT_TRUE(now.regular_level.divides(now.regular_end));
    }
  }
  EXPECT_GT(early, meetings);
}

// A run goes on with the same bits while the steps of some bodies are shortened.
TEST(NeighbourDeflection, IsTheSameAfterARestart) {
  NeighbourRun first(with_eta_regular(0.04)), second(with_eta_regular(0.04));
  const StarsBuffer stars = cloud_with_meetings();
  first.integrator.start(stars.view());
  const auto is_shortened = [](const NeighbourBody& body) {
    return !body.is_waiting() && (body.regular_end - body.regular_time).n > body.regular_level.step().n;
  };
  while (std::ranges::none_of(first.integrator.bodies().row, is_shortened)) first.integrator.step();
  MemoryArchive checkpoint = first.saved();
  checkpoint.rewind();
  second.integrator.describe(checkpoint);
  EXPECT_TRUE(std::ranges::any_of(second.integrator.bodies().row, is_shortened));
  for (int block = 0; block < 500; ++block) {
    first.integrator.step();
    second.integrator.step();
  }
  EXPECT_EQ(second.saved().first_difference(first.saved()), "");
}

}  // namespace
}  // namespace tucana
