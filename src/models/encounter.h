#pragma once

#include "tucana/core/stars.h"

namespace tucana {

/// A Kepler orbit of two galaxies taken for points: how far apart they are now, on their way in, and how near they
/// would come.
struct Encounter {
  double separation = 0;
  double pericentre = 0;
  double eccentricity = 1;  ///< 1 is a parabola
};

/// The second galaxy as seen from the first.
struct RelativeState {
  Vec3 position, velocity;
};

/// The state of an orbit in the x-y plane, anticlockwise: the second galaxy stands on the positive x axis and comes in,
/// or is at pericentre or apocentre. `mass` is that of both together. Throws InputError for an orbit that never has
/// this separation.
RelativeState start_of(const Encounter& encounter, double mass);

/// How a galaxy lies: its equator, the x-y plane, is tilted about the x axis and then turned about the z axis (both
/// anticlockwise, in degrees). Inclination 0 spins with the orbit, 180 against it.
struct Orientation {
  double inclination = 0;
  double node = 0;
};
void turn(StarsBuffer& stars, const Orientation& orientation);

/// Both galaxies, each put on its centre of mass first, with the common centre of mass at rest at the origin. The ids
/// of the first stay, those of the second go on behind its largest one; families stay.
StarsBuffer combine(StarsBuffer first, StarsBuffer second, const RelativeState& state);

}  // namespace tucana
