#include "tucana/models/galaxy/galaxy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/models/galaxy_helpers.h"
#include "tucana/core/star_sums.h"
#include "tucana/models/galaxy/body_counts.h"
#include "tucana/models/galaxy/disc_motion.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/galaxy/spherical_field.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

using namespace testing_support;

std::vector<std::size_t> counts(const std::vector<Component>& components, std::size_t n) {
  std::vector<std::size_t> result;
  for (const BodyShare& share : share_bodies(components, n)) result.push_back(share.bodies);
  return result;
}

TEST(BodyCounts, OfM31AreThoseOfThePaper) {
  const auto components = m31_plan().components;
  EXPECT_EQ(counts(components, 8388608), (std::vector<std::size_t>{7730866, 308853, 348889}));
  const auto shares = share_bodies(components, 8388608);
  EXPECT_EQ(shares[0].body_mass, shares[1].body_mass);
  EXPECT_EQ(shares[0].body_mass, shares[2].body_mass);
  EXPECT_NEAR(shares[0].body_mass * 8388608, 88.0, 1e-12);
}

TEST(BodyCounts, NumbersFractionsAndTheRest) {
  Component a = sphere(ProfileKind::hernquist), b = a, c = a, d = a;
  a.bodies = 10;
  a.mass = 5;
  b.fraction = 0.25;
  b.mass = 0;
  c.mass = 1;
  d.mass = 3;
  EXPECT_EQ(counts({a, b, c, d}, 100), (std::vector<std::size_t>{10, 25, 16, 49}));
  const auto shares = share_bodies(std::vector<Component>{a, b, c, d}, 100);
  EXPECT_EQ(shares[0].body_mass, 0.5);
  EXPECT_EQ(shares[1].body_mass, 0);
  EXPECT_EQ(shares[2].body_mass, 4.0 / 65);
  EXPECT_NE(complaint([&] { counts({a, c}, 5); }).find("do not fit"), std::string::npos);
  EXPECT_NE(complaint([&] { counts({a}, 11); }).find("set -n 10"), std::string::npos);
  Component light = c;
  light.mass = 1e-6;
  light.name = "light";
  EXPECT_NE(complaint([&] { counts({c, light}, 100); }).find("component light gets none"), std::string::npos);
}

TEST(M31, HasItsMassesPlacesAndRotation) {
  const GalaxyPlan plan = m31_plan();
  const Galaxy galaxy(plan.components);
  EXPECT_EQ(plan.softening, 0.016);
  EXPECT_NEAR(galaxy.field().total_mass(), 81.1 + 3.24 + 3.66, 1e-9);
  EXPECT_GT(galaxy.mass_within(0, 191), 0.95);
  const StarsBuffer stars = drawn(galaxy, 40000);
  ASSERT_EQ(stars.family.size(), 40000u);
  const auto share = counts(plan.components, 40000);
  double mass[3] = {0, 0, 0}, rotation = 0, height = 0, ring = 0, kinetic = 0, virial = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const std::size_t part = i < share[0] ? 0 : i < share[0] + share[1] ? 1 : 2;
    mass[part] += stars.mass[i];
    EXPECT_EQ(stars.family[i], part == 0 ? Family::halo : part == 1 ? Family::bulge : Family::disc);
    const Vec3 &x = stars.position[i], &v = stars.velocity[i];
    const double r = norm(x), radius = std::hypot(x.x, x.y);
    EXPECT_LT(norm2(v), 2 * galaxy.field().potential(r));
    kinetic += 0.5 * stars.mass[i] * norm2(v);
    virial += stars.mass[i] * galaxy.field().mass(r) / r;
    if (part != 2 || radius < 5 || radius > 15) continue;
    ++ring;
    rotation += (x.x * v.y - x.y * v.x) / radius * galactic_units.velocity_kms();
    height += std::abs(x.z);
  }
  EXPECT_NEAR(mass[0], 81.1, 0.006);
  EXPECT_NEAR(mass[1], 3.24, 0.006);
  EXPECT_NEAR(mass[2], 3.66, 0.006);
  EXPECT_NEAR(rotation / ring, 251, 3);                   // km/s
  EXPECT_NEAR(height / ring, 0.6 * std::log(2.0), 0.04);  // the mean of |z| of sech^2(z/z_d)
  EXPECT_NEAR(kinetic / virial, 0.5, 0.01);
}

TEST(Galaxy, BodiesDependOnSeedAndNumberAlone) {
  const Galaxy galaxy(m31_plan().components);
  ThreadPool pool(3);
  const StarsBuffer serial = drawn(galaxy, 20000, 5), threaded = draw_galaxy(galaxy, 20000, 5, pool);
  EXPECT_EQ(serial.position, threaded.position);
  EXPECT_EQ(serial.velocity, threaded.velocity);
  const StarsBuffer more = drawn(galaxy, 30000, 5), other = drawn(galaxy, 20000, 6);
  EXPECT_TRUE(std::equal(serial.position.begin(), serial.position.begin() + 18000, more.position.begin()));
  EXPECT_NE(serial.position[0], other.position[0]);
  // Components of one galaxy have numbers of their own.
  const Component twin = sphere(ProfileKind::hernquist);
  const StarsBuffer twins = drawn(Galaxy({twin, twin}), 2000);
  std::set<double> places;
  for (const Vec3& x : twins.position) places.insert(x.x);
  EXPECT_EQ(places.size(), 2000u);
}

TEST(Galaxy, TracersFeelButDoNotPull) {
  Component tracer = sphere(ProfileKind::plummer, CutKind::smooth, 10),
            heavy = sphere(ProfileKind::plummer, CutKind::smooth, 10);
  tracer.mass = 0;
  tracer.fraction = 0.5;
  const Galaxy galaxy({tracer, heavy});
  EXPECT_NEAR(galaxy.field().total_mass(), 1, 1e-12);
  const StarsBuffer stars = drawn(galaxy, 40000);
  double tracers = 0, others = 0;
  for (std::size_t i = 0; i < 20000; ++i) {
    EXPECT_EQ(stars.mass[i], 0);
    tracers += norm2(stars.velocity[i]);
    others += norm2(stars.velocity[20000 + i]);
  }
  EXPECT_NEAR(tracers / others, 1, 0.02);
  EXPECT_NE(complaint([&] { Galaxy({tracer}); }).find("without mass"), std::string::npos);
}

TEST(Galaxy, RestsAsAWhole) {
  SerialWorkers workers;
  const StarsBuffer stars = make_galaxy(nfw_plan(), 5000, 1, workers);
  Vec3 v;
  for (std::size_t i = 0; i < stars.size(); ++i) v += stars.mass[i] * stars.velocity[i];
  EXPECT_LT(norm(v), 1e-14);
  EXPECT_NEAR(total_mass(stars.view()), 1, 1e-12);
}

/// The place where the bodies of a family are densest: the mean within a sphere that shrinks about it (Power et al.
/// 2003).
Vec3 shrinking_sphere_centre(const StarsBuffer& stars, Family family) {
  Vec3 centre;
  for (double radius = 40; radius > 1; radius *= 0.9) {
    Vec3 sum;
    double count = 0;
    for (std::size_t i = 0; i < stars.size(); ++i) {
      if (stars.family[i] != family || norm2(stars.position[i] - centre) > radius * radius) continue;
      sum += stars.position[i];
      ++count;
    }
    centre = sum * (1 / count);
  }
  return centre;
}

TEST(M31, StandsWithItsDensestPlaceAtTheOrigin) {
  SerialWorkers workers;
  const StarsBuffer stars = make_galaxy(m31_plan(), 100000, 1, workers);
  Vec3 mean;
  for (std::size_t i = 0; i < stars.size(); ++i) mean += stars.position[i] * (1.0 / 100000);
  // The cusp is found to about 0.03 kpc by this many bodies; the noise of the halo's mean is several times that.
  EXPECT_LT(norm(shrinking_sphere_centre(stars, Family::bulge)), 0.05);
  EXPECT_LT(norm(shrinking_sphere_centre(stars, Family::halo)), 0.1);
  EXPECT_GT(norm(mean), 0.15);
}

TEST(Component, RefusesNumbersThatMakeNoSense) {
  const auto refused = [](Component c) { return complaint([&] { Galaxy({c}); }); };
  Component c = sphere(ProfileKind::hernquist);
  c.mass = -1;
  EXPECT_EQ(refused(c), "component sphere: mass = -1 is not >= 0");
  c = sphere(ProfileKind::hernquist);
  c.scale_radius = 0;
  EXPECT_EQ(refused(c), "component sphere: scale_radius = 0 is not > 0");
  EXPECT_NE(refused(sphere(ProfileKind::nfw)).find("no finite mass"), std::string::npos);
  EXPECT_NE(refused(sphere(ProfileKind::nfw, CutKind::hard, 0)).find("cut_radius = 0"), std::string::npos);
  EXPECT_NE(refused(sphere(ProfileKind::king, CutKind::hard, 5)).find("takes no cut"), std::string::npos);
  EXPECT_NE(refused(sphere(ProfileKind::disc)).find("scale_height = 0"), std::string::npos);
  c = sphere(ProfileKind::king);
  c.w0 = 20;
  EXPECT_NE(refused(c).find("w0 = 20"), std::string::npos);
  c = sphere(ProfileKind::plummer);
  c.bodies = 1;
  c.fraction = 0.5;
  EXPECT_NE(refused(c).find("exclude each other"), std::string::npos);
  EXPECT_NE(complaint([] { Galaxy({}); }), "");
}

}  // namespace
}  // namespace tucana
