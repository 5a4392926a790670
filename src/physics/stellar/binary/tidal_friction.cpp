#include "tucana/physics/stellar/binary/tidal_friction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/physics/stellar/binary/binary_units.h"
#include "tucana/physics/stellar/spin.h"
#include "tucana/physics/stellar/tracks/landmarks.h"
#include "tucana/physics/stellar/tracks/main_sequence.h"

namespace tucana::stellar {
namespace {

/// Stars below the first are convective throughout, above the second not at their surface.
constexpr double convective_below = 0.35, radiative_above = 1.25;

ConvectiveEnvelope of_main_sequence(const TrackCoefficients& tracks, const Star& star) {
  if (star.mass >= radiative_above) return {};
  const double part = std::clamp(star.track_age / tracks.main_sequence.lifetime(star.mass), 0.0, 1.0);
  const double shrink = std::sqrt(std::sqrt(1 - part));
  if (star.mass < convective_below) return {star.mass * shrink, star.radius * shrink};
  const double depth = (radiative_above - star.mass) / (radiative_above - convective_below);
  const double radius_of_convective = main_sequence(tracks, convective_below, part).radius;
  return {convective_below * depth * depth * shrink, radius_of_convective * std::sqrt(depth) * shrink};
}

bool has_convective_envelope(const Star& star) {
  return star.type == StellarType::giant_branch || star.type == StellarType::early_agb ||
         star.type == StellarType::pulsing_agb || star.type == StellarType::helium_giant;
}

/// k/T times the square of (R/a)^0: the strength of the tide, per year.
double damping(const TrackCoefficients& tracks, const Star& star, const TidalOrbit& orbit) {
  if (star.type >= StellarType::neutron_star) return 0;
  if (is_white_dwarf(star.type)) return 2.564e-8 * std::pow(star.luminosity / star.mass, 5.0 / 7);  // eq. 47
  const bool radiative = star.type == StellarType::core_helium_burning ||
                         star.type == StellarType::helium_main_sequence ||
                         (is_main_sequence(star.type) && star.mass >= radiative_above);
  if (radiative) {
    // eqs. 42 and 43
    const double e2 = 1.592e-9 * std::pow(star.mass, 2.84);
    const double ratio = orbit.companion_mass / star.mass;
    return 1.9782e4 * std::sqrt(star.mass * star.radius * star.radius / std::pow(orbit.semi_major_axis, 5)) *
           std::pow(1 + ratio, 5.0 / 6) * e2;
  }
  // eqs. 30 to 33
  const ConvectiveEnvelope envelope = convective_layer(tracks, star);
  if (envelope.mass <= 0 || envelope.depth <= 0) return 0;
  const double turnover =
      0.4311 * std::cbrt(envelope.mass * envelope.depth * (star.radius - envelope.depth / 2) / (3 * star.luminosity));
  const double frequency = orbital_frequency(star.mass + orbit.companion_mass, orbit.semi_major_axis);
  const double pumping = std::abs(frequency - star.spin) / (2 * std::numbers::pi);  // 1/P_tid
  const double fraction = pumping * 2 * turnover > 1 ? std::pow(1 / (2 * turnover * pumping), 2) : 1;
  return 2.0 / 21 * fraction / turnover * envelope.mass / star.mass;
}

}  // namespace

ConvectiveEnvelope convective_layer(const TrackCoefficients& tracks, const Star& star) {
  if (is_main_sequence(star.type)) return of_main_sequence(tracks, star);
  if (has_convective_envelope(star)) return {star.mass - star.core_mass, star.radius - star.core_radius};
  if (star.type != StellarType::hertzsprung_gap) return {};
  // The envelope becomes convective in the course of the gap (eq. 39).
  const Landmarks l(tracks, star.track_mass);
  const double part = std::clamp((star.track_age - l.main_sequence_end) / (l.gap_end - l.main_sequence_end), 0.0, 1.0);
  return {part * (star.mass - star.core_mass), std::sqrt(part) * (star.radius - star.core_radius)};
}

TidalRates tidal_rates(const TrackCoefficients& tracks, const Star& star, const TidalOrbit& orbit) {
  const double strength = damping(tracks, star, orbit);
  if (strength <= 0) return {};
  const double ratio = orbit.companion_mass / star.mass, e = orbit.eccentricity, x = e * e, rest = 1 - x;
  const double size = star.radius / orbit.semi_major_axis;
  const double frequency = orbital_frequency(star.mass + orbit.companion_mass, orbit.semi_major_axis);
  const double relative_spin = star.spin / frequency;
  // Hut's f2 to f5.
  const double f2 = 1 + x * (7.5 + x * (45.0 / 8 + x * 5 / 16)), f3 = 1 + x * (15.0 / 4 + x * (15.0 / 8 + x * 5 / 64)),
               f4 = 1 + x * (1.5 + x / 8), f5 = 1 + x * (3 + x * 3 / 8);
  const double turn = std::pow(rest, 1.5) * relative_spin;
  const double gyration = moment_of_inertia(star) / (star.mass * star.radius * star.radius);
  // eqs. 25 and 26
  const double circularization =
      -27 * strength * ratio * (1 + ratio) * std::pow(size, 8) * e / std::pow(rest, 6.5) * (f3 - 11.0 / 18 * turn * f4);
  const double relaxation = 3 * strength * ratio * ratio / gyration * std::pow(size, 6) * f5 / std::pow(rest, 4.5);
  return {circularization, relaxation, frequency * f2 / (f5 * std::pow(rest, 1.5))};
}

}  // namespace tucana::stellar
