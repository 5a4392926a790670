// A cluster in the field of a galaxy, by every integrator.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulation/complaint.h"
#include "tucana/core/error.h"
#include "tucana/simulation/field_choice.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

struct FieldRunCase {
  const char* name;
  IntegratorKind integrator;
  GravityMethod method = GravityMethod::direct;
  std::string engine = "cpu";
  StepRule steps = StepRule::block;
  double energy_error;  ///< of the cluster's own energy, which is 1/4

  double end() const { return engine == "cpu" ? 1 : 0x1p-4; }
};
std::ostream& operator<<(std::ostream& out, const FieldRunCase& c) { return out << c.name; }

/// On a circular orbit of angular speed 1/8 around a point mass; the tidal radius is 3.7.
Options orbiting(const FieldRunCase& c) {
  Options options = default_options(c.integrator, c.method);
  options.engine.kind = c.engine;
  if (c.engine != "cpu") options.engine.devices = {0};
  options.integrator.steps = c.steps;
  if (c.integrator == IntegratorKind::leapfrog) {
    options.gravity.softening = 0.05;
    options.integrator.eta = 0.002;
    options.tree.accuracy = 0x1p-12;
  }
  options.model.n = 64;
  options.run.threads = 2;
  options.field.kind = FieldKind::point_mass;
  options.field.mass = 64000;
  options.field.orbit_radius = 160;
  return options;
}

/// The same without subsystems: among so few stars each formation of a pair costs more energy (5e-4 in isolation too)
/// than the field may.
Options orbiting_bodies(const FieldRunCase& c) {
  Options options = orbiting(c);
  options.fewbody.kind = FewBodyKind::off;
  return options;
}

void advance(Simulation& simulation, double time) {
  while (simulation.integrator().next() <= simulation.tick_of(time)) simulation.step();
}

class FieldRun : public testing::TestWithParam<FieldRunCase> {};
INSTANTIATE_TEST_SUITE_P(
    Of, FieldRun,
    testing::Values(FieldRunCase{.name = "hermite4", .integrator = IntegratorKind::hermite4, .energy_error = 3e-6},
                    FieldRunCase{.name = "hermite6", .integrator = IntegratorKind::hermite6, .energy_error = 3e-6},
                    FieldRunCase{
                        .name = "ahmad_cohen", .integrator = IntegratorKind::ahmad_cohen, .energy_error = 5e-5},
                    FieldRunCase{.name = "leapfrog", .integrator = IntegratorKind::leapfrog, .energy_error = 1e-3},
                    FieldRunCase{.name = "tree",
                                 .integrator = IntegratorKind::leapfrog,
                                 .method = GravityMethod::tree,
                                 .energy_error = 1e-3},
                    FieldRunCase{.name = "hermite4_opencl",
                                 .integrator = IntegratorKind::hermite4,
                                 .engine = "opencl",
                                 .energy_error = 1e-7},
                    FieldRunCase{.name = "hermite6_shared_opencl",
                                 .integrator = IntegratorKind::hermite6,
                                 .engine = "opencl",
                                 .steps = StepRule::shared,
                                 .energy_error = 1e-7},
                    FieldRunCase{.name = "tree_opencl",
                                 .integrator = IntegratorKind::leapfrog,
                                 .method = GravityMethod::tree,
                                 .engine = "opencl",
                                 .energy_error = 1e-3}),
    testing::PrintToStringParamName());

TEST_P(FieldRun, FollowsItsOrbitAndConservesEnergy) {
  Simulation simulation(orbiting(GetParam()));
  simulation.start();
  const ClusterReport first = simulation.report_at(Tick{0});
  ASSERT_TRUE(first.energies.external.has_value());
  // In coordinates that fall with the cluster: the energy in the tide, sum m (r^2 - 3 x^2) GM/(2 R^3), is small.
  EXPECT_LT(std::abs(*first.energies.external), 1e-3);
  EXPECT_NEAR(first.energy, -0.25, 0.01);
  EXPECT_NEAR(first.virial_ratio, first.energies.kinetic / -first.energies.potential, 1e-12) << "of pairs";
  const double end = GetParam().end();
  advance(simulation, end);
  const ClusterReport last = simulation.report_at(simulation.tick_of(end));
  EXPECT_LT(std::abs(last.energy - first.energy) / 0.25, GetParam().energy_error);
  EXPECT_NE(last.energy, first.energy);
  EXPECT_EQ(simulation.energy_error_at(simulation.tick_of(end)), simulation.energy_error(last.energy));
  // The exact Kepler orbit; the quadrupole of the cluster moves its centre by some (r/R)^2 of the acceleration.
  const double speed = 20, angle = end * speed / 160;
  const Vec3 place = 160 * Vec3{std::cos(angle), std::sin(angle), 0};
  const Vec3 velocity = speed * Vec3{-std::sin(angle), std::cos(angle), 0};
  EXPECT_LT(norm(last.centre_of_mass.position - place), 1e-4);
  EXPECT_LT(norm(last.centre_of_mass.velocity - velocity), 2e-4);
}

TEST_P(FieldRun, IsTheSameAfterARestart) {
  Options options = orbiting(GetParam());
  options.field.change = galaxy::FieldChange::decay;  // the time of the field must survive too
  Simulation whole(options), first(options), second(options);
  whole.start(), first.start();
  advance(whole, 0.3 * GetParam().end()), advance(first, 0.1 * GetParam().end());
  MemoryArchive saved;
  first.describe(saved);
  saved.rewind();
  second.describe(saved);
  advance(second, 0.3 * GetParam().end());
  const Tick end = whole.integrator().now();
  const SharedStars expected = whole.stars_at(end), found = second.stars_at(end);
  for (std::size_t i = 0; i < expected->size(); ++i) {
    ASSERT_EQ(found->position[i], expected->position[i]) << i;
    ASSERT_EQ(found->velocity[i], expected->velocity[i]) << i;
  }
  EXPECT_EQ(second.report_at(end).energy, whole.report_at(end).energy);
}

// Changes of stars move energy in the field too, and by the motion of the coordinates that fall with the cluster.
TEST_P(FieldRun, KeepsALedgerOfChanges) {
  Simulation simulation(orbiting(GetParam()));
  simulation.start();
  const auto energy = [&] { return simulation.report_at(simulation.integrator().now()).energy; };
  const SharedStars stars = simulation.stars_at(Tick{0});
  ChangeSet set;
  set.masses = {{stars->id[3], 0.5 * stars->mass[3]}};
  set.kicks = {{stars->id[4], {0.1, 0.2, -0.1}}};
  set.mergers = {{stars->id[5], stars->id[6], 1.5 * stars->mass[5], 0}};
  set.removed = {stars->id[7]};
  set.added.resize(1);
  set.added.id = {StarId{100000}};
  set.added.mass = {stars->mass[8]};
  set.added.position = {stars->position[8] + Vec3{0.2, 0.1, 0}};
  set.added.velocity = {stars->velocity[8]};
  const double before = energy();
  const EnergyChange change = simulation.apply(set, "test");
  const double scale = std::abs(before) + std::abs(change.total());
  // The energy of trees is that of their potentials.
  EXPECT_NEAR(energy() - before, change.total(), (GetParam().method == GravityMethod::tree ? 5e-5 : 1e-9) * scale);
  for (const double part : {change.mass, change.kick, change.merger, change.removal, change.addition})
    EXPECT_NE(part, 0);
}

// Threads, and looks in between.
TEST_P(FieldRun, HasTheSameBitsForAnyNumberOfThreads) {
  Options options = orbiting(GetParam());
  options.run.threads = 1;
  Simulation one(options);
  options.run.threads = 3;
  Simulation three(options);
  one.start(), three.start();
  const double time = 0.2 * GetParam().end();
  for (const double look : {0.2 * time, 0.55 * time}) advance(three, look), three.report_at(three.tick_of(look));
  advance(one, time), advance(three, time);
  const Tick end = one.integrator().now();
  const SharedStars expected = one.stars_at(end), found = three.stars_at(end);
  for (std::size_t i = 0; i < expected->size(); ++i) ASSERT_EQ(found->position[i], expected->position[i]) << i;
}

// Coordinates fall with the cluster, so that its acceleration as a whole makes no steps longer.
TEST(FieldRun, NeedsTheStepsOfAnIsolatedCluster) {
  for (const IntegratorKind kind : {IntegratorKind::hermite4, IntegratorKind::hermite6, IntegratorKind::ahmad_cohen}) {
    const auto steps = [&](bool is_isolated) {
      Options options = orbiting_bodies({.name = "", .integrator = kind, .energy_error = 0});
      if (is_isolated) options.field = {};
      Simulation simulation(options);
      simulation.start();
      advance(simulation, 1);
      return static_cast<double>(simulation.integrator().counts().steps);
    };
    EXPECT_NEAR(steps(false) / steps(true), 1, 0.05) << static_cast<int>(kind);
  }
}

// With close pairs from the start, on which the tide acts, and stars that leave and take their energy with them.
TEST(FieldRun, ConservesEnergyWithItsLedgerWherePairsAre) {
  for (const IntegratorKind kind : {IntegratorKind::hermite4, IntegratorKind::ahmad_cohen}) {
    Options options = orbiting({.name = "", .integrator = kind, .energy_error = 0});
    for (const char* setting : {"model.systems=128", "model.binary_fraction=0.1", "model.smallest_axis=5e-4",
                                "model.largest_axis=2e-3", "escapers.kind=remove", "escapers.radius=3"})
      set_option(options, setting);
    Simulation simulation(options);
    simulation.start();
    EXPECT_GT(simulation.integrator().subsystem_counts()->pairs, 10U);
    advance(simulation, 4);
    const Tick end = simulation.tick_of(4);
    EXPECT_LT(simulation.stars_at(end)->size(), 128U + 12);
    EXPECT_LT(std::abs(simulation.energy_error_at(end)), 6e-5) << static_cast<int>(kind);
  }
}

// The work of the field on a cluster on an eccentric orbit, which is a large part of its energy, is known to the
// accuracy of the integration: the error falls with the fourth power of the step, without looks and with many of them.
TEST(FieldRun, CountsTheWorkOfTheFieldOnAnEccentricOrbit) {
  const auto error_with = [](double step, int looks) {
    Options options = default_options(IntegratorKind::hermite4);
    options.model.n = 64;
    options.gravity.softening = 0.1;
    options.integrator.steps = StepRule::fixed;
    options.integrator.fixed_step = step;
    options.field.kind = FieldKind::point_mass;
    options.field.mass = 2000;
    options.field.orbit_position = "40, 0, 0";
    options.field.orbit_velocity = "0, 5, 1";
    Simulation simulation(options);
    simulation.start();
    const double first = *simulation.report_at(Tick{0}).energies.external;
    for (int k = 1; k < looks; ++k) {
      simulation.advance_to(4.0 * k / looks);
      simulation.report_at(simulation.tick_of(4.0 * k / looks));
    }
    simulation.advance_to(4);
    const Tick end = simulation.tick_of(4);
    EXPECT_GT(std::abs(*simulation.report_at(end).energies.external - first), 1e-3) << "the tide does nothing";
    return simulation.energy_error_at(end);
  };
  const double coarse = error_with(0x1p-5, 1), fine = error_with(0x1p-6, 1);
  EXPECT_LT(std::abs(coarse), 1e-4);
  EXPECT_LT(std::abs(fine), 0.12 * std::abs(coarse));
  EXPECT_EQ(error_with(0x1p-5, 7), coarse);
}

TEST(FieldRun, IsAsAccurateInAGalaxyOfSeveralParts) {
  Options options = default_options(IntegratorKind::hermite4);
  options.model.n = 32;
  options.units = {.length_pc = 5, .mass_msun = 2e4};
  options.field.kind = FieldKind::milky_way_2014;
  options.field.orbit_radius = 800;
  Simulation simulation(options);
  simulation.start();
  const double energy = simulation.report_at(Tick{0}).energy;
  advance(simulation, 1);
  EXPECT_LT(std::abs(simulation.report_at(simulation.tick_of(1)).energy - energy) / 0.25, 1e-4);
  EXPECT_NE(simulation.engine_description().find("in field milky_way_2014"), std::string::npos);
}

// While it goes it does work on the stars; what is left of their energy in it vanishes.
TEST(FieldRun, AGasThatIsExpelledLeavesTheCluster) {
  const auto energies_after = [](const char* change) {
    Options options = default_options(IntegratorKind::hermite4);
    options.model.n = 64;
    options.gravity.softening = 0.05;
    for (const char* setting : {"field.kind=plummer", "field.mass=4", "field.change_time=0.1"})
      set_option(options, setting);
    set_option(options, std::string("field.change=") + change);
    Simulation simulation(options);
    simulation.start();
    const double before = simulation.report_at(Tick{0}).energy;
    advance(simulation, 2);
    const ClusterReport report = simulation.report_at(simulation.tick_of(2));
    return std::pair(report.energy - before, *report.energies.external);
  };
  const auto [kept, in_field] = energies_after("none");
  EXPECT_LT(std::abs(kept), 1e-4);
  EXPECT_LT(in_field, -1);
  const auto [work, left] = energies_after("decay");
  EXPECT_GT(work, 1);
  EXPECT_LT(std::abs(left), 1e-7);
}

TEST(FieldRun, WithoutAFieldThereIsNoExternalEnergy) {
  Options options = default_options(IntegratorKind::hermite4);
  options.model.n = 16;
  Simulation simulation(options);
  simulation.start();
  EXPECT_FALSE(simulation.report_at(Tick{0}).energies.external.has_value());
  EXPECT_EQ(simulation.engine_description().find("field"), std::string::npos);
}

Options with(const std::vector<std::string>& settings) {
  Options options;
  for (const std::string& setting : settings) set_option(options, setting);
  check_together(options);
  return options;
}

TEST(FieldOptions, PartsOfASumAreAddedUp) {
  const Options options = with({"field.kind=sum", "field.parts=point_mass mass=3;plummer mass=2 radius=5"});
  Options one = with({"field.kind=point_mass", "field.mass=3"}),
          two = with({"field.kind=plummer", "field.mass=2", "field.radius=5"});
  const auto field = [](const Options& of) { return make_run_field(of.field, {}); };
  const Vec3 x{3, 1, 2};
  EXPECT_EQ(field(options)->acceleration(0, x), field(one)->acceleration(0, x) + field(two)->acceleration(0, x));
}

TEST(FieldOptions, MistakesAreToldInOneLine) {
  const auto complaint_about = [](const std::vector<std::string>& settings) {
    return complaint([&] { with(settings); });
  };
  EXPECT_EQ(complaint_about({"field.kind=sum"}),
            R"(field.kind = sum needs field.parts, as in "plummer mass=2 radius=5; nfw mass=40 radius=20")");
  EXPECT_EQ(complaint_about({"field.kind=sum", "field.parts=plummer mas=2"}),
            "field.parts: field.mas is not an option; did you mean field.mass?");
  EXPECT_EQ(complaint_about({"field.kind=sum", "field.parts=plummer mass=-2"}),
            "field.parts: field.mass = -2 is not >= 0; typical is 1");
  EXPECT_EQ(
      complaint_about({"field.kind=sum", "field.parts=mass=2"}).find("field.parts: field.kind = mass=2 is not known"),
      0U);
  EXPECT_EQ(complaint_about({"field.kind=sum", "field.parts=plummer 2"}),
            R"(field.parts: '2' is not a number of a part, as in "plummer mass=2 radius=5; nfw mass=40 radius=20")");
  EXPECT_EQ(complaint_about({"field.kind=plummer", "field.parts=plummer"}),
            "field.parts is given but field.kind is not sum; set field.kind = sum");
  EXPECT_EQ(complaint_about({"field.kind=power_law", "field.exponent=2.5"}),
            "field.exponent = 2.5 of a power_law is not < 2; typical is 1.8");
  EXPECT_EQ(complaint_about({"field.orbit_radius=5"}),
            "field.orbit_radius needs a field; set field.kind, or leave it out");
  EXPECT_EQ(complaint_about({"field.kind=tide", "field.orbit_radius=5"}),
            "field.kind = tide acts on a cluster at the origin; leave field.orbit_radius out");
}

TEST(FieldOptions, AStarInASingularPlaceIsNamed) {
  Options options = with({"field.kind=point_mass", "model.n=1"});
  EXPECT_EQ(complaint([&] { Simulation(options).start(); }),
            "star 1 is where the field point_mass has no finite force, at (0, 0, 0); move the cluster away from there, "
            "for instance with field.orbit_radius");
}

}  // namespace
}  // namespace tucana
