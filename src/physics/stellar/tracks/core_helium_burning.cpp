#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/blue_loop.h"
#include "tucana/physics/stellar/tracks/giant.h"
#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// From this mass on, helium ignites at the smallest radius.
constexpr double blue_ignition_mass = 12;

/// The path of the radius from `start` through `smallest` to `end` while tau goes from 0 to 1 (eqs. 64 and 65).
double radius_through_minimum(double start, double smallest, double end, double tau) {
  const double before = start > smallest ? std::cbrt(std::log(start / smallest)) : 0;
  const double after = end > smallest ? std::cbrt(std::log(end / smallest)) : 0;
  const double rho = std::abs(before * (tau - 1) + after * tau);
  return smallest * std::exp(rho * rho * rho);
}

/// The exponent of the rise of luminosity (xi of eq. 61).
double rise(double smallest, double start) { return std::clamp(smallest / start, 0.4, 2.5); }

struct Surface {
  double luminosity, radius;
};

Surface horizontal_branch(const Landmarks& l, double mass, double core, double tau) {
  const TrackCoefficients& t = l.tracks;
  const double start = t.helium.horizontal_branch_radius(mass, core);
  const double smallest = t.giants.giant_radius(mass, l.burning_luminosity) *
                          std::pow(t.low_mass_radius_ratio, l.mass / t.metallicity.helium_flash_mass);
  const double end = t.giants.agb_radius(mass, l.agb_luminosity);
  return {
      l.burning_luminosity * std::pow(l.agb_luminosity / l.burning_luminosity, std::pow(tau, rise(smallest, start))),
      radius_through_minimum(start, std::min(smallest, start), end, tau)};
}

/// First down the giant branch, then a blue loop.
Surface loop_after_giant(const Landmarks& l, double mass, double tau) {
  const TrackCoefficients& t = l.tracks;
  const double loop_start = 1 - t.helium.blue_fraction(l.mass);
  if (tau < loop_start) {
    const double left = 1 - tau / loop_start;
    const double luminosity =
        l.burning_luminosity * std::pow(l.ignition_luminosity / l.burning_luminosity, left * left * left);
    return {luminosity, t.giants.giant_radius(mass, luminosity)};
  }
  const double start = t.giants.giant_radius(mass, l.burning_luminosity);
  const double smallest = t.helium.min_radius(mass);
  const double end = t.giants.agb_radius(mass, l.agb_luminosity);
  const double in_loop = (tau - loop_start) / (1 - loop_start);
  return {l.burning_luminosity *
              std::pow(l.agb_luminosity / l.burning_luminosity, std::pow(in_loop, rise(smallest, start))),
          radius_through_minimum(start, std::min(smallest, start), end, in_loop)};
}

/// The radius of eq. 55 for a star without giant branch; at most that of a giant.
double smallest_radius_of_massive(const Landmarks& l, double mass) {
  return std::min(l.tracks.helium.min_radius(l.mass), l.tracks.giants.agb_radius(mass, l.ignition_luminosity));
}

/// First blue, then red.
Surface blue_before_giant(const Landmarks& l, double mass, double tau) {
  const TrackCoefficients& t = l.tracks;
  const double loop_end = t.helium.blue_fraction(l.mass);
  const double smallest = smallest_radius_of_massive(l, mass), start = ignition_radius_of_massive(l, mass);
  const double exponent = rise(smallest, start);
  const auto luminosity_at = [&](double fraction) {
    return l.ignition_luminosity * std::pow(l.agb_luminosity / l.ignition_luminosity, std::pow(fraction, exponent));
  };
  const double luminosity = luminosity_at(tau);
  if (tau >= loop_end) return {luminosity, t.giants.agb_radius(mass, luminosity)};
  const double end = t.giants.agb_radius(mass, luminosity_at(loop_end));
  return {luminosity, radius_through_minimum(start, smallest, end, tau / loop_end)};
}

}  // namespace

double ignition_radius_of_massive(const Landmarks& l, double mass) {
  const double smallest = smallest_radius_of_massive(l, mass);
  if (l.mass > blue_ignition_mass) return smallest;
  const double position =
      std::log(l.mass / blue_ignition_mass) / std::log(l.tracks.metallicity.first_giant_mass / blue_ignition_mass);
  return smallest * std::pow(l.tracks.giants.giant_radius(mass, l.ignition_luminosity) / smallest, position);
}

Structure core_helium_burning(const Landmarks& l, double total_mass, double age) {
  const double mass = std::min(total_mass, largest_fit_mass);
  const double tau = (age - l.ignition) / l.burning_time;
  const double core = l.ignition_core + (l.agb_core - l.ignition_core) * tau;
  const Surface surface = l.flashes            ? horizontal_branch(l, mass, core, tau)
                          : l.has_giant_branch ? loop_after_giant(l, mass, tau)
                                               : blue_before_giant(l, mass, tau);
  return {surface.luminosity, surface.radius, core, 0, 0};
}

}  // namespace tucana::stellar
