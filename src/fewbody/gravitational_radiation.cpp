#include "tucana/fewbody/gravitational_radiation.h"

#include <algorithm>
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
constexpr double nearly_circular = 1e-5;

/// Goes down in ln e by steps of Simpson's rule until `time` is over or the orbit is nearly a circle. Returns the time
/// that this takes.
double follow(double beta, RadiatingOrbit& orbit, double time) {
  const double log_c0 = std::log(orbit.semi_major_axis) - log_g(orbit.eccentricity);
  double u = std::log(orbit.eccentricity), passed = 0;
  while (passed < time && std::exp(u) > nearly_circular) {
    // Near e = 1 everything happens while 1 - e changes by its own size.
    const double e = std::exp(u);
    double h = std::min(0.02, 0.05 * (1 - e) / e + 1e-12);
    const auto takes = [&](double step) {
      return -step / 6 *
             (time_slope(beta, log_c0, e) + 4 * time_slope(beta, log_c0, std::exp(u - step / 2)) +
              time_slope(beta, log_c0, std::exp(u - step)));
    };
    const double left = time - passed;
    double t = takes(h);
    if (t > left) {
      for (int i = 0; i < 60 && std::abs(t - left) > 1e-15 * left; ++i) {
        h *= left / t;
        t = takes(h);
      }
      u -= h;
      passed = time;
      break;
    }
    u -= h;
    passed += t;
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
  const double beta = strength(mass1, mass2, light_speed);
  RadiatingOrbit last = orbit;
  constexpr double forever = std::numeric_limits<double>::infinity();
  const double passed = orbit.eccentricity > nearly_circular ? follow(beta, last, forever) : 0;
  return passed + circle_lifetime(beta, last.semi_major_axis);
}

RadiatingOrbit radiation_shrunk(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed,
                                double time) {
  const double beta = strength(mass1, mass2, light_speed);
  RadiatingOrbit last = orbit;
  const double left = orbit.eccentricity > nearly_circular ? time - follow(beta, last, time) : time;
  if (left <= 0) return last;
  const double lifetime = circle_lifetime(beta, last.semi_major_axis);
  if (left >= lifetime) return {0, 0};
  // de/da = 19 e / (12 a) for small e.
  const double shrink = std::pow(1 - left / lifetime, 0.25);
  return {last.semi_major_axis * shrink, last.eccentricity * std::pow(shrink, 19.0 / 12)};
}

}  // namespace tucana
