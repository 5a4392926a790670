// Runs with post-Newtonian forces inside pairs and groups.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tucana/fewbody/gravitational_radiation.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/simulation/make_integrator.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

struct MergerRecorder final : Observer {
  void happened(double time, std::string_view, const Event& event) override {
    if (event.kind == "merger" || event.kind == "collision") times.push_back(time);
  }
  std::vector<double> times;
};

Options relativistic(IntegratorKind kind, double light_speed, int threads = 1) {
  Options options = default_options(kind);
  options.fewbody.post_newtonian = PostNewtonian::radiation;
  options.fewbody.light_speed = light_speed;
  options.run.threads = threads;
  return options;
}

Simulation with_stars(const Options& options, StarsBuffer stars) {
  InitialStars initial;
  initial.stars = std::move(stars);
  initial.stars.number_from_one();
  return Simulation(options, {.stars = std::move(initial)});
}

void add_star(StarsBuffer& stars, double mass, const Vec3& x, const Vec3& v) {
  stars.resize(stars.size() + 1);
  stars.mass.back() = mass;
  stars.position.back() = x;
  stars.velocity.back() = v;
}

/// At apocentre.
void add_pair(StarsBuffer& stars, double m, double axis, double e, const Vec3& x, const Vec3& v) {
  const double r = axis * (1 + e), speed = std::sqrt(2 * m / axis * (1 - e) / (1 + e));
  add_star(stars, m, x + Vec3{r / 2, 0, 0}, v + Vec3{0, speed / 2, 0});
  add_star(stars, m, x - Vec3{r / 2, 0, 0}, v - Vec3{0, speed / 2, 0});
}

/// Sixteen stars and two tight pairs among them, one of which has a companion about it.
StarsBuffer small_cluster() {
  StarsBuffer stars;
  const auto place = [](int k) {
    const double angle = 2.4 * k, radius = 0.3 + 0.05 * k;
    return Vec3{radius * std::cos(angle), radius * std::sin(angle), 0.1 * (k % 5) - 0.2};
  };
  const auto velocity = [](int k) { return Vec3{-0.7 * std::sin(2.4 * k), 0.7 * std::cos(2.4 * k), 0.1}; };
  for (int k = 0; k < 16; ++k) add_star(stars, 0.05, place(k), velocity(k));
  add_pair(stars, 0.02, 1e-3, 0.3, place(20), velocity(20));
  add_pair(stars, 0.02, 2e-3, 0.5, place(25), velocity(25));
  add_star(stars, 0.01, place(25) + Vec3{0, 0.02, 0}, velocity(25) + Vec3{0, 0, std::sqrt(0.05 / 0.02)});
  return stars;
}

class RelativityInRuns : public testing::TestWithParam<IntegratorKind> {};

TEST_P(RelativityInRuns, PairsRadiateAndMerge) {
  constexpr double c = 47;
  const double expected = radiation_merger_time(0.02, 0.02, {1e-3, 0.3}, c);
  MergerRecorder recorder;
  Simulation simulation = with_stars(relativistic(GetParam(), c), small_cluster());
  simulation.add_observer(recorder);
  simulation.start();
  const double scale = std::abs(simulation.report_at(Tick{0}).energy);
  simulation.advance_to(0.5 * expected);
  const Tick middle = simulation.integrator().now();
  EXPECT_LT(std::abs(simulation.energy_error_at(middle)), 1e-6);
  const double radiated = -simulation.ledger().changes().radiation;
  const RadiatingOrbit half = radiation_shrunk(0.02, 0.02, {1e-3, 0.3}, c, simulation.time_of(middle));
  // That of the other pair is a small part.
  EXPECT_NEAR(radiated / (2e-4 * (1 / half.semi_major_axis - 1e3)), 1, 0.2);
  simulation.advance_to(1.5 * expected + 0.3);
  ASSERT_EQ(recorder.times.size(), 1U);
  EXPECT_NEAR(recorder.times[0], expected, 0.13) << "within the longest step";
  EXPECT_EQ(simulation.integrator().star_count(), 20U);
  const Tick end = simulation.integrator().now();
  EXPECT_LT(std::abs(simulation.energy_error_at(end)), 1e-5);
  EXPECT_GT(-simulation.ledger().changes().radiation, scale) << "which is many times larger than the error";
}

TEST_P(RelativityInRuns, ConservativeOrdersRadiateNothing) {
  Options options = relativistic(GetParam(), 47);
  options.fewbody.post_newtonian = PostNewtonian::second;
  MergerRecorder recorder;
  Simulation simulation = with_stars(options, small_cluster());
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.5);
  EXPECT_TRUE(recorder.times.empty());
  EXPECT_EQ(simulation.integrator().star_count(), 21U);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now())), 1e-6);
  EXPECT_EQ(simulation.ledger().changes().radiation, 0);
  EXPECT_NE(simulation.ledger().changes().relativity, 0);
}

TEST_P(RelativityInRuns, HaveTheSameBitsForAnyThreadsAndRestarts) {
  constexpr double end = 0.25;
  Simulation whole = with_stars(relativistic(GetParam(), 47, 2), small_cluster());
  whole.start();
  whole.advance_to(end);
  const Options options = relativistic(GetParam(), 47);
  Simulation part = with_stars(options, small_cluster());
  part.start();
  for (const double t : {0.05, 0.1, 0.15}) {
    part.advance_to(t);
    part.energy_error_at(part.integrator().now());  // looks leave no trace
  }
  MemoryArchive checkpoint;
  part.describe(checkpoint);
  checkpoint.rewind();
  Simulation rest = with_stars(options, small_cluster());
  rest.describe(checkpoint);
  rest.advance_to(end);
  MemoryArchive one, other;
  rest.integrator().describe(one);
  whole.integrator().describe(other);
  EXPECT_EQ(one.first_difference(other), "");
  EXPECT_EQ(rest.energy_error_at(rest.integrator().now()), whole.energy_error_at(whole.integrator().now()));
  EXPECT_EQ(rest.ledger().balance(), whole.ledger().balance());
}

// Three black holes play about each other, none of which comes near enough to merge.
TEST_P(RelativityInRuns, GroupsKeepTheLedger) {
  StarsBuffer stars;
  add_pair(stars, 0.3, 0.02, 0.8, {-0.02, 0, 0}, {0, -0.8, 0});
  add_star(stars, 0.4, {0.03, 0, 0}, {0, 1.2, 0});
  MergerRecorder recorder;
  Simulation simulation = with_stars(relativistic(GetParam(), 3000), stars);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.25);
  const Tick now = simulation.integrator().now();
  EXPECT_TRUE(recorder.times.empty());
  EXPECT_LT(std::abs(simulation.energy_error_at(now)), 1e-9);
  EXPECT_LT(simulation.ledger().changes().radiation, -1e-3);
}

TEST(RelativityOptions, LightIsAsFastAsInNature) {
  Options options = default_options(IntegratorKind::hermite4);
  const UnitScale units{1, 1000};
  EXPECT_FALSE(relativity_of(options, units).is_on()) << "off by default";
  options.fewbody.post_newtonian = PostNewtonian::first;
  EXPECT_NEAR(relativity_of(options, units).light_speed * units.velocity_kms(), 299792.458, 1e-9);
  EXPECT_EQ(relativity_of(options, units).orders, (PostNewtonianOrders{true, false, false}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, RelativityInRuns,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::ahmad_cohen));

}  // namespace
}  // namespace tucana::test
