#include "tucana/physics/escapers/bound_cluster.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/physics/galaxy/make_field.h"

namespace tucana {
namespace {

std::unique_ptr<ExternalField> field_of(FieldOptions options) { return galaxy::make_field(options, UnitScale{}); }

std::unique_ptr<ExternalField> point_mass(double mass) {
  return field_of({.kind = FieldKind::point_mass, .mass = mass});
}

/// A cluster of mass 1: 40 stars on a small sphere, at a place and with a velocity.
StarsBuffer small_cluster(const PhasePoint& at) {
  StarsBuffer stars;
  stars.resize(40);
  stars.number_from_one();
  for (std::size_t i = 0; i < 40; ++i) {
    const double z = (static_cast<double>(i) + 0.5) / 20 - 1, angle = 2.4 * static_cast<double>(i);
    const double ring = std::sqrt(1 - z * z);
    stars.mass[i] = 1.0 / 40;
    stars.position[i] = at.x + 0.01 * Vec3{ring * std::cos(angle), ring * std::sin(angle), z};
    stars.velocity[i] = at.v;
  }
  return stars;
}

void add_tracer(StarsBuffer& stars, const Vec3& x, const Vec3& v) {
  stars.resize(stars.size() + 1);
  stars.id.back() = StarId{static_cast<std::int64_t>(stars.size())};
  stars.mass.back() = 0;
  stars.position.back() = x;
  stars.velocity.back() = v;
}

TEST(TidalFrame, GivesTheJacobiRadiiOfTheTextbooks) {
  const auto galaxy = point_mass(1000);
  const double speed = std::sqrt(1000.0 / 50);
  const auto circular = tidal_frame(*galaxy, 0, {{0, 50, 0}, {-speed, 0, 0}});
  ASSERT_TRUE(circular);
  EXPECT_NEAR(circular->angular_velocity.z, speed / 50, 1e-12);
  EXPECT_NEAR(circular->jacobi_radius(2), 50 * std::cbrt(2.0 / 3000), 1e-10) << "R (M / 3 M_g)^(1/3)";
  const auto halo = field_of({.kind = FieldKind::logarithmic, .radius = 1e-6, .speed = 3});
  const auto flat = tidal_frame(*halo, 0, {{60, 0, 0}, {0, 3, 0}});
  ASSERT_TRUE(flat);
  EXPECT_NEAR(flat->strength, 2 * (3.0 / 60) * (3.0 / 60), 1e-10) << "the rotation curve is flat";
  EXPECT_FALSE(tidal_frame(*galaxy, 0, {})) << "at the centre of the field";
  const auto core = field_of({.kind = FieldKind::plummer, .mass = 1000, .radius = 100});
  EXPECT_FALSE(tidal_frame(*core, 0, {{1, 0, 0}, {}})) << "the field holds it together";
}

TEST(BoundCluster, AStarAtRestAtASaddlePointHasTheCriticalEnergy) {
  const double mass = 1e6, distance = 1000, speed = std::sqrt(mass / distance), turn = speed / distance;
  const auto galaxy = point_mass(mass);
  const PhasePoint orbit{{distance, 0, 0}, {0, speed, 0}};
  StarsBuffer stars = small_cluster(orbit);
  const double jacobi = distance * std::cbrt(1 / (3 * mass));  // 6.9
  for (const double side : {1.0, -1.0}) {
    const double x = distance + side * jacobi;
    add_tracer(stars, {x, 0, 0}, {0, turn * x, 0});
  }
  add_tracer(stars, {distance + 3 * jacobi, 0, 0}, {0, turn * (distance + 3 * jacobi), 0});
  const BoundCluster cluster = find_bound_cluster(stars.view(), FieldNow{*galaxy, 0}, 0.9 * jacobi);
  EXPECT_NEAR(cluster.jacobi_radius, jacobi, 1e-4 * jacobi);
  EXPECT_NEAR(cluster.mass, 1, 1e-12);
  EXPECT_NEAR(cluster.half_mass_radius, 0.01, 2e-3) << "the centre of so few stars is noisy";
  for (const Escaper& escaper : cluster.escapers) {
    if (escaper.row >= 42) continue;
    EXPECT_NEAR(escaper.energy, 0, 1.5 / jacobi * jacobi / distance) << "to O(r_J/R)";
  }
  // Outside, at rest in turning coordinates: -3/2 tide x^2 - M/x - (-3/2 M/r_J), lower than the saddle.
  const BoundCluster usual = find_bound_cluster(stars.view(), FieldNow{*galaxy, 0});
  EXPECT_DOUBLE_EQ(usual.escape_radius, 2 * usual.jacobi_radius);
  EXPECT_TRUE(usual.escapers.empty());
}

TEST(BoundCluster, CountsAsEscapedWhatIsFarAndFast) {
  const PhasePoint rest{{5, 6, 7}, {1, 2, 3}};
  StarsBuffer stars = small_cluster(rest);  // half-mass radius 0.01
  const auto add = [&](double distance, double speed) {
    add_tracer(stars, rest.x + Vec3{distance, 0, 0}, rest.v + Vec3{0, speed, 0});
  };
  add(4, std::sqrt(2.0 / 4) * 1.01);
  add(4, std::sqrt(2.0 / 4) * 0.99);
  add(0.1, 100);
  const BoundCluster cluster = find_bound_cluster(stars.view(), {});
  EXPECT_EQ(cluster.jacobi_radius, 0);
  EXPECT_NEAR(cluster.escape_radius, 0.2, 0.04);
  EXPECT_DOUBLE_EQ(cluster.escape_radius, 20 * cluster.half_mass_radius);
  ASSERT_EQ(cluster.escapers.size(), 1u);
  EXPECT_EQ(cluster.escapers[0].row, 40u);
  EXPECT_NEAR(cluster.escapers[0].distance, 4, 0.01);
  EXPECT_NEAR(cluster.escapers[0].energy, 0.25 * (1.01 * 1.01 - 1), 1e-3);
  EXPECT_NEAR(norm(cluster.centre.x - rest.x), 0, 0.01);
  EXPECT_NEAR(norm(cluster.centre.v - rest.v), 0, 1e-12);
  EXPECT_EQ(find_bound_cluster(stars.view(), {}, 0.05).escapers.size(), 2u) << "another radius";
}

TEST(BoundCluster, AClosePairEscapesAsOne) {
  StarsBuffer stars = small_cluster({});
  // Two pairs far outside, whose members are fast: the first is slow as a whole, the second leaves.
  for (int i = 0; i < 4; ++i) add_tracer(stars, {4, 0, 0}, {});
  for (std::size_t k = 0; k < 2; ++k) {
    const auto row = static_cast<std::uint32_t>(40 + 2 * k);
    const double mean = k == 0 ? 0.1 : 1;
    stars.velocity[row] = {0, mean + 5, 0};
    stars.velocity[row + 1] = {0, mean - 5, 0};
    stars.mass[row] = stars.mass[row + 1] = 1e-6;
    stars.systems.push_back(
        {.first = static_cast<std::uint32_t>(2 * k), .count = 2, .position = {4, 0, 0}, .velocity = {0, mean, 0}});
    stars.system_members.push_back({row, {}, {0, 5, 0}});
    stars.system_members.push_back({row + 1, {}, {0, -5, 0}});
  }
  const BoundCluster cluster = find_bound_cluster(stars.view(), {});
  ASSERT_EQ(cluster.escapers.size(), 2u);
  EXPECT_EQ(cluster.escapers[0].row, 42u);
  EXPECT_EQ(cluster.escapers[1].row, 43u);
  EXPECT_NEAR(cluster.escapers[0].energy, 0.25, 1e-3);
}

TEST(BoundCluster, TheBoundMassIsWithinItsOwnJacobiRadius) {
  // Half of the stars are far away, so that the radius of all mass is too large.
  const double mass = 1e4, distance = 100, speed = std::sqrt(mass / distance);
  const auto galaxy = point_mass(mass);
  StarsBuffer stars = small_cluster({{distance, 0, 0}, {0, speed, 0}});
  const StarsBuffer far = small_cluster({{distance, 4, 0}, {0, speed, 0}});
  for (std::size_t i = 0; i < 30; ++i) {
    add_tracer(stars, far.position[i], far.velocity[i]);
    stars.mass.back() = far.mass[i];
  }
  const BoundCluster cluster = find_bound_cluster(stars.view(), FieldNow{*galaxy, 0});
  EXPECT_NEAR(cluster.mass, 1, 1e-12);
  EXPECT_NEAR(cluster.jacobi_radius, distance * std::cbrt(1 / (3 * mass)), 0.02);
}

}  // namespace
}  // namespace tucana
