#include "tucana/physics/galaxy/friction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/gravity/field/guiding_centre.h"
#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {
namespace {

using std::numbers::pi;

TEST(DensityOf, IsThatOfTheFormula) {
  const auto plummer = make_field({.kind = FieldKind::plummer, .mass = 3, .radius = 2}, {});
  const Vec3 x{1, 2, -0.5};
  const double s2 = norm2(x) + 4;
  EXPECT_NEAR(density_of(*plummer, 0, x) / (3 * 3 * 4 / (4 * pi * std::pow(s2, 2.5))), 1, 1e-6);
  const auto nfw = make_field({.kind = FieldKind::nfw, .mass = 5, .radius = 2}, {});
  const double s = norm(x) / 2;
  EXPECT_NEAR(density_of(*nfw, 0, x) / (5 / (4 * pi * 8) / (s * (1 + s) * (1 + s))), 1, 1e-6);
}

TEST(DensityOf, VanishesAroundAPointMass) {
  const auto field = make_field({.kind = FieldKind::point_mass, .mass = 7}, {});
  for (const Vec3& x : {Vec3{1, 0, 0}, Vec3{3, -20, 4}, Vec3{1e-3, 1e-3, 2e-3}}) {
    EXPECT_EQ(density_of(*field, 0, x), 0);
    EXPECT_EQ((DynamicalFriction{1, 5}.acceleration(*field, 0, {x, {0, 1, 0}})), Vec3{});
  }
}

/// A halo with a flat rotation curve of speed 1 and nearly no core.
struct Sinking {
  std::unique_ptr<ExternalField> field = make_field({.kind = FieldKind::logarithmic, .radius = 1e-3, .speed = 1}, {});
  DynamicalFriction friction{.mass = 1e-3, .coulomb_logarithm = 6};
  GuidingCentre centre{*field, 0, {{1, 0, 0}, {0, 1, 0}}, [this](double time, const PhasePoint& at) {
                         return friction.acceleration(*field, time, at);
                       }};
};

// Binney & Tremaine (2008), section 8.1.1a: r^2 = r_0^2 - 2 0.428 lnLambda G M t / v_c.
TEST(DynamicalFriction, LetsACircularOrbitSink) {
  Sinking orbit;
  const double factor = std::erf(1) - 2 / std::sqrt(pi) * std::exp(-1);
  EXPECT_NEAR(factor, 0.428, 1e-3);
  for (const double time : {10.0, 40.0, 80.0}) {
    const double r2 = norm2(orbit.centre.at(Tick::nearest(time)).point.x);
    EXPECT_NEAR(r2, 1 - 2 * factor * 6 * 1e-3 * time, 0.01) << time;
  }
}

TEST(DynamicalFriction, TakesTheEnergyThatItsWorkSays) {
  Sinking orbit;
  const auto energy = [&](const GuidingCentre::State& at) {
    return norm2(at.point.v) / 2 + orbit.field->potential(0, at.point.x);
  };
  const double first = energy(orbit.centre.at(Tick{0}));
  const GuidingCentre::State end = orbit.centre.at(Tick::nearest(30.3));
  EXPECT_LT(end.work, -0.05);
  EXPECT_NEAR(energy(end) - first, end.work, 1e-9);
}

TEST(DynamicalFriction, HasTheSameBitsAfterARestart) {
  Sinking one, two;
  one.centre.at(Tick::nearest(3.3));
  MemoryArchive archive;
  one.centre.describe(archive);
  archive.rewind();
  two.centre.describe(archive);
  const PhasePoint whole = one.centre.at(Tick::nearest(9)).point, after = two.centre.at(Tick::nearest(9)).point;
  EXPECT_EQ(whole.x, after.x);
  EXPECT_EQ(whole.v, after.v);
}

TEST(DynamicalFriction, HasACoulombLogarithmByTheOrbit) {
  const auto field = make_field({.kind = FieldKind::logarithmic, .radius = 1e-3, .speed = 1}, {});
  const PhasePoint at{{2, 0, 0}, {0, 1.5, 0}};
  const double lambda = 2 * 1.5 * 1.5 / 0.01;
  const Vec3 given = DynamicalFriction{0.01, std::log1p(lambda * lambda) / 2}.acceleration(*field, 0, at);
  EXPECT_EQ((DynamicalFriction{0.01}.acceleration(*field, 0, at)), given);
  EXPECT_LT(given.y, 0);
  EXPECT_EQ(given.x, 0);
}

}  // namespace
}  // namespace tucana::galaxy
