#include "tucana/models/galaxy/king.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/models/king_table.h"
#include "tests/models/plain_engine.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/cluster/cluster_profile.h"
#include "tucana/models/galaxy/known_galaxies.h"

namespace tucana {
namespace {

TEST(King, HasThePublishedConcentrations) {
  // King 1966, table II; Binney & Tremaine 2008, figure 4.10.
  EXPECT_NEAR(KingModel(3).concentration(), 0.672, 0.001);
  EXPECT_NEAR(KingModel(6).concentration(), 1.255, 0.001);
  EXPECT_NEAR(KingModel(9).concentration(), 2.120, 0.002);
}

TEST(King, SeriesAndClosedFormOfTheDensityAgree) {
  const auto closed = [](double w) {
    return std::exp(w) * std::erf(std::sqrt(w)) - std::sqrt(4 * w / std::numbers::pi) * (1 + 2 * w / 3);
  };
  for (const double w : {0.5, 1.0, 1.99, 2.01, 5.0, 10.0}) EXPECT_NEAR(king_density(w) / closed(w), 1, 1e-12) << w;
  EXPECT_NEAR(king_density(1e-6) / (8 / (15 * std::sqrt(std::numbers::pi)) * 1e-15), 1, 1e-6);
  EXPECT_EQ(king_density(0), 0);
  for (const double w : {0.1, 1.0, 3.0}) {
    const double h = 1e-5;
    EXPECT_NEAR((king_density(w + h) - king_density(w - h)) / (2 * h) / king_density(w, 1), 1, 1e-7) << w;
    EXPECT_NEAR((king_density(w + h, 1) - king_density(w - h, 1)) / (2 * h) / king_density(w, 2), 1, 1e-7) << w;
  }
}

TEST(King, DerivativesOfTheProfileAreThoseOfItsValues) {
  const KingModel model(6);
  for (const double x : {0.01, 0.3, 1.0, 5.0, 15.0}) {
    const double h = 1e-4 * x;
    const DensityJet a = model.density(x - h), b = model.density(x), c = model.density(x + h);
    EXPECT_NEAR((c.value - a.value) / (2 * h), b.slope, 1e-5 * std::abs(b.slope)) << x;
    EXPECT_NEAR((c.slope - a.slope) / (2 * h), b.curvature, 1e-3 * std::abs(b.curvature)) << x;
  }
  EXPECT_EQ(model.density(model.tidal_radius() * 1.01).value, 0);
  EXPECT_NEAR(model.density(0).value, 1, 1e-12);
}

TEST(King, AgreesWithLimepy) {
  std::unique_ptr<ClusterProfile> profile;
  double w0 = 0;
  for (const auto& row : testing_support::king_table) {
    if (row.w0 != w0) profile = make_cluster_profile({.kind = ClusterProfileKind::king, .w0 = row.w0});
    w0 = row.w0;
    const KingModel model(row.w0);
    EXPECT_NEAR(model.concentration(), row.concentration, 1e-6) << w0;
    EXPECT_NEAR(model.density(row.radius).value / row.density, 1, 2e-6) << w0 << " " << row.radius;
    // Masses are interpolated between 80 nodes an e-fold. The radii of this profile are in core radii as well.
    EXPECT_NEAR(profile->mass_within(row.radius) / row.mass, 1, 3e-5) << w0 << " " << row.radius;
  }
}

TEST(King, ByConcentration) {
  for (const double w0 : {0.3, 3.0, 7.7, 15.0}) {
    EXPECT_NEAR(king_w0_of_concentration(KingModel(w0).concentration()), w0, 1e-6);
  }
}

TEST(King, IsMadeInHenonUnits) {
  testing_support::PlainEngine engine;
  SerialWorkers workers;
  const StarsBuffer stars = make_king(6, 1000, 3, engine, workers);
  EXPECT_NEAR(total_mass(stars.view()), 1, 1e-13);
  EXPECT_NEAR(kinetic_energy(stars.view()), 0.25, 1e-13);
  EXPECT_NEAR(potential_energy(stars.view(), {}, engine), -0.5, 1e-13);
}

}  // namespace
}  // namespace tucana
