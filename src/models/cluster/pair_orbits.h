#pragma once

#include <cstdint>
#include <limits>

#include "tucana/core/enum_words.h"
#include "tucana/models/cluster/ellipse.h"

namespace tucana {

/// The distribution of periods P (days) or semi-major axes of primordial pairs.
///
/// log_uniform: ln a uniform between the limits of the axes (Oepik's law). kroupa_1995: Kroupa 1995 (MNRAS 277, 1507),
/// f = 2.5 (log P - 1) / (45 + (log P - 1)^2) for log P from 1 to 8.43. duquennoy_mayor_1991: Duquennoy & Mayor 1991
/// (A&A 248, 485), log P normal with mean 4.8 and deviation 2.3. sana_2012: Sana et al. 2012 (Science 337, 444), f ~
/// (log P)^-0.55 for log P from 0.15 to 3.5.
enum class PeriodLaw { log_uniform, kroupa_1995, duquennoy_mayor_1991, sana_2012 };

/// thermal: f = 2e (Jeans 1919); circular: 0; uniform: from 0 to 1; sana_2012: f ~ e^-0.45 from 0 to 0.9.
enum class EccentricityLaw { thermal, circular, uniform, sana_2012 };

template <>
inline constexpr auto enum_words<PeriodLaw> =
    std::to_array<EnumWord<PeriodLaw>>({{PeriodLaw::log_uniform, "log_uniform"},
                                        {PeriodLaw::kroupa_1995, "kroupa_1995"},
                                        {PeriodLaw::duquennoy_mayor_1991, "duquennoy_mayor_1991"},
                                        {PeriodLaw::sana_2012, "sana_2012"}});
template <>
inline constexpr auto enum_words<EccentricityLaw> =
    std::to_array<EnumWord<EccentricityLaw>>({{EccentricityLaw::thermal, "thermal"},
                                              {EccentricityLaw::circular, "circular"},
                                              {EccentricityLaw::uniform, "uniform"},
                                              {EccentricityLaw::sana_2012, "sana_2012"}});

struct PairOrbitOptions {
  PeriodLaw period = PeriodLaw::log_uniform;
  EccentricityLaw eccentricity = EccentricityLaw::thermal;
  /// Pairs with a heavier star of at least this many Msun have both distributions of Sana et al. 2012 instead.
  double sana_above = std::numeric_limits<double>::infinity();
  /// Eigenevolution before the main sequence (Kroupa 1995, MNRAS 277, 1507, section 4; eigenevolved() below).
  bool eigenevolution = false;
  // Pairs outside of these limits are drawn anew (the defaults are those of NBODY6++).
  double smallest_axis_au = 0;
  double largest_axis_au = 1000;
  double shortest_period_days = 1;
  double longest_period_days = std::numeric_limits<double>::infinity();
};

/// A pair as it starts.
struct PairOrbit {
  double heavier = 1, lighter = 1;  ///< Msun; eigenevolution adds to the lighter one
  EllipseElements elements;         ///< the semi-major axis in AU
};

/// Throws InputError, one line, for limits that exclude each other.
void check_pair_orbits(const PairOrbitOptions& options);

/// Draws the orbit of pair i, of two masses in Msun, the heavier first: period, eccentricity, a random orientation and
/// phase. Period and eccentricity are drawn anew until they are within the limits and the stars, at pericentre, are
/// farther apart than the sum of their main-sequence radii: no pair starts in contact. Throws InputError when that does
/// not happen in 100,000 draws.
PairOrbit draw_pair_orbit(const PairOrbitOptions& options, double heavier, double lighter, std::uint64_t seed,
                          std::uint64_t i);

/// Kroupa 1995 (MNRAS 277, 1507): tides and accretion at pericentre, with lambda = 28 and chi = 3/4, make
/// close pairs rounder and more equal: rho = (lambda R_sun / pericentre)^chi, e' = e exp(-rho), q' = q + (1 - q)
/// min(rho, 1); the pericentre stays. Takes and returns semi-major axis (AU) and eccentricity in `elements`.
PairOrbit eigenevolved(PairOrbit pair);

/// log10 of a period in days from one of the three laws of periods, for u uniform in [0, 1); `normal` is a normal
/// deviate, for Duquennoy & Mayor.
double log_period(PeriodLaw law, double u, double normal);
double eccentricity(EccentricityLaw law, double u);

}  // namespace tucana
