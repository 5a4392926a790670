#pragma once

#include "tucana/core/enum_words.h"
#include "tucana/physics/stellar/stellar_type.h"

namespace tucana::stellar {

/// How the mass of a neutron star or black hole follows from the star that collapses.
/// - delayed, rapid: Fryer et al. 2012 (ApJ 749, 91), sections 4.2 and 4.3
/// - belczynski2002: Belczynski, Kalogera & Bulik 2002 (ApJ 572, 407), equations 1 and 2
/// - eldridge_tout: Eldridge & Tout 2004 (MNRAS 353, 87), what an explosion of 1e51 erg cannot unbind, as fitted to the
///   carbon-oxygen core in NBODY6 (paper: Wang et al. 2015, table A1)
/// - hurley: Hurley, Pols & Tout 2000, equation 92
enum class RemnantRule { delayed, rapid, belczynski2002, eldridge_tout, hurley };

/// marchant: pulsational and full pair instability by table 1 of Marchant et al. 2019 (ApJ 882, 36; arXiv 2018).
enum class PairInstability { off, marchant };

/// How a black hole's gravitational mass follows from the collapsing baryonic mass: a tenth of it is lost in neutrinos,
/// at most half a solar mass is, or nothing. Neutron stars follow Lattimer & Yahil 1989 in any case.
enum class NeutrinoLoss { tenth, half_solar_mass, none };

}  // namespace tucana::stellar

namespace tucana {
template <>
inline constexpr auto enum_words<stellar::RemnantRule> =
    std::to_array<EnumWord<stellar::RemnantRule>>({{stellar::RemnantRule::delayed, "delayed"},
                                                   {stellar::RemnantRule::rapid, "rapid"},
                                                   {stellar::RemnantRule::belczynski2002, "belczynski2002"},
                                                   {stellar::RemnantRule::eldridge_tout, "eldridge_tout"},
                                                   {stellar::RemnantRule::hurley, "hurley"}});
template <>
inline constexpr auto enum_words<stellar::PairInstability> = std::to_array<EnumWord<stellar::PairInstability>>(
    {{stellar::PairInstability::marchant, "marchant"}, {stellar::PairInstability::off, "off"}});
template <>
inline constexpr auto enum_words<stellar::NeutrinoLoss> =
    std::to_array<EnumWord<stellar::NeutrinoLoss>>({{stellar::NeutrinoLoss::tenth, "tenth"},
                                                    {stellar::NeutrinoLoss::half_solar_mass, "half_solar_mass"},
                                                    {stellar::NeutrinoLoss::none, "none"}});
}  // namespace tucana

namespace tucana::stellar {

struct RemnantOptions {
  RemnantRule rule = RemnantRule::delayed;
  PairInstability pair_instability = PairInstability::marchant;
  NeutrinoLoss neutrino_loss = NeutrinoLoss::tenth;
  /// The largest gravitational mass of a neutron star in Msun.
  double max_neutron_star = 3;
  /// Stars with helium cores of this range (at the base of the AGB) collapse by electron capture in the oxygen-neon
  /// core (Hurley, Pols & Tout 2000, section 6; Belczynski et al. 2008).
  double electron_capture_from = 1.6, electron_capture_to = 2.25;
  bool operator==(const RemnantOptions&) const = default;
};

/// The star that collapses, in Msun.
struct Progenitor {
  double mass;
  double helium_core;  ///< the whole mass of a naked helium star
  double co_core;
};

enum class SupernovaKind { core_collapse, electron_capture, pair_instability, pulsational_pair_instability, carbon };

struct Collapse {
  SupernovaKind kind = SupernovaKind::core_collapse;
  StellarType remnant = StellarType::no_remnant;
  /// The gravitational mass that is left in Msun; 0 where nothing is.
  double mass = 0;
  /// The part of what could be ejected that falls back: 1 for a direct collapse. Kicks of black holes shrink by it.
  double fall_back = 0;
};

/// The remnant of a star whose core collapses.
Collapse collapse(const RemnantOptions& options, const Progenitor& star);

/// The gravitational mass of a neutron star: M_bar = M + 0.075 M^2 (Lattimer & Yahil 1989; Fryer et al. 2012, eq. 13).
double neutron_star_gravitational_mass(double baryonic);

}  // namespace tucana::stellar
