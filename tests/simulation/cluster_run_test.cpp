// Clusters as runs start with them: model.* in, stars and their scale out.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/models/kolmogorov_smirnov.h"
#include "tests/simulation/complaint.h"
#include "tucana/core/star_sums.h"
#include "tucana/fewbody/orbital_elements.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/plummer.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/cluster_choice.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/stored_options.h"

namespace tucana {
namespace {

using testing_support::ks_limit;
using testing_support::ks_statistic;

Options resolved(const std::vector<std::string>& settings) { return resolve_options({}, settings, model_defaults); }

InitialStars started(const Options& options) {
  ThreadPool workers(2);
  const auto engine = make_engine({}, workers);
  return make_initial_stars(options, *engine, workers);
}

void expect_same_bits(const StarsBuffer& a, const StarsBuffer& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.mass, b.mass);
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a.position[i], b.position[i]) << i;
    ASSERT_EQ(a.velocity[i], b.velocity[i]) << i;
  }
}

TEST(ClusterRun, PlainSpheresAreThoseOfTheModels) {
  ThreadPool workers(1);
  const auto engine = make_engine({}, workers);
  const auto plummer = resolved({"model.n=301", "model.seed=7"});
  expect_same_bits(started(plummer).stars, make_plummer({.n = 301, .seed = 7}, *engine));
  const auto king = resolved({"model.kind=king", "model.n=301", "model.w0=4"});
  expect_same_bits(started(king).stars, make_king(4, 301, 1, *engine, workers));
}

TEST(ClusterRun, StarsAreTheSameInAnyUnits) {
  expect_same_bits(started(resolved({"model.n=300"})).stars,
                   started(resolved({"model.n=300", "units.mass_msun=777", "units.length_pc=3"})).stars);
  // The axes of pairs are drawn in AU, so that they agree to rounding.
  const std::vector<std::string> pairs{"model.n=300", "model.binary_fraction=0.3", "model.smallest_axis=1e-3",
                                       "model.largest_axis=1e-2"};
  auto others = pairs;
  others.insert(others.end(), {"units.mass_msun=777", "units.length_pc=3"});
  const StarsBuffer a = started(resolved(pairs)).stars, b = started(resolved(others)).stars;
  EXPECT_EQ(a.mass, b.mass);
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(norm(a.velocity[i] - b.velocity[i]), 1e-12) << i;
}

TEST(ClusterRun, StartsWithPrimordialPairsInCodeUnits) {
  const InitialStars initial = started(resolved(
      {"model.systems=4096", "model.binary_fraction=0.05", "model.smallest_axis=5e-5", "model.largest_axis=5e-4"}));
  const StarsBuffer& stars = initial.stars;
  ASSERT_EQ(stars.size(), 3891u + 2 * 205u);
  std::vector<double> log_axis, eccentricity;
  StarsBuffer centres;
  centres.resize(4096);
  centres.number_from_one();
  for (std::size_t c = 0; c < 4096; ++c) {
    const std::size_t a = c < 205 ? 2 * c : c + 205;
    EXPECT_DOUBLE_EQ(stars.mass[a], 1.0 / 4301);
    centres.mass[c] = stars.mass[a];
    centres.position[c] = stars.position[a];
    centres.velocity[c] = stars.velocity[a];
    if (c >= 205) continue;
    EXPECT_EQ(stars.mass[a + 1], stars.mass[a]);
    const double mass = 2 * stars.mass[a];
    const auto orbit =
        orbital_elements({stars.position[a + 1] - stars.position[a], stars.velocity[a + 1] - stars.velocity[a]}, mass);
    log_axis.push_back(std::log10(orbit.shape.mu / orbit.shape.beta));
    eccentricity.push_back(orbit.shape.eccentricity);
    centres.mass[c] = mass;
    centres.position[c] = (stars.position[a] + stars.position[a + 1]) * 0.5;
    centres.velocity[c] = (stars.velocity[a] + stars.velocity[a + 1]) * 0.5;
  }
  ASSERT_EQ(stars.systems.size(), 205u) << "pairs are known to the start";
  for (std::size_t p = 0; p < 205; ++p) {
    const auto members = stars.view().members_of(stars.systems[p]);
    ASSERT_EQ(members.size(), 2u);
    EXPECT_EQ(members[0].row, 2 * p);
    EXPECT_EQ(members[1].row, 2 * p + 1);
    EXPECT_LT(norm(members[1].position - members[0].position - (stars.position[2 * p + 1] - stars.position[2 * p])),
              1e-14);
    EXPECT_LT(norm(stars.systems[p].position - centres.position[p]), 1e-14);
  }
  const double low = std::log10(5e-5);
  EXPECT_LT(ks_statistic(log_axis, [&](double x) { return std::clamp(x - low, 0.0, 1.0); }), ks_limit(205));
  EXPECT_LT(ks_statistic(eccentricity, [](double e) { return e * e; }), ks_limit(205));
  ThreadPool workers(2);
  const auto engine = make_engine({}, workers);
  const double energy = kinetic_energy(centres.view()) + potential_energy(centres.view(), PairLaw{}, *engine);
  EXPECT_NEAR(energy, -0.25, 1e-12);
}

TEST(ClusterRun, CountsStarsSystemsOrMass) {
  EXPECT_EQ(stars_ahead(resolved({"model.n=500", "model.binary_fraction=1"}).model), 500u);
  EXPECT_EQ(stars_ahead(resolved({"model.systems=500", "model.binary_fraction=0.5"}).model), 750u);
  const Options heavy = resolved({"model.masses=kroupa_2001", "model.total_mass=1000 Msun"});
  const InitialStars stars = started(heavy);
  EXPECT_EQ(stars.stars.size(), stars_ahead(heavy.model));
  EXPECT_NEAR(stars.units.mass_msun, 1000, 100) << "the last star may be heavy";
  EXPECT_GT(stars.stars.size(), 1000u) << "the mean mass is about 0.6 Msun";
  const InitialStars shared = started(resolved({"model.n=100", "model.total_mass=5000"}));
  EXPECT_EQ(shared.stars.size(), 100u);
  EXPECT_EQ(shared.units.mass_msun, 5000);
}

TEST(ClusterRun, TakesItsScaleFromPhysicalQuantities) {
  const Options options =
      resolved({"model.kind=king", "model.masses=ktg_1993", "model.n=2000", "model.half_mass_radius=7.5 pc",
                "model.binary_fraction=0.05", "model.largest_axis=100 AU", "run.end_time=100 Myr"});
  const InitialStars initial = started(options);
  EXPECT_NEAR(initial.units.mass_msun / 2000, 0.47, 0.1) << "the mean mass of the function";
  StarsBuffer centres = initial.stars;  // pairs are far smaller than the cluster
  EXPECT_NEAR(half_mass_radius(centres.view()) * initial.units.length_pc, 7.5, 0.15);
  EXPECT_DOUBLE_EQ(options.run.end_time, 100 / initial.units.time_myr());
  for (std::size_t a = 0; a < 2 * 95; a += 2) {
    const double mass = initial.stars.mass[a] + initial.stars.mass[a + 1];
    const auto orbit = orbital_elements({initial.stars.position[a + 1] - initial.stars.position[a],
                                         initial.stars.velocity[a + 1] - initial.stars.velocity[a]},
                                        mass);
    EXPECT_LT(orbit.shape.mu / orbit.shape.beta * initial.units.length_pc * 206264.8, 100.001) << a;
  }
  const Options stored = stored_options(options_as_toml(options), "used.toml");
  EXPECT_EQ(stored, options);
  expect_same_bits(started(stored).stars, initial.stars);
}

TEST(ClusterRun, RefusesWhatContradictsItself) {
  const auto refused = [](std::vector<std::string> settings) { return complaint([&] { resolved(settings); }); };
  EXPECT_NE(refused({"model.half_mass_radius=3 pc", "units.length_pc=2"})
                .find("units.length_pc = 2 cannot be: model.half_mass_radius defines that one unit is"),
            std::string::npos);
  EXPECT_EQ(refused({"model.total_mass=1000", "units.mass_msun=3"}),
            "units.mass_msun = 3 cannot be: model.total_mass defines that one unit is 1000 Msun; leave it out");
  EXPECT_EQ(refused({"model.masses=salpeter", "model.smallest_mass=5", "model.largest_mass=1"}),
            "model.smallest_mass = 5 Msun is not below model.largest_mass = 1 Msun");
  EXPECT_EQ(refused({"model.masses=power_law"}), "model.masses = power_law and model.mass_pieces need each other");
  EXPECT_EQ(refused({"model.binary_fraction=2"}),
            "--set model.binary_fraction=2: model.binary_fraction = 2 is not <= 1; typical is 0.05");
  EXPECT_NE(refused({"model.half_mass_radius=3 furlong"}).find("units of length are km, Rsun, AU, pc"),
            std::string::npos);
  EXPECT_NE(refused({"model.masses=power_law", "model.mass_pieces=0.1"}).find("write the mass where a piece begins"),
            std::string::npos);
  EXPECT_NE(refused({"model.masses=salpeter", "model.eigenevolution=true", "model.binary_fraction=0.5",
                     "model.largest_axis=0.1"})
                .find("write it with a unit"),
            std::string::npos);
}

}  // namespace
}  // namespace tucana
