#include "tucana/physics/stellar/remnant_mass.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// Baryonic mass and the part of the rest that falls back onto the proto-neutron star.
struct Baryonic {
  double mass, fall_back;
};

Baryonic with_fall_back(double proto_mass, double fraction, double total) {
  return {proto_mass + fraction * (total - proto_mass), fraction};
}

Baryonic with_fallen_mass(double proto_mass, double fallen, double total) {
  return {proto_mass + fallen, std::clamp(fallen / (total - proto_mass), 0.0, 1.0)};
}

/// Fryer et al. 2012, eqs. 15 and 16.
Baryonic rapid(const Progenitor& star) {
  constexpr double proto = 1;
  const double co = star.co_core, slope = 0.25 - 1.275 / (star.mass - proto);
  if (co < 2.5) return with_fallen_mass(proto, 0.2, star.mass);
  if (co < 6) return with_fallen_mass(proto, 0.286 * co - 0.514, star.mass);
  if (co < 7) return with_fall_back(proto, 1, star.mass);
  if (co < 11) return with_fall_back(proto, std::clamp(slope * (co - 11) + 1, 0.0, 1.0), star.mass);
  return with_fall_back(proto, 1, star.mass);
}

/// Fryer et al. 2012, eqs. 18 and 19.
Baryonic delayed(const Progenitor& star) {
  const double co = star.co_core;
  const double proto = co < 3.5 ? 1.2 : co < 6 ? 1.3 : co < 11 ? 1.4 : 1.6;
  const double slope = 0.133 - 0.093 / (star.mass - proto);
  if (co < 2.5) return with_fallen_mass(proto, 0.2, star.mass);
  if (co < 3.5) return with_fallen_mass(proto, 0.5 * co - 1.05, star.mass);
  if (co < 11) return with_fall_back(proto, std::clamp(slope * (co - 11) + 1, 0.0, 1.0), star.mass);
  return with_fall_back(proto, 1, star.mass);
}

/// Belczynski et al. 2002: iron-nickel core, partial fall-back from 5 to 7.6 Msun of carbon and oxygen, then all.
Baryonic belczynski2002(const Progenitor& star) {
  const double co = star.co_core;
  const double iron = co < 2.5 ? 0.161767 * co + 1.067055 : 0.314154 * co + 0.686088;
  return with_fall_back(iron, std::clamp((co - 5) / 2.6, 0.0, 1.0), star.mass);
}

/// Eldridge & Tout 2004, as a fit.
Baryonic eldridge_tout(const Progenitor& star) {
  constexpr double least = 1.44;
  const double co = star.co_core;
  const double mass = co < 6 ? least : polynomial(co, {-6.1073371, 1.4512017, -6.5913737e-3});
  return with_fallen_mass(least, std::min(mass, star.mass) - least, star.mass);
}

/// Hurley, Pols & Tout 2000, eq. 92.
Baryonic hurley(const Progenitor& star) { return {1.17 + 0.09 * star.co_core, 0}; }

Baryonic by_rule(RemnantRule rule, const Progenitor& star) {
  switch (rule) {
    case RemnantRule::rapid: return rapid(star);
    case RemnantRule::belczynski2002: return belczynski2002(star);
    case RemnantRule::eldridge_tout: return eldridge_tout(star);
    case RemnantRule::hurley: return hurley(star);
    case RemnantRule::delayed: break;
  }
  return delayed(star);
}

/// The two oldest rules give gravitational masses.
bool gives_gravitational_mass(RemnantRule rule) {
  return rule == RemnantRule::hurley || rule == RemnantRule::belczynski2002;
}

double black_hole_mass(NeutrinoLoss loss, double baryonic) {
  switch (loss) {
    case NeutrinoLoss::tenth: return 0.9 * baryonic;
    case NeutrinoLoss::half_solar_mass: return baryonic - std::min(0.5, 0.1 * baryonic);
    case NeutrinoLoss::none: break;
  }
  return baryonic;
}

/// Decides between neutron star and black hole, and converts the mass once.
Collapse remnant_of(const RemnantOptions& options, SupernovaKind kind, const Baryonic& baryonic) {
  if (gives_gravitational_mass(options.rule)) {
    const bool small = baryonic.mass <= options.max_neutron_star;
    return {kind, small ? StellarType::neutron_star : StellarType::black_hole, baryonic.mass, baryonic.fall_back};
  }
  const double neutron_star = neutron_star_gravitational_mass(baryonic.mass);
  if (neutron_star <= options.max_neutron_star)
    return {kind, StellarType::neutron_star, neutron_star, baryonic.fall_back};
  const double mass = std::max(options.max_neutron_star, black_hole_mass(options.neutrino_loss, baryonic.mass));
  return {kind, StellarType::black_hole, mass, baryonic.fall_back};
}

/// Table 1 of Marchant et al.: what pulses leave of helium stars of 31.99 to 61.10 Msun, as a polynomial that COSMIC
/// publishes too (Breivik et al. 2020, ApJ 898, 71); explosions leave nothing up to 124.12 Msun.
constexpr double first_pulsing = 31.99, last_pulsing = 61.10, last_exploding = 124.12;
double left_by_pulses(double helium_core) {
  return polynomial(helium_core, {-6.29429263e5, 1.15957797e5, -9.28332577e3, 4.21856189e2, -1.19019565e1,
                                  2.13499267e-1, -2.37814255e-3, 1.50408118e-5, -4.13587235e-8});
}

}  // namespace

double neutron_star_gravitational_mass(double baryonic) { return (std::sqrt(1 + 0.3 * baryonic) - 1) / 0.15; }

Collapse collapse(const RemnantOptions& options, const Progenitor& star) {
  const double core = star.helium_core;
  if (core >= options.electron_capture_from && core < options.electron_capture_to) {
    // 1.38 Msun of baryons; the oldest rules know no difference.
    const double mass = gives_gravitational_mass(options.rule) ? by_rule(options.rule, star).mass : 1.26;
    return {SupernovaKind::electron_capture, StellarType::neutron_star, mass, 0};
  }
  if (options.pair_instability == PairInstability::marchant && core >= first_pulsing && core < last_exploding) {
    if (core > last_pulsing) return {SupernovaKind::pair_instability, StellarType::no_remnant, 0, 0};
    return remnant_of(options, SupernovaKind::pulsational_pair_instability, {left_by_pulses(core), 1});
  }
  return remnant_of(options, SupernovaKind::core_collapse, by_rule(options.rule, star));
}

}  // namespace tucana::stellar
