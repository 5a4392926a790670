#include "tucana/fewbody/relativistic_orbit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tucana/fewbody/gravitational_radiation.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

/// Part of the energy that may be radiated in a revolution of an orbit that is followed by averages.
constexpr double slow_change = 1e-3;
/// Below this eccentricity radiation comes from the whole orbit.
constexpr double nearly_round = 0.5;

/// Of the merging distance.
constexpr double just_within = 0.99;

RadiatingOrbit size_and_shape(const OrbitShape& shape) { return {shape.mu / shape.beta, shape.eccentricity}; }

OrbitShape shape_of(const RadiatingOrbit& orbit, double mu) {
  return {orbit.semi_major_axis * (1 - orbit.eccentricity), orbit.eccentricity, mu / orbit.semi_major_axis, mu};
}

}  // namespace

RelativisticOrbit relativistic_orbit_at(const PhasePoint& start, double beta, const PairMasses& masses, double time,
                                        const Relativity& relativity) {
  const double mu = masses.sum(), c = relativity.light_speed;
  OrbitalElements elements = orbital_elements(start, mu);
  elements.shape.beta = beta;
  const double since_pericentre = orbit_phase(start, mu).time();
  const RadiatingOrbit before = size_and_shape(elements.shape);
  const double rate = std::sqrt(beta * beta * beta) / mu;
  RadiatingPhase phase{before, rate * time, 0};
  if (relativity.orders.radiation) phase = radiating_phase(masses.first, masses.second, before, c, time);
  if (relativity.orders.first) {
    if (!relativity.orders.radiation)
      phase.advance =
          rate * time / (2 * std::numbers::pi) * pericentre_advance(mu, before.semi_major_axis, before.eccentricity, c);
    elements.pericentre_argument += std::remainder(phase.advance, 2 * std::numbers::pi);
  }
  const double closest = relativity.merging_distance(mu);
  const bool has_merged =
      relativity.orders.radiation && phase.orbit.semi_major_axis * (1 - phase.orbit.eccentricity) < closest;
  // Without radiation size and shape keep all their digits.
  if (has_merged) {
    elements.shape = shape_of({just_within * closest, 0}, mu);
  } else if (relativity.orders.radiation) {
    elements.shape = shape_of(phase.orbit, mu);
  }
  const double anomaly = std::remainder(rate * since_pericentre + phase.mean_anomaly, 2 * std::numbers::pi);
  const double now = std::sqrt(std::pow(elements.shape.beta, 3)) / mu;
  return {state_at_time(elements, anomaly / now), elements.shape.beta, has_merged};
}

bool shrinks_slowly(const PhasePoint& relative, double beta, const PairMasses& masses, const Relativity& relativity) {
  if (!(beta > 0)) return false;
  const double mu = masses.sum();
  OrbitShape shape = orbit_phase(relative, mu).shape;
  shape.beta = beta;
  if (!(shape.pericentre > 0)) return false;
  if (!relativity.orders.radiation || shape.eccentricity < nearly_round) return true;
  const RadiatingOrbit orbit = size_and_shape(shape);
  const double rate =
      std::abs(radiation_rates(masses.first, masses.second, orbit, relativity.light_speed).semi_major_axis);
  return rate * kepler_period(beta, mu) < slow_change * orbit.semi_major_axis;
}

double shortest_time_to_merge(const PhasePoint& relative, double beta, const PairMasses& masses,
                              const Relativity& relativity) {
  if (!relativity.orders.radiation || !(beta > 0)) return std::numeric_limits<double>::infinity();
  const double mu = masses.sum(), q = orbit_phase(relative, mu).shape.pericentre, a = mu / beta;
  // a^4 (1 - e^2)^(7/2) times the life of a circle of size one; the exact factor is between 1 and 768/425.
  const double rest = std::max(0.0, q / a * (2 - q / a));
  return radiation_merger_time(masses.first, masses.second, {1, 0}, relativity.light_speed) * std::pow(a, 4) *
         std::pow(rest, 3.5);
}

}  // namespace tucana
