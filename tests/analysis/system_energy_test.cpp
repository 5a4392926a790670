// Energies and the rest of a report where some of the stars are pairs and groups with relative coordinates of their
// own.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/plain_engine.h"
#include "tucana/analysis/cluster_report.h"
#include "tucana/analysis/tree_energy.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/plummer.h"

namespace tucana {
namespace {

using testing_support::PlainEngine;

StarsBuffer cluster(std::size_t n) {
  PlainEngine engine;
  return make_plummer({.n = n, .seed = 5}, engine);
}

/// Makes a system of stars first, first + 1, ... about the place of the first one, with these relative states.
void add_system(StarsBuffer& stars, std::uint32_t first, const std::vector<SystemMember>& inside) {
  const Vec3 x = stars.position[first], v = stars.velocity[first];
  stars.systems.push_back({inside.size() == 2 ? SystemKind::pair : SystemKind::group,
                           static_cast<std::uint32_t>(stars.system_members.size()),
                           static_cast<std::uint32_t>(inside.size()), 1, x, v});
  for (std::uint32_t k = 0; k < inside.size(); ++k) {
    stars.system_members.push_back({first + k, inside[k].position, inside[k].velocity});
    stars.position[first + k] = x + inside[k].position;
    stars.velocity[first + k] = v + inside[k].velocity;
  }
}

/// Two stars of mass m each at the pericentre of their orbit.
std::vector<SystemMember> at_pericentre(double m, double axis, double eccentricity) {
  const double r = axis * (1 - eccentricity), v = std::sqrt(2 * m / axis * (1 + eccentricity) / (1 - eccentricity));
  const Vec3 x{r / 2 * 0.6, r / 2 * 0.8, 0}, u{-v / 2 * 0.8, v / 2 * 0.6, 0};
  return {{0, x, u}, {0, -x, -u}};
}

constexpr double axis = 1e-5;

struct ClusterWithPair {
  StarsBuffer stars = cluster(1000);
  double m = stars.mass[0];
  double energy_inside = -m * m / (2 * axis);
  ClusterWithPair() { add_system(stars, 0, at_pericentre(m, axis, 0.9999)); }
};

// What the energy is without the pair's inside, to compare with: the pair as one star.
double energy_of_bodies(const StarsBuffer& stars, ForceEngine& engine) {
  return energies(with_systems_as_bodies(stars.view()).view(), {}, engine).total();
}

TEST(SystemEnergy, KeepsTheDigitsOfAHardPairThatPlacesLose) {
  PlainEngine engine;
  ClusterWithPair with_pair;
  const double expected = energy_of_bodies(with_pair.stars, engine) + with_pair.energy_inside;
  const Energies e = energies(with_pair.stars.view(), {}, engine);
  EXPECT_NEAR(e.internal() / with_pair.energy_inside, 1, 1e-9) << "rounding of T + V = 1e4 times their sum";
  EXPECT_NEAR(e.total(), expected, 1e-12) << "the tide is (a (1 - e))^2 = 1e-18";
  with_pair.stars.forget_systems();
  const double by_places = energies(with_pair.stars.view(), {}, engine).total();
  EXPECT_GT(std::abs(by_places - expected), 1e-9 * std::abs(expected)) << "so that the test would notice";
}

// One pair may be wrong by 2e-5 of the energy of a cluster: over many places of the pair the largest is looked for.
TEST(SystemEnergy, PlacesAloneAreWrongByManyParts) {
  PlainEngine engine;
  double largest = 0;
  for (int k = 0; k < 40; ++k) {
    StarsBuffer stars = cluster(32);
    stars.position[0] = {10.0 + k * 0.1, -7.3, 3.1 + k * 0.01};
    add_system(stars, 0, at_pericentre(stars.mass[0], axis, 0.9999));
    const double exact = energies(stars.view(), {}, engine).total();
    const double inside = -stars.mass[0] * stars.mass[0] / (2 * axis);
    EXPECT_NEAR(exact, energy_of_bodies(stars, engine) + inside, 1e-9) << "T and V inside are 1e6";
    stars.forget_systems();
    largest = std::max(largest, std::abs(energies(stars.view(), {}, engine).total() - exact));
  }
  EXPECT_GT(largest, 2e-5 * 0.25);
}

// Pairs of stars in different systems are summed at their places, whatever the layers: against a plain double loop.
TEST(SystemEnergy, ResolvesSystemsForOneAnother) {
  PlainEngine engine;
  StarsBuffer stars = cluster(40);
  stars.mass[7] = 0;
  const double m = stars.mass[0];
  add_system(stars, 0, {{0, {0.01, 0, 0}, {}}, {0, {-0.02, 0.01, 0}, {}}, {0, {0.01, -0.01, 0.01}, {}}});
  add_system(stars, 4, at_pericentre(m, 0.05, 0.1));
  stars.position[6] = stars.position[0] + Vec3{0.03, 0.02, 0};
  add_system(stars, 6, {{0, {0.001, 0, 0}, {}}, {0, {-0.5, 0.01, 0}, {}}});  // one of them without mass
  add_system(stars, 20, at_pericentre(m, 0.02, 0.3));
  double plain = 0;
  for (std::size_t i = 0; i < stars.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      plain -= stars.mass[i] * stars.mass[j] / norm(stars.position[i] - stars.position[j]);
  EXPECT_NEAR(potential_energy(stars.view(), {}, engine) / plain, 1, 1e-13);
  const auto all = stars.view();
  const double softened = potential_energy(all, {1e-4}, engine);
  stars.forget_systems();
  EXPECT_NEAR(potential_energy(stars.view(), {1e-4}, engine) / softened, 1, 1e-13);
}

TEST(SystemEnergy, OfTheTreeHasTheExactInside) {
  SerialWorkers workers;
  PlainEngine engine;
  ClusterWithPair with_pair;
  const Energies direct = energies(with_pair.stars.view(), {}, engine);
  const Conserved by_tree = conserved_by_tree(with_pair.stars.view(), {}, workers);
  EXPECT_EQ(by_tree.kinetic, direct.kinetic);
  const double between = direct.potential - direct.inner_potential;
  EXPECT_NEAR((by_tree.potential - direct.inner_potential) / between, 1, 1e-4);
}

TEST(SystemEnergy, MembersAtOnePlaceAreNamed) {
  PlainEngine engine;
  StarsBuffer stars = cluster(8);
  add_system(stars, 2, {{0, {}, {}}, {0, {}, {}}});
  try {
    energies(stars.view(), {}, engine);
    FAIL() << "there is no such energy";
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "stars 3 and 4 are at the same place; move one of them or set gravity.softening");
  }
  EXPECT_TRUE(std::isfinite(energies(stars.view(), {1e-6}, engine).total()));
}

TEST(SystemReport, CountsASystemAsOneBody) {
  PlainEngine engine;
  SerialWorkers workers;
  StarsBuffer stars = cluster(200);
  const Vec3 before = angular_momentum(with_systems_as_bodies(stars.view()).view());
  EXPECT_EQ(before, angular_momentum(stars.view()));
  const double m = stars.mass[0];
  add_system(stars, 0, at_pericentre(m, 1e-4, 0.5));
  add_system(stars, 10, {{0, {1e-3, 0, 0}, {0, 1, 0}}, {0, {-1e-3, 0, 0}, {0, -1, 0}}, {0, {}, {}}});
  const StarsBuffer bodies = with_systems_as_bodies(stars.view());
  ASSERT_EQ(bodies.size(), 197U);
  const ClusterReport report = analyse(stars.view(), {}, engine, workers);
  const ClusterReport of_bodies = analyse(bodies.view(), {}, engine, workers);
  EXPECT_EQ(report.n, 200U);
  EXPECT_EQ(report.bodies, 197U);
  EXPECT_EQ(report.lagrangian_radii, of_bodies.lagrangian_radii);
  EXPECT_EQ(report.core.core_radius, of_bodies.core.core_radius);
  EXPECT_EQ(report.core.core_count, of_bodies.core.core_count);
  EXPECT_EQ(report.core.density_centre, of_bodies.core.density_centre);
  EXPECT_EQ(report.centre_of_mass.position, of_bodies.centre_of_mass.position);
  EXPECT_NEAR(report.virial_ratio, of_bodies.virial_ratio, 1e-6);
  // L of the pair: mu sqrt(M a (1 - e^2)); of the three: 2 m 1e-3.
  const double inside = m / 2 * std::sqrt(2 * m * 1e-4 * 0.75) + 2 * m * 1e-3;
  EXPECT_NEAR(report.angular_momentum.z - of_bodies.angular_momentum.z, inside, 1e-15);
}

}  // namespace
}  // namespace tucana
