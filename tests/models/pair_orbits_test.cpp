#include "tucana/models/cluster/pair_orbits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/models/galaxy_helpers.h"
#include "tests/models/kolmogorov_smirnov.h"
#include "tucana/models/cluster/stellar_units.h"

namespace tucana {
namespace {

using testing_support::complaint;
using testing_support::ks_limit;
using testing_support::ks_statistic;

constexpr std::size_t n = 20000;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Without any limit, and with stars so light that they hardly touch.
PairOrbitOptions free_of_limits(PeriodLaw period) {
  PairOrbitOptions o;
  o.period = period;
  o.eccentricity = EccentricityLaw::circular;
  o.largest_axis_au = infinity;
  o.shortest_period_days = 0;
  return o;
}

template <class Of>
std::vector<double> sample(const PairOrbitOptions& options, double heavier, double lighter, Of of) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(of(draw_pair_orbit(options, heavier, lighter, 4, i)));
  return values;
}

double log_days(const PairOrbit& pair) {
  return std::log10(period_days(pair.elements.semi_major_axis, pair.heavier + pair.lighter));
}

TEST(PairOrbits, UnitsAreThoseOfTheSky) {
  // Kepler's third law: the Gaussian year is 365.2569 days; the Earth's orbit.
  EXPECT_NEAR(period_days(1, 1), 365.2569, 1e-4);
  EXPECT_NEAR(axis_au(period_days(3.7, 2.5), 2.5), 3.7, 1e-13);
  EXPECT_NEAR(main_sequence_radius_au(1) / solar_radius_au, 1.06, 1e-12);
}

TEST(PairOrbits, PeriodsOfKroupa) {
  const auto logs = sample(free_of_limits(PeriodLaw::kroupa_1995), 1, 0.5, log_days);
  EXPECT_LT(ks_statistic(logs, [](double x) { return 1.25 * std::log(1 + (x - 1) * (x - 1) / 45); }), ks_limit(n));
  EXPECT_NEAR(*std::max_element(logs.begin(), logs.end()), 8.43, 0.02);
  // The density itself, by differences of the cumulative distribution above, is that of the paper.
  const auto cumulative = [](double x) { return 1.25 * std::log(1 + (x - 1) * (x - 1) / 45); };
  for (const double x : {2.0, 5.0, 8.0}) {
    EXPECT_NEAR((cumulative(x + 1e-5) - cumulative(x - 1e-5)) / 2e-5, 2.5 * (x - 1) / (45 + (x - 1) * (x - 1)), 1e-8);
  }
}

TEST(PairOrbits, PeriodsOfDuquennoyAndMayor) {
  // Stars of a thousandth of a solar mass touch below a tenth of a day only.
  auto o = free_of_limits(PeriodLaw::duquennoy_mayor_1991);
  o.shortest_period_days = 1;
  const auto below = [](double x) { return 0.5 * std::erfc(-(x - 4.8) / 2.3 / std::numbers::sqrt2); };
  EXPECT_LT(
      ks_statistic(sample(o, 1e-3, 1e-3, log_days), [&](double x) { return (below(x) - below(0)) / (1 - below(0)); }),
      ks_limit(n));
}

TEST(PairOrbits, MassivePairsOfSana) {
  PairOrbitOptions o;
  o.sana_above = 15;
  o.largest_axis_au = infinity;
  const auto power = [](double x, double from, double to, double k) {
    return (std::pow(x, 1 + k) - std::pow(from, 1 + k)) / (std::pow(to, 1 + k) - std::pow(from, 1 + k));
  };
  std::vector<double> logs, eccentricities;
  for (std::size_t i = 0; i < n; ++i) {
    logs.push_back(log_period(PeriodLaw::sana_2012, (static_cast<double>(i) + 0.5) / n, 0));
    eccentricities.push_back(eccentricity(EccentricityLaw::sana_2012, (static_cast<double>(i) + 0.5) / n));
  }
  EXPECT_LT(ks_statistic(logs, [&](double x) { return power(x, 0.15, 3.5, -0.55); }), 1e-4);
  EXPECT_LT(ks_statistic(eccentricities, [&](double e) { return power(e, 0, 0.9, -0.45); }), 1e-4);
  // Wide enough not to touch, massive pairs have them, others do not.
  for (std::size_t i = 0; i < 200; ++i) {
    const PairOrbit massive = draw_pair_orbit(o, 15, 10, 1, i);
    EXPECT_LE(log_days(massive), 3.5 + 1e-12);
    EXPECT_LE(massive.elements.eccentricity, 0.9);
  }
  const auto light = sample(o, 1, 1, log_days);
  EXPECT_GT(*std::max_element(light.begin(), light.end()), 8);
}

TEST(PairOrbits, LogUniformAxesBetweenTheirLimits) {
  PairOrbitOptions o;
  o.period = PeriodLaw::log_uniform;
  o.eccentricity = EccentricityLaw::circular;
  o.smallest_axis_au = 0.1;
  const auto axes = sample(o, 1, 0.2, [](const PairOrbit& p) { return p.elements.semi_major_axis; });
  EXPECT_LT(ks_statistic(axes, [](double a) { return std::log(a / 0.1) / std::log(1e4); }), ks_limit(n));
  // Without a smallest axis, from the shortest period on.
  o.smallest_axis_au = 0;
  o.shortest_period_days = 10;
  const double least = axis_au(10, 1.2);
  const auto from_period = sample(o, 1, 0.2, [](const PairOrbit& p) { return p.elements.semi_major_axis; });
  EXPECT_LT(ks_statistic(from_period, [&](double a) { return std::log(a / least) / std::log(1000 / least); }),
            ks_limit(n));
}

TEST(PairOrbits, Eccentricities) {
  PairOrbitOptions o;
  o.period = PeriodLaw::log_uniform;
  o.smallest_axis_au = 500;  // far from contact
  const auto e_of = [](const PairOrbit& p) { return p.elements.eccentricity; };
  EXPECT_LT(ks_statistic(sample(o, 1, 1, e_of), [](double e) { return e * e; }), ks_limit(n));
  o.eccentricity = EccentricityLaw::uniform;
  EXPECT_LT(ks_statistic(sample(o, 1, 1, e_of), [](double e) { return e; }), ks_limit(n));
  o.eccentricity = EccentricityLaw::circular;
  for (const double e : sample(o, 1, 1, e_of)) EXPECT_EQ(e, 0);
}

TEST(PairOrbits, OrientationsAndPhasesAreRandom) {
  PairOrbitOptions o;
  const auto turn = [](double angle) { return angle / (2 * std::numbers::pi); };
  EXPECT_LT(ks_statistic(sample(o, 1, 1, [](const PairOrbit& p) { return std::cos(p.elements.inclination); }),
                         [](double c) { return (1 + c) / 2; }),
            ks_limit(n));
  EXPECT_LT(ks_statistic(sample(o, 1, 1, [](const PairOrbit& p) { return p.elements.node; }), turn), ks_limit(n));
  EXPECT_LT(ks_statistic(sample(o, 1, 1, [](const PairOrbit& p) { return p.elements.pericentre; }), turn), ks_limit(n));
  EXPECT_LT(ks_statistic(sample(o, 1, 1, [](const PairOrbit& p) { return p.elements.mean_anomaly; }), turn),
            ks_limit(n));
}

TEST(PairOrbits, LimitsHoldByRedrawing) {
  PairOrbitOptions o;  // 1000 AU, 1 day
  o.period = PeriodLaw::kroupa_1995;
  const double largest = std::log10(period_days(1000, 2));
  const auto cumulative = [](double x) { return 1.25 * std::log(1 + (x - 1) * (x - 1) / 45); };
  o.eccentricity = EccentricityLaw::circular;
  const auto logs = sample(o, 1, 1, log_days);
  // The shape inside is that of the whole distribution.
  EXPECT_LT(ks_statistic(logs, [&](double x) { return cumulative(x) / cumulative(largest); }), ks_limit(n));
  EXPECT_LE(*std::max_element(logs.begin(), logs.end()), largest + 1e-12);
}

TEST(PairOrbits, NoPairStartsInContact) {
  PairOrbitOptions o;
  o.shortest_period_days = 0;
  o.period = PeriodLaw::duquennoy_mayor_1991;
  const double radii = main_sequence_radius_au(5) + main_sequence_radius_au(3);
  double nearest = infinity;
  for (std::size_t i = 0; i < n; ++i) {
    const auto orbit = draw_pair_orbit(o, 5, 3, 2, i).elements;
    nearest = std::min(nearest, orbit.semi_major_axis * (1 - orbit.eccentricity));
  }
  EXPECT_GT(nearest, radii);
  EXPECT_LT(nearest, 1.5 * radii);  // there would have been some
}

TEST(PairOrbits, EigenevolutionMakesClosePairsRoundAndEqual) {
  // By hand: a pericentre of 28 solar radii has rho = 1.
  PairOrbit pair{2, 0.5, {}};
  pair.elements.eccentricity = 0.6;
  pair.elements.semi_major_axis = 28 * solar_radius_au / 0.4;
  const PairOrbit after = eigenevolved(pair);
  EXPECT_NEAR(after.elements.eccentricity, 0.6 * std::exp(-1), 1e-14);
  EXPECT_NEAR(after.elements.semi_major_axis * (1 - after.elements.eccentricity), 28 * solar_radius_au, 1e-14);
  EXPECT_DOUBLE_EQ(after.lighter, 2);
  EXPECT_EQ(after.heavier, 2);
  // The period goes as (m_before/m_after)^(1/2) ((1-e_before)/(1-e_after))^(3/2), as the paper writes it.
  const double ratio = period_days(after.elements.semi_major_axis, 4) / period_days(pair.elements.semi_major_axis, 2.5);
  EXPECT_NEAR(ratio, std::sqrt(2.5 / 4) * std::pow(0.4 / (1 - after.elements.eccentricity), 1.5), 1e-14);
  // Half the strength at 28 * 2^(4/3) solar radii; wide pairs stay.
  pair.elements.semi_major_axis *= std::pow(2, 4.0 / 3);
  EXPECT_NEAR(eigenevolved(pair).lighter, 2 * (0.25 + 0.75 / 2), 1e-14);
  pair.elements.semi_major_axis = 1e6;
  EXPECT_NEAR(eigenevolved(pair).elements.eccentricity, 0.6, 1e-4);
  // In a sample: short periods have lost their high eccentricities.
  PairOrbitOptions o;
  o.eigenevolution = true;
  for (std::size_t i = 0; i < n; ++i) {
    const PairOrbit drawn = draw_pair_orbit(o, 1, 0.5, 1, i);
    if (log_days(drawn) < 1) {
      EXPECT_LT(drawn.elements.eccentricity, 0.5);
    }
  }
}

TEST(PairOrbits, RefusesLimitsThatLeaveNothing) {
  PairOrbitOptions o;
  o.smallest_axis_au = 2000;
  EXPECT_NE(complaint([&] { check_pair_orbits(o); }).find("semi-major axes of pairs from 2000 to 1000 AU"),
            std::string::npos);
  o = {};
  o.shortest_period_days = 1e12;
  EXPECT_NE(complaint([&] { draw_pair_orbit(o, 1, 1, 1, 0); }).find("no orbit within the limits"), std::string::npos);
  o = {};
  o.largest_axis_au = 1e-3;  // inside the stars
  EXPECT_NE(complaint([&] { draw_pair_orbit(o, 1, 1, 1, 0); }).find("no orbit within the limits"), std::string::npos);
  o = {};
  o.period = PeriodLaw::log_uniform;
  o.shortest_period_days = 0;
  EXPECT_NE(complaint([&] { check_pair_orbits(o); }), "");
}

}  // namespace
}  // namespace tucana
