#pragma once

#include "tucana/physics/stellar/star_state.h"

/// Rotation of single stars as rigid bodies: Hurley, Pols & Tout 2000, section 7.2, equations 107 to 111. Angular
/// velocities are in 1/yr.
namespace tucana::stellar {

/// On the zero-age main sequence: Lang 1992 as fitted in eqs. 107 and 108.
double initial_spin(double mass, double radius);

/// In Msun Rsun^2: 0.1 M R^2 for the envelope, 0.21 for the core.
double moment_of_inertia(const Star& star);

/// The mass of the convective envelope in Msun, on which magnetic braking depends (section 7.2).
double convective_envelope(const Star& star);

/// The spin of `end`, h Myr after `start`: winds carry angular momentum away, magnetic braking takes more (eqs. 110 and
/// 111), and the moment of inertia changes. The braking law d(spin)/dt ~ -spin^3 is solved exactly for mean
/// coefficients, so that any h is stable.
double spin_after(const Star& start, const Star& end, double h);

/// A new neutron star or black hole turns once a second.
inline constexpr double compact_spin = 2e8;

}  // namespace tucana::stellar
