#include "tucana/physics/stellar/winds.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/small_envelope.h"

namespace tucana::stellar {
namespace {

bool is_agb(StellarType type) { return type == StellarType::early_agb || type == StellarType::pulsing_agb; }

/// Massive stars: Nieuwenhuijzen & de Jager 1990 (A&A 231, 134) with the metallicity law of Kudritzki et al. 1989; sets
/// in smoothly above 4000 Lsun.
double nieuwenhuijzen(const WindOptions& options, const WindSource& s) {
  if (s.luminosity <= 4000) return 0;
  const double onset = std::min(1.0, (s.luminosity - 4000) / 500);
  return 9.6e-15 * onset * std::pow(s.radius, 0.81) * std::pow(s.luminosity, 1.24) * std::pow(s.mass, 0.16) *
         std::sqrt(s.metallicity / options.solar_metallicity);
}

/// Giants: Kudritzki & Reimers 1978 (A&A 70, 227).
double reimers(const WindOptions& options, const WindSource& s) {
  return options.reimers * 4e-13 * s.radius * s.luminosity / s.mass;
}

/// Pulsating AGB stars: Vassiliadis & Wood 1993 (ApJ 413, 641), at most the superwind.
double vassiliadis_wood(const WindSource& s) {
  const double log_period = -2.07 - 0.9 * std::log10(s.mass) + 1.94 * std::log10(s.radius);
  const double period = std::min(std::pow(10.0, log_period), 2000.0);
  const double rate = std::pow(10.0, -11.4 + 0.0125 * (period - 100 * std::max(s.mass - 2.5, 0.0)));
  return std::min(rate, 1.36e-9 * s.luminosity);
}

/// Wolf-Rayet stars: Hamann, Koesterke & Wessolowski 1995 (A&A 299, 151), reduced; without metallicity.
double wolf_rayet(double luminosity) { return 1e-13 * std::pow(luminosity, 1.5); }

/// The metallicity law of Wolf-Rayet winds: Vink & de Koter 2005 (A&A 442, 587).
double wolf_rayet_metallicity(const WindOptions& options, const WindSource& s) {
  return std::pow(s.metallicity / options.solar_metallicity, 0.86);
}

/// Beyond the limit of Humphreys & Davidson 1994; positive where the star is beyond.
double beyond_humphreys_davidson(const WindSource& s) {
  return s.luminosity > 6e5 ? 1e-5 * s.radius * std::sqrt(s.luminosity) - 1 : 0;
}

/// Winds of stars with hydrogen that both sets share: giants, AGB, and massive stars.
double common_wind(const WindOptions& options, const WindSource& s) {
  double rate = nieuwenhuijzen(options, s);
  if (!is_main_sequence(s.type)) rate = std::max(rate, reimers(options, s));
  return is_agb(s.type) ? std::max(rate, vassiliadis_wood(s)) : rate;
}

/// The larger of a rate and that of a Wolf-Rayet star, weighted with how much of the envelope is gone.
double with_wolf_rayet(double rate, double factor, const WindSource& s) {
  if (is_main_sequence(s.type)) return rate;
  const double mu = envelope_measure(s.mass, s.core_mass, s.luminosity);
  return mu < 1 ? std::max(rate, factor * wolf_rayet(s.luminosity) * (1 - mu)) : rate;
}

double sse_wind(const WindOptions& options, const WindSource& s) {
  if (is_naked_helium(s.type)) return std::max(reimers(options, s), options.helium_factor * wolf_rayet(s.luminosity));
  double rate = with_wolf_rayet(common_wind(options, s), 1, s);
  const double beyond = beyond_humphreys_davidson(s);
  if (!is_main_sequence(s.type) && beyond > 0) rate += 0.1 * beyond * beyond * beyond * (s.luminosity / 6e5 - 1);
  return rate;
}

/// Hot stars with hydrogen: Vink, de Koter & Lamers 2001 (A&A 369, 574), equations 24 and 25, on either side of the
/// bi-stability jump, which is put at 25000 K as in Belczynski et al. 2010 (ApJ 714, 1217), equations 6 and 7.
double vink(const WindOptions& options, const WindSource& s) {
  const double log_luminosity = std::log10(s.luminosity / 1e5), log_mass = std::log10(s.mass / 30);
  const double log_z = std::log10(s.metallicity / options.solar_metallicity);
  if (s.temperature < 25000) {
    const double cool = -6.688 + 2.210 * log_luminosity - 1.339 * log_mass - 1.601 * std::log10(1.3 / 2) +
                        0.85 * log_z + 1.07 * std::log10(s.temperature / 20000);
    return std::pow(10.0, cool);
  }
  // The fit ends at 50000 K.
  const double log_t = std::log10(std::min(s.temperature, 5e4) / 40000);
  const double hot = -6.697 + 2.194 * log_luminosity - 1.313 * log_mass - 1.226 * std::log10(2.6 / 2) + 0.85 * log_z +
                     0.933 * log_t - 10.92 * log_t * log_t;
  return std::pow(10.0, hot);
}

double vink_wind(const WindOptions& options, const WindSource& s) {
  const double metallicity_factor = wolf_rayet_metallicity(options, s);
  if (is_naked_helium(s.type))
    return std::max(reimers(options, s), options.helium_factor * metallicity_factor * wolf_rayet(s.luminosity));
  if (beyond_humphreys_davidson(s) > 0) return 1e-4 * options.luminous_blue_variable;
  constexpr double coolest_hot_star = 12500;
  // A pulsing star is hot only on its way to a white dwarf, where Vink's fit is not meant to hold.
  const bool hot = s.temperature >= coolest_hot_star && s.type != StellarType::pulsing_agb;
  const double rate = hot ? vink(options, s) : common_wind(options, s);
  return with_wolf_rayet(rate, metallicity_factor, s);
}

}  // namespace

double wind_rate(const WindOptions& options, const WindSource& s) {
  if (is_remnant(s.type)) return 0;
  switch (options.kind) {
    case WindKind::sse: return sse_wind(options, s);
    case WindKind::vink: return vink_wind(options, s);
    case WindKind::off: break;
  }
  return 0;
}

}  // namespace tucana::stellar
