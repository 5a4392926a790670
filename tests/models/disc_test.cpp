#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/galaxy/disc_motion.h"
#include "tucana/models/galaxy/disc_shape.h"
#include "tucana/models/galaxy/spherical_field.h"

namespace tucana {
namespace {

using namespace testing_support;

Component thin_disc(double height = 0.1) {
  Component disc{.name = "disc", .profile = ProfileKind::disc};
  disc.scale_height = height;
  return disc;
}

TEST(DiscShape, SurfaceDensityAndHeightAreAsAsked) {
  const DiscShape shape(thin_disc());
  std::vector<double> radii, heights, angles;
  for (std::uint64_t i = 0; i < 50000; ++i) {
    RandomStream random(8, RandomUse::test, i);
    const Vec3 x = shape.draw_position(random);
    radii.push_back(std::hypot(x.x, x.y));
    heights.push_back(x.z);
    angles.push_back(std::atan2(x.y, x.x));
  }
  const double all = 1 - 11 * std::exp(-10.0);
  EXPECT_LT(ks_statistic(radii, [&](double r) { return (1 - (1 + r) * std::exp(-r)) / all; }), ks_limit(50000));
  EXPECT_LT(ks_statistic(heights, [](double z) { return (1 + std::tanh(z / 0.1)) / 2; }), ks_limit(50000));
  EXPECT_LT(ks_statistic(angles, [](double phi) { return (phi / std::numbers::pi + 1) / 2; }), ks_limit(50000));
  EXPECT_LE(*std::max_element(radii.begin(), radii.end()), 10);
  EXPECT_NEAR(shape.mass_within(1), (1 - 2 / std::numbers::e) / all, 1e-12);
}

TEST(DiscShape, MeanOverSpheresHoldsTheWholeMass) {
  for (const double height : {0.01, 0.1, 0.5}) {
    const DiscShape shape(thin_disc(height));
    double mass = 0;
    constexpr int steps = 40000;
    const double edge = shape.edge();
    for (int s = 0; s < steps; ++s) {
      const double r = edge * (s + 0.5) / steps;
      mass += 4 * std::numbers::pi * r * r * shape.mean_density(r) * edge / steps;
    }
    EXPECT_NEAR(mass, 1, 2e-3) << height;
  }
}

TEST(DiscShape, RotatesAsFreemanSays) {
  // The thin exponential disc has its fastest circle at 2.15 scale lengths: v^2 = 0.774^2 pi G Sigma_0 R_d (Freeman
  // 1970).
  const DiscShape shape(thin_disc());
  EXPECT_NEAR(shape.circular_speed2(2.15), 0.3874, 0.0005);
  EXPECT_GT(shape.circular_speed2(2.15), shape.circular_speed2(2.0));
  EXPECT_GT(shape.circular_speed2(2.15), shape.circular_speed2(2.3));
  EXPECT_NEAR(shape.circular_speed2(30) * 30, 1, 0.02);
}

TEST(DiscMotion, FollowsToomreEpicyclesAndTheSheet) {
  const DiscShape shape(thin_disc(0.05));
  const DiscMotion alone(shape, 1, 1.5, [](double) { return 0.0; });
  for (const double z : {0.0, 0.1}) {  // the isothermal sheet: pi G Sigma z_d at every height
    EXPECT_NEAR(std::pow(alone.at(1, z).vertical, 2), std::numbers::pi * shape.surface_density(1) * 0.05, 1e-6);
  }
  const DiscMoments moments = alone.at(2.43, 0);
  const double circle2 = alone.circular_speed2(2.43), ratio2 = alone.epicyclic_ratio2(2.43);
  const double kappa = 2 * std::sqrt(ratio2 * circle2) / 2.43;
  EXPECT_NEAR(moments.radial * kappa / (3.36 * shape.surface_density(2.43)), 1.5, 1e-3);
  EXPECT_NEAR(moments.azimuthal / moments.radial, std::sqrt(ratio2), 1e-9);
  EXPECT_LT(moments.rotation, std::sqrt(circle2));
  // A point mass has kappa = Omega, a flat curve kappa = sqrt(2) Omega.
  const DiscMotion kepler(shape, 0, 1.5, [](double) { return 1.0; });
  EXPECT_NEAR(kepler.epicyclic_ratio2(1), 0.25, 1e-3);
  const DiscMotion flat(shape, 0, 1.5, [](double r) { return r; });
  EXPECT_NEAR(flat.epicyclic_ratio2(1), 0.5, 1e-3);
  EXPECT_NEAR(flat.at(3, 0).rotation, 1, 1e-3);  // massless, so cold
  EXPECT_EQ(flat.at(3, 0).radial, 0);
}

TEST(DiscMotion, HoldsTheLayerUpAtEveryHeight) {
  // d(rho sigma_z^2)/dz = -rho K_z, by differences, in the field of a sheet and a heavy sphere.
  const DiscShape shape(thin_disc(0.2));
  const auto around = [](double r) { return 3 * r * r / ((1 + r) * (1 + r)); };
  const DiscMotion motion(shape, 1, 1.5, around);
  for (const double radius : {0.5, 2.0}) {
    for (const double z : {0.1, 0.3, 0.6}) {
      const auto rho = [](double at) { return 1 / std::pow(std::cosh(at / 0.2), 2); };
      const auto pressure = [&](double at) { return rho(at) * std::pow(motion.at(radius, at).vertical, 2); };
      const double r = std::hypot(radius, z), h = 0.0167 / 2;
      const double pull =
          2 * std::numbers::pi * shape.surface_density(radius) * std::tanh(z / 0.2) + around(r) * z / (r * r * r);
      EXPECT_NEAR((pressure(z - h) - pressure(z + h)) / (2 * h) / (rho(z) * pull), 1, 0.01) << radius << " " << z;
    }
  }
}

TEST(Disc, DrawnBodiesHaveTheMoments) {
  Component halo = sphere(ProfileKind::hernquist, CutKind::smooth, 100);
  halo.mass = 10;
  halo.scale_radius = 5;
  const Galaxy galaxy({thin_disc(), halo});
  const DiscMotion& motion = *galaxy.disc(0);
  double n = 0, rotation = 0, drift = 0, radial = 0, azimuthal = 0, vertical = 0;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    Vec3 x, v;
    galaxy.draw(0, i, 9, x, v);
    const double radius = std::hypot(x.x, x.y);
    if (radius < 1 || radius > 3) continue;
    const DiscMoments here = motion.at(radius, x.z);
    const double along = (x.x * v.x + x.y * v.y) / radius, around = (x.x * v.y - x.y * v.x) / radius;
    ++n;
    rotation += around / here.rotation;
    drift += along / here.radial;
    radial += std::pow(along / here.radial, 2);
    azimuthal += std::pow((around - here.rotation) / here.azimuthal, 2);
    vertical += std::pow(v.z / here.vertical, 2);
  }
  ASSERT_GT(n, 40000);
  const double noise = 4 * std::sqrt(2 / n);
  EXPECT_NEAR(rotation / n, 1, 0.005);
  EXPECT_NEAR(drift / n, 0, noise);
  EXPECT_NEAR(radial / n, 1, noise);
  EXPECT_NEAR(azimuthal / n, 1, noise);
  EXPECT_NEAR(vertical / n, 1, noise);
}

TEST(Disc, ColdEdgeAndSmallSpeedsAreFinite) {
  Component disc = thin_disc();
  disc.cut_radius = 2;
  disc.toomre_q = 5;  // hot: the drift would make rotation imaginary
  const Galaxy galaxy({disc});
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Vec3 x, v;
    galaxy.draw(0, i, 2, x, v);
    ASSERT_TRUE(is_finite(x) && is_finite(v));
    ASSERT_LE(norm2(v), 2 * galaxy.field().potential(norm(x)));
  }
}

}  // namespace
}  // namespace tucana
