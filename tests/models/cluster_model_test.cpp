#include "tucana/models/cluster/cluster_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tests/models/plain_engine.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/cluster/centres.h"
#include "tucana/models/cluster/stellar_units.h"
#include "tucana/models/plummer.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

using testing_support::complaint;
using testing_support::PlainEngine;

ClusterModelOptions rich_options() {
  ClusterModelOptions o;
  o.profile = {.kind = ClusterProfileKind::king, .w0 = 6};
  o.masses.kind = MassFunctionKind::kroupa_tout_gilmore_1993;
  o.population.stars = 2100;
  o.population.pair_fraction = 0.05;
  o.half_mass_radius_pc = 7.5;
  return o;
}

ClusterModel made(const ClusterModelOptions& options) {
  PlainEngine engine;
  SerialWorkers workers;
  return make_cluster(options, engine, workers);
}

/// Pairs as one star at their centre of mass.
StarsBuffer centres_of(const ClusterModel& model) {
  StarsBuffer centres;
  const auto add = [&](double m, const Vec3& x, const Vec3& v) {
    centres.mass.push_back(m);
    centres.position.push_back(x);
    centres.velocity.push_back(v);
  };
  const StarsBuffer& s = model.stars;
  for (std::size_t p = 0; p < model.pairs.size(); ++p) {
    const std::size_t a = 2 * p, b = a + 1;
    const double m = s.mass[a] + s.mass[b];
    add(m, (s.mass[a] * s.position[a] + s.mass[b] * s.position[b]) * (1 / m),
        (s.mass[a] * s.velocity[a] + s.mass[b] * s.velocity[b]) * (1 / m));
  }
  for (std::size_t i = 2 * model.pairs.size(); i < s.size(); ++i) add(s.mass[i], s.position[i], s.velocity[i]);
  centres.resize(centres.mass.size());
  centres.number_from_one();
  return centres;
}

TEST(ClusterModel, HasEnergyMinusAQuarterWithoutTheInnerEnergyOfPairs) {
  PlainEngine engine;
  for (const double ratio : {0.5, 0.3, 0.0, 0.8}) {
    ClusterModelOptions o = rich_options();
    o.virial_ratio = ratio;
    const ClusterModel model = made(o);
    const StarsBuffer centres = centres_of(model);
    EXPECT_NEAR(total_mass(model.stars.view()), 1, 1e-14);
    const double kinetic = kinetic_energy(centres.view()), potential = potential_energy(centres.view(), {}, engine);
    EXPECT_NEAR(kinetic + potential, -0.25, 1e-12);
    EXPECT_NEAR(kinetic / -potential, ratio, 1e-12);
    Vec3 place, speed;
    for (std::size_t i = 0; i < centres.size(); ++i) {
      place += centres.mass[i] * centres.position[i];
      speed += centres.mass[i] * centres.velocity[i];
    }
    EXPECT_LT(norm(place), 1e-13);
    EXPECT_LT(norm(speed), 1e-13);
  }
}

TEST(ClusterModel, ScaledByATreeItsEnergyIsKnownToTheErrorOfTheTree) {
  PlainEngine exact;
  SerialWorkers workers;
  TreeOptions tree;
  tree.criterion = OpeningCriterion::angle;
  tree.accuracy = 0.5;
  const auto engine = make_tree_engine(tree, "best", workers);
  ClusterModelOptions o = rich_options();
  o.population.stars = 5000;
  const StarsBuffer centres = centres_of(make_cluster(o, *engine, workers));
  EXPECT_NEAR(kinetic_energy(centres.view()), 0.25, 1e-12);
  const double potential = potential_energy(centres.view(), {}, exact);
  EXPECT_NEAR(potential, -0.5, 0.5e-5);
  EXPECT_GT(std::abs(potential + 0.5), 1e-12);  // it was the tree
}

TEST(ClusterModel, PairsStandFirstAndMoveOnTheirElements) {
  const ClusterModel model = made(rich_options());
  EXPECT_EQ(model.stars.size(), 2100u);
  EXPECT_EQ(model.pairs.size(), 100u);  // 2100 stars in 2000 systems, of which 5 % are pairs
  const StarsBuffer& s = model.stars;
  for (std::size_t p = 0; p < model.pairs.size(); ++p) {
    const PrimordialPair& pair = model.pairs[p];
    EXPECT_EQ(value(pair.first), static_cast<std::int64_t>(2 * p + 1));
    EXPECT_EQ(value(pair.second), static_cast<std::int64_t>(2 * p + 2));
    EXPECT_GE(s.mass[2 * p], s.mass[2 * p + 1]);
    const Vec3 x = s.position[2 * p + 1] - s.position[2 * p], v = s.velocity[2 * p + 1] - s.velocity[2 * p];
    const double m = s.mass[2 * p] + s.mass[2 * p + 1], r = norm(x), a = pair.elements.semi_major_axis;
    // The difference of two positions of order 1 has the rounding of these.
    EXPECT_NEAR((2 / r - norm2(v) / m) * r, r / a, 1e-11 + 1e-14 / r);
    EXPECT_NEAR(norm(cross(x, v)) / std::sqrt(m * a * (1 - std::pow(pair.elements.eccentricity, 2))), 1,
                1e-9 + 1e-14 / r);
    const double au = a * model.units.length_pc * au_per_pc, msun = m * model.units.mass_msun;
    EXPECT_LE(au, 1000 * (1 + 1e-12));
    EXPECT_GE(period_days(au, msun), 1 - 1e-12);
    EXPECT_GT(au * (1 - pair.elements.eccentricity),
              main_sequence_radius_au(s.mass[2 * p] * model.units.mass_msun) +
                  main_sequence_radius_au(s.mass[2 * p + 1] * model.units.mass_msun));
  }
}

TEST(ClusterModel, ScaleIsThatOfTheHalfMassRadiusAndTheTotalMass) {
  ClusterModelOptions o = rich_options();
  o.population.stars.reset();
  o.population.total_mass = 1000;
  const ClusterModel model = made(o);
  EXPECT_NEAR(model.units.mass_msun, 1000, 30);
  EXPECT_NEAR(half_mass_radius(centres_of(model).view()) * model.units.length_pc, 7.5, 1e-12);
  for (const double m : model.stars.mass) {
    EXPECT_GE(m * model.units.mass_msun, 0.08 * (1 - 1e-12));
    EXPECT_LE(m * model.units.mass_msun, 100);
  }
  o.half_mass_radius_pc = 0;
  o.length_unit_pc = 3;
  EXPECT_EQ(made(o).units.length_pc, 3);
  o.length_unit_pc = 0;
  EXPECT_EQ(made(o).units.length_pc, 1);
}

TEST(ClusterModel, CountsStarsSystemsAndPairs) {
  ClusterModelOptions o;
  for (const auto pairing : {Pairing::random, Pairing::ordered, Pairing::uniform_ratio}) {
    o.population = {.systems = 300, .pair_fraction = 0.5, .pairing = pairing};
    EXPECT_EQ(made(o).stars.size(), 450u);
    EXPECT_EQ(made(o).pairs.size(), 150u);
    o.population = {.stars = 300, .pair_fraction = 1, .pairing = pairing};
    EXPECT_EQ(made(o).pairs.size(), 150u);
    o.population = {.total_mass = 300, .pair_fraction = 0.25, .pairing = pairing};
    const ClusterModel by_mass = made(o);
    EXPECT_NEAR(
        static_cast<double>(by_mass.pairs.size()) / static_cast<double>(by_mass.stars.size() - by_mass.pairs.size()),
        0.25, 0.01);
    EXPECT_NEAR(by_mass.units.mass_msun, 300, 1);
  }
  EXPECT_EQ(made({}).stars.size(), 1024u);
}

TEST(ClusterModel, PairingSetsTheMassRatios) {
  const MassFunction f = kroupa_2001_mass_function(0.1, 50);
  PopulationOptions o{.systems = 20000, .pair_fraction = 1};
  const auto ratios = [&] {
    std::vector<double> q;
    for (const auto& [heavier, lighter] : draw_population(o, f, 1).pairs) q.push_back(lighter / heavier);
    return q;
  };
  // Random pairing: both members of all pairs follow the function.
  std::vector<double> all;
  for (const auto& [heavier, lighter] : draw_population(o, f, 1).pairs) all.push_back(heavier), all.push_back(lighter);
  EXPECT_LT(testing_support::ks_statistic(all, [&](double m) { return f.number_below(m); }),
            testing_support::ks_limit(all.size()));
  o.pairing = Pairing::ordered;
  for (const double q : ratios()) EXPECT_GT(q, 0.3);
  o.ordered_above = 5;
  for (const auto& [heavier, lighter] : draw_population(o, f, 1).pairs) {
    if (lighter >= 5 && heavier < 20) {
      EXPECT_GT(lighter / heavier, 0.7);
    }
  }
  std::vector<double> light;
  for (const auto& [heavier, lighter] : draw_population(o, f, 1).pairs) {
    if (heavier < 5) light.push_back(lighter / heavier);
  }
  EXPECT_LT(*std::min_element(light.begin(), light.end()), 0.1);
  // Uniform between lower limit / heavier mass and 1: as a part of that range it is uniform from 0 to 1.
  o.pairing = Pairing::uniform_ratio;
  std::vector<double> part;
  for (const auto& [heavier, lighter] : draw_population(o, f, 1).pairs) {
    part.push_back((lighter / heavier - 0.1 / heavier) / (1 - 0.1 / heavier));
  }
  EXPECT_LT(testing_support::ks_statistic(part, [](double x) { return x; }), testing_support::ks_limit(part.size()));
}

TEST(ClusterModel, OfEqualMassesIsThePlummerSphereOfInitPlummer) {
  PlainEngine engine;
  ClusterModelOptions o;
  o.population.stars = 500;
  const StarsBuffer plain = make_plummer({.n = 500}, engine);
  const ClusterModel model = made(o);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_LT(norm(model.stars.position[i] - plain.position[i]), 1e-13);
    EXPECT_LT(norm(model.stars.velocity[i] - plain.velocity[i]), 1e-13);
  }
}

TEST(ClusterModel, RotatesAsASolidWithTheGivenPartOfTheEnergy) {
  for (const double part : {0.1, 0.6}) {
    ClusterModelOptions o = rich_options();
    o.population.pair_fraction = 0;
    o.rotation = part;
    const ClusterModel model = made(o);
    EXPECT_NEAR(kinetic_energy(model.stars.view()), 0.25, 1e-12);
    double spin = 0, inertia = 0;
    for (std::size_t i = 0; i < model.stars.size(); ++i) {
      const Vec3 x = model.stars.position[i], v = model.stars.velocity[i];
      spin += model.stars.mass[i] * (x.x * v.y - x.y * v.x);
      inertia += model.stars.mass[i] * (x.x * x.x + x.y * x.y);
    }
    EXPECT_GT(spin, 0);
    EXPECT_NEAR(spin * spin / (2 * inertia), part * 0.25, 1e-12);
  }
}

TEST(ClusterModel, DoesNotDependOnThreads) {
  PlainEngine engine;
  ThreadPool three(3);
  ClusterModelOptions o = rich_options();
  o.segregation = 0.5;
  const ClusterModel serial = made(o), parallel = make_cluster(o, engine, three);
  EXPECT_EQ(serial.stars.mass, parallel.stars.mass);
  EXPECT_EQ(serial.stars.position, parallel.stars.position);
  EXPECT_EQ(serial.stars.velocity, parallel.stars.velocity);
  o.seed = 2;
  EXPECT_NE(made(o).stars.mass, serial.stars.mass);
}

TEST(ClusterModel, HeavyStarsSinkWithSegregation) {
  ClusterModelOptions o = rich_options();
  const auto weighted_radius = [&](double segregation) {
    o.segregation = segregation;
    const ClusterModel model = made(o);
    double sum = 0, heavy = 0;
    for (std::size_t i = 0; i < model.stars.size(); ++i) {
      if (model.stars.mass[i] * model.units.mass_msun < 1) continue;
      sum += norm(model.stars.position[i]);
      ++heavy;
    }
    return sum / heavy;
  };
  const double none = weighted_radius(0), half = weighted_radius(0.5), full = weighted_radius(1);
  EXPECT_LT(half, 0.9 * none);
  EXPECT_LT(full, 0.9 * half);
}

TEST(ClusterModel, SmallestClusters) {
  ClusterModelOptions o;
  o.population.stars = 1;
  EXPECT_EQ(made(o).stars.position[0], Vec3{});
  o.population.stars = 2;
  o.population.pair_fraction = 1;
  const ClusterModel pair = made(o);
  EXPECT_EQ(pair.pairs.size(), 1u);
  EXPECT_GT(norm(pair.stars.position[0] - pair.stars.position[1]), 0);
  o.profile.kind = ClusterProfileKind::fractal;
  o.population.stars = 3;
  EXPECT_EQ(made(o).stars.size(), 3u);
}

TEST(ClusterModel, RefusesNonsenseInOneLine) {
  const auto refused = [](auto change) {
    ClusterModelOptions o = rich_options();
    change(o);
    const std::string text = complaint([&] { made(o); });
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return text;
  };
  using O = ClusterModelOptions;
  EXPECT_NE(refused([](O& o) { o.population.pair_fraction = 2; }).find("fraction of pairs 2 is not"),
            std::string::npos);
  EXPECT_NE(refused([](O& o) { o.masses.low = 200; }).find("mass limits 200 and 100"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.population.total_mass = 5; }).find("exclude each other"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.population.stars = 0; }).find("at least one star"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.virial_ratio = 1; }).find("virial ratio"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.rotation = -0.1; }).find("rotation"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.segregation = 1.5; }).find("segregation"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.length_unit_pc = 1; }).find("leave one out"), std::string::npos);
  EXPECT_NE(refused([](O& o) { o.half_mass_radius_pc = std::nan(""); }), "");
  EXPECT_NE(refused([](O& o) {
              o.profile.kind = ClusterProfileKind::fractal;
              o.segregation = 0.5;
            }).find("fractal"),
            std::string::npos);
  EXPECT_NE(refused([](O& o) { o.population = {.stars = 1}; }).find("half-mass radius"), std::string::npos);
}

}  // namespace
}  // namespace tucana
