// A cluster on an orbit: given by place and velocity, with friction, and in a tide that turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/simulation/complaint.h"
#include "tucana/simulation/cluster_view.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

Options with_settings(const std::vector<std::string>& settings) {
  Options options = default_options(IntegratorKind::hermite4);
  options.model.n = 64;
  options.gravity.softening = 0.05;
  for (const std::string& setting : settings) set_option(options, setting);
  check_together(options);
  return options;
}

void follow(Simulation& simulation, double time) {
  while (simulation.integrator().next() <= simulation.tick_of(time)) simulation.step();
}

TEST(OrbitRun, BeginsWhereItIsGiven) {
  Options options = with_settings({"field.kind=milky_way_2014", "field.orbit_position=8.5, 0, 0.02 kpc",
                                   "field.orbit_velocity=10 220 7 km/s", "units.length_pc=5", "units.mass_msun=2e4"});
  Simulation simulation(options);
  simulation.start();
  const ClusterReport report = simulation.report_at(Tick{0});
  const double kms = simulation.units().velocity_kms();
  EXPECT_LT(norm(report.centre_of_mass.position - Vec3{1700, 0, 4}), 1e-9);
  EXPECT_LT(norm(report.centre_of_mass.velocity - (1 / kms) * Vec3{10, 220, 7}), 1e-9);
}

TEST(OrbitRun, MistakesAreToldInOneLine) {
  const auto complaint_about = [](const std::vector<std::string>& settings) {
    return complaint([&] { with_settings(settings); });
  };
  const std::string field = "field.kind=plummer", speed = "field.orbit_velocity=0, 1, 0";
  EXPECT_EQ(complaint_about({field, "field.orbit_position=1, 2, 3"}),
            "field.orbit_position and field.orbit_velocity need each other");
  EXPECT_EQ(complaint_about({field, speed, "field.orbit_position=1, 2"}),
            R"(field.orbit_position = "1, 2" is not three numbers and a unit, as in "8000, 0, 20 pc")");
  EXPECT_EQ(
      complaint_about({field, speed, "field.orbit_position=1, 2, 3 elephants"}),
      R"(field.orbit_position = "1, 2, 3 elephants" ends with elephants, which is not a unit of length; these are )"
      "km, Rsun, AU, pc, kpc, Mpc");
  EXPECT_EQ(complaint_about({speed, "field.orbit_position=1, 2, 3"}),
            "field.orbit_position needs a field; set field.kind, or leave it out");
  EXPECT_EQ(complaint_about({field, speed, "field.orbit_position=1, 2, 3", "field.orbit_radius=5"}),
            "field.orbit_radius and field.orbit_position both give the orbit; leave one out");
  EXPECT_EQ(
      complaint([] {
        Simulation(with_settings({"field.kind=plummer", "field.friction=true"})).start();
      }),
      "field.friction acts on a cluster on an orbit, and the stars are at the centre of the field; give an orbit, "
      "as with field.orbit_radius, or leave field.friction out");
}

TEST(OrbitRun, FrictionTakesEnergyThatTheSumKnows) {
  const Options options =
      with_settings({"field.kind=logarithmic", "field.radius=1", "field.speed=20", "field.orbit_radius=100",
                     "field.friction=true", "field.coulomb_logarithm=200"});
  struct End {
    double momentum, error;
  };
  const auto end = [&](bool friction) {
    Options own = options;
    own.field.friction = friction;
    Simulation simulation(own);
    simulation.start();
    const double first = simulation.report_at(Tick{0}).energy;
    follow(simulation, 2);
    const ClusterReport last = simulation.report_at(simulation.tick_of(2));
    return End{last.angular_momentum.z, last.energy - first};
  };
  const End with_it = end(true), without = end(false);
  // The torque is that of 0.428 lnLambda G M^2/r^2.
  EXPECT_NEAR((without.momentum - with_it.momentum) / (0.428 * 200 / 100 * 2), 1, 0.02);
  const double work = 20 * 0.428 * 200 / 1e4 * 2;
  EXPECT_LT(std::abs(without.error), 1e-5);
  EXPECT_LT(std::abs(with_it.error), 2e-3 * work);
}

TEST(OrbitRun, ConservesJacobisIntegralInATide) {
  Options options = with_settings({"field.kind=tide", "field.angular_speed=0.3"});
  Simulation simulation(options);
  simulation.start();
  const ClusterReport first = simulation.report_at(Tick{0});
  follow(simulation, 4);
  const Tick t = simulation.tick_of(4);
  const ClusterReport last = simulation.report_at(t);
  EXPECT_LT(std::abs(simulation.energy_error_at(t)), 1e-5);
  // The plain energy is not conserved.
  const auto plain = [](const ClusterReport& report) { return report.energy + 0.3 * report.angular_momentum.z; };
  EXPECT_GT(std::abs(plain(last) - plain(first)), 1e-4);
}

TEST(OrbitRun, KeepsALedgerOfJacobisIntegral) {
  Simulation simulation(with_settings({"field.kind=tide", "field.angular_speed=0.3"}));
  simulation.start();
  const SharedStars stars = simulation.stars_at(Tick{0});
  const double before = simulation.report_at(Tick{0}).energy;
  ChangeSet set;
  set.removed = {stars->id[7]};
  set.kicks = {{stars->id[4], {0.1, 0.2, -0.1}}};
  const EnergyChange change = simulation.apply(set, "test");
  EXPECT_NEAR(simulation.report_at(Tick{0}).energy - before, change.total(), 1e-12);
}

// A fixed black hole in a tide: the sum of a point mass and a tide.
TEST(OrbitRun, AFixedHoleInATideConservesJacobisIntegral) {
  Simulation simulation(
      with_settings({"field.kind=sum", "field.parts=tide angular_speed=0.3; plummer mass=0.2 radius=0.05"}));
  simulation.start();
  follow(simulation, 2);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.tick_of(2))), 1e-5);
  EXPECT_GT(simulation.cluster_at(simulation.tick_of(2)).jacobi_radius, 1);
}

/// After half a time unit, in axes that turn with the orbit; its angular speed is 1 at every radius.
ClusterView turning_view(const Options& options) {
  Simulation simulation(options);
  simulation.start();
  follow(simulation, 0.5);
  const Tick t = simulation.tick_of(0.5);
  return *cluster_view(simulation.stars_at(t)->view(), 0.5, options, simulation.field());
}

ClusterView turning_view_at(double radius) {
  Options options = with_settings({"field.kind=point_mass"});
  options.field.mass = radius * radius * radius;
  options.field.orbit_radius = radius;
  return turning_view(options);
}

/// The rotating frame: the same cluster around a point mass and in the linear tide of that orbit looks the same in axes
/// that turn with it, to the order of r/R, the next term of the tide, for every star.
TEST(OrbitRun, InTurningAxesOrbitAndLinearTideAgree) {
  const ClusterView tide = turning_view(with_settings({"field.kind=tide", "field.angular_speed=1"}));
  const ClusterView near = turning_view_at(1000), far = turning_view_at(2000);
  EXPECT_NEAR(norm(near.centre), 1000, 1);
  EXPECT_NEAR(near.angular_velocity.z, 1, 1e-3);
  const std::size_t n = tide.positions.size();
  ASSERT_EQ(near.positions.size(), n);
  ASSERT_EQ(far.positions.size(), n);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < n; ++i) {
    const double nearer = norm(near.positions[i] - tide.positions[i]),
                 farther = norm(far.positions[i] - tide.positions[i]);
    EXPECT_LT(nearer, 0.02 * (1 + norm2(tide.positions[i]))) << i;
    EXPECT_LT(norm(near.velocities[i] - tide.velocities[i]), 0.05) << i;
    ratios.push_back(nearer / farther);
  }
  std::sort(ratios.begin(), ratios.end());
  EXPECT_NEAR(ratios[n / 2], 2, 0.1) << "of first order in r/R";
}

}  // namespace
}  // namespace tucana
