#include "tucana/models/cluster/pair_orbits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/error.h"
#include "tucana/models/cluster/normal_deviate.h"
#include "tucana/models/cluster/stellar_units.h"

namespace tucana {
namespace {

/// u^(1/(1+k)) maps the uniform distribution to x^k on [0, 1].
double power_deviate(double u, double k) { return std::pow(u, 1 / (1 + k)); }

/// The range of semi-major axes that the limits leave to a pair of this mass, in AU.
struct AxisRange {
  double least, most;
};
AxisRange axis_range(const PairOrbitOptions& options, double mass) {
  return {std::max(options.smallest_axis_au, axis_au(options.shortest_period_days, mass)),
          std::min(options.largest_axis_au, axis_au(options.longest_period_days, mass))};
}

double draw_axis(PeriodLaw law, const AxisRange& range, double mass, RandomStream& random) {
  const double u = random.uniform();
  if (law == PeriodLaw::log_uniform) return range.least * std::pow(range.most / range.least, u);
  const double normal = law == PeriodLaw::duquennoy_mayor_1991 ? normal_deviate(random) : 0;
  return axis_au(std::pow(10, log_period(law, u, normal)), mass);
}

void draw_angles(EllipseElements& elements, RandomStream& random) {
  const auto angle = [&] { return 2 * std::numbers::pi * random.uniform(); };
  elements.inclination = std::acos(2 * random.uniform() - 1);
  elements.node = angle();
  elements.pericentre = angle();
  elements.mean_anomaly = angle();
}

bool in_contact(const PairOrbit& pair) {
  const double pericentre = pair.elements.semi_major_axis * (1 - pair.elements.eccentricity);
  return !(pericentre > main_sequence_radius_au(pair.heavier) + main_sequence_radius_au(pair.lighter));
}

}  // namespace

double log_period(PeriodLaw law, double u, double normal) {
  switch (law) {
    // The integral of f is 1.25 ln(1 + (log P - 1)^2 / 45).
    case PeriodLaw::kroupa_1995: return 1 + std::sqrt(45 * std::expm1(u / 1.25));
    case PeriodLaw::duquennoy_mayor_1991: return 4.8 + 2.3 * normal;
    default: break;
  }
  constexpr double slope = -0.55, from = 0.15, to = 3.5;
  const double a = std::pow(from, 1 + slope), b = std::pow(to, 1 + slope);
  return power_deviate(a + u * (b - a), slope);
}

double eccentricity(EccentricityLaw law, double u) {
  switch (law) {
    case EccentricityLaw::thermal: return std::sqrt(u);
    case EccentricityLaw::circular: return 0;
    case EccentricityLaw::uniform: return u;
    default: return 0.9 * power_deviate(u, -0.45);
  }
}

PairOrbit eigenevolved(PairOrbit pair) {
  constexpr double lambda = 28, chi = 0.75;
  EllipseElements& orbit = pair.elements;
  const double pericentre = orbit.semi_major_axis * (1 - orbit.eccentricity);
  const double rho = std::pow(lambda * solar_radius_au / pericentre, chi);
  orbit.eccentricity *= std::exp(-rho);
  const double ratio = pair.lighter / pair.heavier;
  pair.lighter = std::min(pair.heavier, (ratio + (1 - ratio) * std::min(rho, 1.0)) * pair.heavier);
  orbit.semi_major_axis = pericentre / (1 - orbit.eccentricity);
  return pair;
}

void check_pair_orbits(const PairOrbitOptions& o) {
  const auto need_order = [](const char* what, double low, double high, const char* unit) {
    if (!(low >= 0 && high > 0 && low < high)) {
      throw InputError(
          fmt::format("{} of pairs from {:g} to {:g} {}: need 0 <= smallest < largest", what, low, high, unit));
    }
  };
  need_order("semi-major axes", o.smallest_axis_au, o.largest_axis_au, "AU");
  need_order("periods", o.shortest_period_days, o.longest_period_days, "days");
  if (!(o.sana_above > 0))
    throw InputError(fmt::format("mass limit {:g} Msun of massive pairs is not > 0", o.sana_above));
  if (o.period == PeriodLaw::log_uniform && o.smallest_axis_au == 0 && o.shortest_period_days == 0) {
    throw InputError("log-uniform semi-major axes need a smallest one, or a shortest period");
  }
  if (o.period == PeriodLaw::log_uniform && std::isinf(o.largest_axis_au) && std::isinf(o.longest_period_days)) {
    throw InputError("log-uniform semi-major axes need a largest one, or a longest period");
  }
}

PairOrbit draw_pair_orbit(const PairOrbitOptions& options, double heavier, double lighter, std::uint64_t seed,
                          std::uint64_t i) {
  const bool massive = heavier >= options.sana_above;
  const PeriodLaw period_law = massive ? PeriodLaw::sana_2012 : options.period;
  const EccentricityLaw eccentricity_law = massive ? EccentricityLaw::sana_2012 : options.eccentricity;
  RandomStream random(seed, RandomUse::cluster_orbit, i);
  PairOrbit pair;
  draw_angles(pair.elements, random);
  constexpr int draws = 100000;
  for (int draw = 0; draw < draws; ++draw) {
    pair.heavier = heavier;
    pair.lighter = lighter;
    const AxisRange born = axis_range(options, heavier + lighter);
    if (!(born.least < born.most)) break;
    pair.elements.semi_major_axis = draw_axis(period_law, born, heavier + lighter, random);
    pair.elements.eccentricity = eccentricity(eccentricity_law, random.uniform());
    if (options.eigenevolution) pair = eigenevolved(pair);
    const AxisRange range = axis_range(options, pair.heavier + pair.lighter);
    const double axis = pair.elements.semi_major_axis;
    if (axis >= range.least && axis <= range.most && !in_contact(pair)) return pair;
  }
  throw InputError(
      fmt::format("no orbit within the limits for a pair of {:.3g} and {:.3g} Msun in {} draws; widen the "
                  "limits of axes and periods",
                  heavier, lighter, draws));
}

}  // namespace tucana
