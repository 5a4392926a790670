#pragma once

#include <array>

#include "tucana/core/body_at.h"
#include "tucana/core/frame.h"
#include "tucana/fewbody/pair_motion.h"
#include "tucana/gravity/field/background_tide.h"

namespace tucana {

/// Four points about the centre of a bound pair that act on others as the pair does in the mean over a revolution, up
/// to the quadrupole: the mean of x x^T over an ellipse with the axes a along the direction P of the pericentre and Q
/// across it is
///
///   <x x^T> = a^2/2 [ (1 + 4 e^2) P P^T + (1 - e^2) Q Q^T ],
///
/// that of two points at +-A P and two at +-B Q, a quarter of the mass each, with A^2 = a^2 (1 + 4 e^2) and
/// B^2 = a^2 (1 - e^2) times m1 m2/(m1 + m2)^2. Bodies whose steps are longer than the period cannot follow the
/// members, and would feel them at random phases; the mean is smooth.
std::array<BodyAt, 4> orbit_mean(const PairMasses& masses, const PhasePoint& relative);

/// Others feel the mean while the period is a smaller part of the perturbers' time than this: their steps are about a
/// tenth of that time.
constexpr double period_to_average = 0.04;

/// The potential of a tide at the place of a pair on its orbit, less its mean over a revolution, per reduced mass.
/// While a tide acts, the energy of the orbit differs from its mean by minus this, times the slow-down; the mean stays,
/// whoever comes and goes slowly. Zero for unbound pairs.
double tidal_excess(const LinearTide& tide, const PairMasses& masses, const PhasePoint& relative);

}  // namespace tucana
