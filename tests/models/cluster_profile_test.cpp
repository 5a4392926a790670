#include "tucana/models/cluster/cluster_profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/king_table.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/cluster/fractal.h"

namespace tucana {
namespace {

using testing_support::complaint;
using testing_support::ks_limit;
using testing_support::ks_statistic;

constexpr std::size_t n = 40000;

std::vector<CentreState> centres_of(const ClusterProfile& profile, std::uint64_t seed = 2) {
  std::vector<CentreState> centres;
  for (std::size_t i = 0; i < n; ++i) centres.push_back(profile.draw(seed, i));
  return centres;
}

class EquilibriumProfile : public testing::TestWithParam<ClusterProfileOptions> {};

TEST_P(EquilibriumProfile, RadiiFollowTheMass) {
  const auto profile = make_cluster_profile(GetParam());
  std::vector<double> radii;
  for (const CentreState& c : centres_of(*profile)) radii.push_back(norm(c.position));
  EXPECT_LT(ks_statistic(radii, [&](double r) { return profile->mass_within(r); }), ks_limit(n));
}

TEST_P(EquilibriumProfile, IsInVirialEquilibriumInItsOwnPotential) {
  // 2 <T> = <r dPhi/dr> = <M(r)/r> for each shape, and no star is unbound.
  const auto profile = make_cluster_profile(GetParam());
  double twice_kinetic = 0, virial = 0, virial2 = 0;
  for (const CentreState& c : centres_of(*profile)) {
    const double r = norm(c.position), v2 = norm2(c.velocity);
    EXPECT_LT(v2 / 2 + profile->potential(r), 0);
    // By a difference of potentials, which tests these as well.
    const double pull = r * (profile->potential(r * 1.001) - profile->potential(r * 0.999)) / (0.002 * r);
    twice_kinetic += v2;
    virial += pull;
    virial2 += (v2 - pull) * (v2 - pull);
  }
  EXPECT_NEAR(twice_kinetic - virial, 0, 3 * std::sqrt(virial2) + 0.004 * virial);
}

TEST_P(EquilibriumProfile, StaysAsItIsAlongItsOrbits) {
  // Each centre goes along its orbit in the fixed potential for about two crossing times: radii are distributed as
  // before. A sphere that is not in equilibrium fails.
  const auto profile = make_cluster_profile(GetParam());
  const auto centres = centres_of(*profile);
  std::vector<double> radii;
  for (const CentreState& c : centres) radii.push_back(norm(c.position));
  std::nth_element(radii.begin(), radii.begin() + n / 2, radii.end());
  const double half = radii[n / 2], step = 0.03 * std::sqrt(2 * half * half * half);
  const auto pull = [&](const Vec3& x) {
    const double r = norm(x);
    return x * (-profile->mass_within(r) / (r * r * r));
  };
  radii.clear();
  for (std::size_t i = 0; i < n; i += 4) {
    Vec3 x = centres[i].position, v = centres[i].velocity;
    v += pull(x) * (step / 2);
    for (int s = 0; s < 66; ++s) {
      x += v * step;
      v += pull(x) * step;
    }
    radii.push_back(norm(x));
  }
  // Plummer's cut ends abruptly at 20 radii, where few stars are.
  EXPECT_LT(ks_statistic(radii, [&](double r) { return profile->mass_within(r); }), ks_limit(radii.size()));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, EquilibriumProfile,
    testing::Values(ClusterProfileOptions{}, ClusterProfileOptions{.kind = ClusterProfileKind::king, .w0 = 7},
                    ClusterProfileOptions{.kind = ClusterProfileKind::king, .concentration = 1.5},
                    ClusterProfileOptions{.kind = ClusterProfileKind::uniform},
                    ClusterProfileOptions{.kind = ClusterProfileKind::eff, .eff_slope = 2.6},
                    ClusterProfileOptions{.kind = ClusterProfileKind::eff, .eff_slope = 5, .cut_radius = 10}));

TEST(ClusterProfile, KingStarsFollowLimepysMasses) {
  const auto profile = make_cluster_profile({.kind = ClusterProfileKind::king, .w0 = 9});
  std::vector<double> radii;
  for (const CentreState& c : centres_of(*profile, 5)) radii.push_back(norm(c.position));
  for (const auto& row : testing_support::king_table) {
    if (row.w0 != 9) continue;
    const auto inside = std::count_if(radii.begin(), radii.end(), [&](double r) { return r < row.radius; });
    EXPECT_NEAR(static_cast<double>(inside) / n, row.mass, 3 * std::sqrt(row.mass * (1 - row.mass) / n) + 1e-5);
  }
}

TEST(ClusterProfile, EffWithSlopeFourIsPlummersSphere) {
  const auto eff = make_cluster_profile({.kind = ClusterProfileKind::eff, .eff_slope = 4, .cut_radius = 1e4});
  for (const double r : {0.01, 0.3, 1.0, 5.0, 50.0}) {
    EXPECT_NEAR(eff->mass_within(r) / std::pow(1 + 1 / (r * r), -1.5), 1, 5e-5) << r;  // interpolated
    EXPECT_NEAR(eff->potential(r) * std::sqrt(1 + r * r), -1, 1e-6) << r;
  }
}

TEST(ClusterProfile, EffHasTheSurfaceDensityOfThePaper) {
  // Stars in rings on the sky: (1 + R^2)^(-gamma/2), integrated, while the cut is far away.
  const auto profile = make_cluster_profile({.kind = ClusterProfileKind::eff, .eff_slope = 3, .cut_radius = 1e4});
  std::vector<double> projected;
  for (const CentreState& c : centres_of(*profile)) {
    const double radius = std::hypot(c.position.x, c.position.y);
    if (radius < 30) projected.push_back(radius);
  }
  const auto within = [](double r) { return 1 - 1 / std::sqrt(1 + r * r); };
  EXPECT_LT(ks_statistic(projected, [&](double r) { return within(r) / within(30); }), ks_limit(projected.size()));
}

TEST(ClusterProfile, UniformSphereHasTheMomentsOfItsDistribution) {
  double radial = 0, across = 0, expected = 0;
  const auto profile = make_cluster_profile({.kind = ClusterProfileKind::uniform});
  for (const CentreState& c : centres_of(*profile)) {
    const double r = norm(c.position), along = dot(c.position, c.velocity) / r;
    radial += along * along;
    across += norm2(c.velocity) - along * along;
    expected += (1 - r * r) / 4;
    EXPECT_LE(r, 1);
  }
  EXPECT_NEAR(radial / expected, 1, 0.02);
  EXPECT_NEAR(across / n, 0.5, 0.01);
}

/// Boxes of side 2^-level with centres in them, in the cube of side 1 that lies within the sphere.
double occupied_boxes(const std::vector<CentreState>& centres, int level) {
  std::set<std::array<int, 3>> occupied;
  const double per_unit = std::exp2(level);
  for (const auto& [x, v] : centres) {
    if (std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) >= 0.5) continue;
    occupied.insert({static_cast<int>(std::floor(x.x * per_unit)), static_cast<int>(std::floor(x.y * per_unit)),
                     static_cast<int>(std::floor(x.z * per_unit))});
  }
  return static_cast<double>(occupied.size());
}

TEST(Fractal, HasItsDimension) {
  // The number of occupied boxes goes as side^-D. Over many seeds, since a fractal that loses a large cell early is
  // poorer on all scales; the smallest boxes have several stars each even for D = 3.
  for (const double dimension : {1.6, 2.0, 2.6, 3.0}) {
    double coarse = 0, fine = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto centres = draw_fractal(5000, dimension, seed);
      coarse += occupied_boxes(centres, 1);
      fine += occupied_boxes(centres, 3);
    }
    EXPECT_NEAR(std::log2(fine / coarse) / 2, dimension, 0.15) << dimension;
  }
}

TEST(Fractal, ThreeDimensionsAreAUniformSphere) {
  std::vector<double> radii;
  for (const auto& [x, v] : draw_fractal(20000, 3, 1)) radii.push_back(norm(x));
  // The noise of the cells, which moves the largest ones as a whole, adds to that of the stars.
  EXPECT_LT(ks_statistic(radii, [](double r) { return r * r * r; }), 1.5 * ks_limit(20000));
}

TEST(Fractal, NeighboursMoveTogether) {
  // In clumps velocities are alike: the mean square difference of the nearest pairs is far below that of any two.
  const auto centres = draw_fractal(1000, 1.8, 3);
  double near = 0, any = 0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    for (std::size_t j = 0; j < centres.size(); ++j) {
      if (j != i &&
          norm2(centres[j].position - centres[i].position) < norm2(centres[nearest].position - centres[i].position)) {
        nearest = j;
      }
    }
    near += norm2(centres[nearest].velocity - centres[i].velocity);
    any += norm2(centres[(i + 1) % centres.size()].velocity - centres[i].velocity);
  }
  EXPECT_LT(near, 0.5 * any);
}

TEST(Fractal, SameSeedSameStars) {
  const auto a = draw_fractal(100, 2, 7), b = draw_fractal(100, 2, 7), c = draw_fractal(100, 2, 8);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].position, b[i].position);
    EXPECT_EQ(a[i].velocity, b[i].velocity);
    EXPECT_NE(a[i].position, c[i].position);
  }
  EXPECT_EQ(draw_fractal(1, 1, 1).size(), 1u);
}

TEST(ClusterProfile, RefusesNonsenseInOneLine) {
  const auto refused = [](const ClusterProfileOptions& o) { return complaint([&] { make_cluster_profile(o); }); };
  EXPECT_NE(refused({.kind = ClusterProfileKind::king, .w0 = 0}).find("W0"), std::string::npos);
  EXPECT_NE(refused({.kind = ClusterProfileKind::king, .w0 = std::nan("")}), "");
  EXPECT_NE(refused({.kind = ClusterProfileKind::king, .concentration = 9}).find("concentration"), std::string::npos);
  EXPECT_NE(refused({.kind = ClusterProfileKind::eff, .eff_slope = 0.5}).find("slope"), std::string::npos);
  EXPECT_NE(refused({.cut_radius = -1}).find("cut radius"), std::string::npos);
  EXPECT_NE(complaint([] { draw_fractal(10, 3.5, 1); }).find("fractal dimension"), std::string::npos);
  EXPECT_NE(complaint([] { draw_fractal(10, std::nan(""), 1); }), "");
}

}  // namespace
}  // namespace tucana
