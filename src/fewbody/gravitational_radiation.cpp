#include "tucana/fewbody/gravitational_radiation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tucana {
namespace {

/// m1 m2 (m1 + m2) / c^5
double strength(double mass1, double mass2, double light_speed) {
  return mass1 * mass2 * (mass1 + mass2) / std::pow(light_speed, 5);
}

/// With e as the clock, since a follows from it by a = c0 g(e) (eq. 5.11); log of g.
double log_g(double e) {
  const double e2 = e * e;
  return 12.0 / 19 * std::log(e) - std::log1p(-e2) + 870.0 / 2299 * std::log1p(121.0 / 304 * e2);
}

/// dt/d(ln e), which is negative: the eccentricity falls.
double time_slope(double beta, double log_c0, double e) {
  const double a = std::exp(log_c0 + log_g(e)), e2 = e * e;
  return -std::pow(a, 4) * std::pow(1 - e2, 2.5) / (304.0 / 15 * beta * (1 + 121.0 / 304 * e2));
}

/// The part of an orbit's remaining life that is treated as that of a circle.
constexpr double round_enough = 1e-5;

/// Revolutions and the advance of the pericentre, in radians, as integrals along the way.
struct Turns {
  double mean_anomaly = 0, advance = 0;

  Turns& operator+=(const Turns& o) { return mean_anomaly += o.mean_anomaly, advance += o.advance, *this; }
};
Turns operator*(double s, const Turns& t) { return {s * t.mean_anomaly, s * t.advance}; }

Turns turning_rates(double mass, const RadiatingOrbit& orbit, double light_speed) {
  const double a = orbit.semi_major_axis, e = orbit.eccentricity, n = std::sqrt(mass / (a * a * a));
  return {n, n * 3 * mass / (a * (1 - e * e) * light_speed * light_speed)};
}

/// Goes down in ln e by steps of Simpson's rule until `time` is over or the orbit is nearly a circle. Returns the time
/// that this takes, and adds to `turns`.
double follow(double mass1, double mass2, double light_speed, RadiatingOrbit& orbit, double time, Turns& turns) {
  const double beta = strength(mass1, mass2, light_speed);
  const double log_c0 = std::log(orbit.semi_major_axis) - log_g(orbit.eccentricity);
  double u = std::log(orbit.eccentricity), passed = 0;
  const auto turns_at = [&](double at) {
    return turning_rates(mass1 + mass2, {std::exp(log_c0 + log_g(std::exp(at))), std::exp(at)}, light_speed);
  };
  while (passed < time && std::exp(u) > round_enough) {
    // Near e = 1 everything happens while 1 - e changes by its own size.
    const double e = std::exp(u);
    double h = std::min(0.02, 0.05 * (1 - e) / e + 1e-12);
    std::array<double, 3> slopes{};
    const auto takes = [&](double step) {
      slopes = {time_slope(beta, log_c0, e), time_slope(beta, log_c0, std::exp(u - step / 2)),
                time_slope(beta, log_c0, std::exp(u - step))};
      return -step / 6 * (slopes[0] + 4 * slopes[1] + slopes[2]);
    };
    const double left = time - passed;
    double t = takes(h);
    const bool is_last = t > left;
    for (int i = 0; is_last && i < 60 && std::abs(t - left) > 1e-15 * left; ++i) {
      h *= left / t;
      t = takes(h);
    }
    // Means over the time of the step, so that a short one has all digits.
    const double sum = slopes[0] + 4 * slopes[1] + slopes[2], taken = is_last ? left : t;
    turns += (taken * slopes[0] / sum) * turns_at(u);
    turns += (taken * 4 * slopes[1] / sum) * turns_at(u - h / 2);
    turns += (taken * slopes[2] / sum) * turns_at(u - h);
    u -= h;
    passed = is_last ? time : passed + t;
    if (is_last) break;
  }
  orbit.eccentricity = std::exp(u);
  orbit.semi_major_axis = std::exp(log_c0 + log_g(orbit.eccentricity));
  return passed;
}

double circle_lifetime(double beta, double a) { return std::pow(a, 4) / (256.0 / 5 * beta); }

}  // namespace

RadiatingOrbit radiation_rates(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed) {
  const double beta = strength(mass1, mass2, light_speed), a = orbit.semi_major_axis, e = orbit.eccentricity,
               e2 = e * e, rest = 1 - e2;
  return {-64.0 / 5 * beta / (std::pow(a, 3) * std::pow(rest, 3.5)) * (1 + 73.0 / 24 * e2 + 37.0 / 96 * e2 * e2),
          -304.0 / 15 * beta * e / (std::pow(a, 4) * std::pow(rest, 2.5)) * (1 + 121.0 / 304 * e2)};
}

double radiation_merger_time(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed) {
  RadiatingOrbit last = orbit;
  Turns turns;
  constexpr double forever = std::numeric_limits<double>::infinity();
  const double passed = orbit.eccentricity > round_enough ? follow(mass1, mass2, light_speed, last, forever, turns) : 0;
  return passed + circle_lifetime(strength(mass1, mass2, light_speed), last.semi_major_axis);
}

RadiatingOrbit radiation_shrunk(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed,
                                double time) {
  return radiating_phase(mass1, mass2, orbit, light_speed, time).orbit;
}

RadiatingPhase radiating_phase(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed,
                               double time) {
  RadiatingOrbit last = orbit;
  Turns turns;
  const double left =
      orbit.eccentricity > round_enough ? time - follow(mass1, mass2, light_speed, last, time, turns) : time;
  if (left <= 0) return {last, turns.mean_anomaly, turns.advance};
  const double lifetime = circle_lifetime(strength(mass1, mass2, light_speed), last.semi_major_axis);
  if (left >= lifetime) return {{0, 0}, turns.mean_anomaly, turns.advance};
  // de/da = 19 e / (12 a) for small e; the rates grow as a^(-3/2) and a^(-5/2).
  const double part = -std::log1p(-left / lifetime), shrink = std::exp(-part / 4);
  const Turns rates = turning_rates(mass1 + mass2, last, light_speed);
  turns += {rates.mean_anomaly * lifetime * 8 / 5 * -std::expm1(-part * 5 / 8),
            rates.advance * lifetime * 8 / 3 * -std::expm1(-part * 3 / 8)};
  return {{last.semi_major_axis * shrink, last.eccentricity * std::pow(shrink, 19.0 / 12)},
          turns.mean_anomaly,
          turns.advance};
}

}  // namespace tucana
