#pragma once

#include "tucana/core/stars.h"

namespace tucana {

/// An orbit of two galaxies: how far apart they are now, on their way in, and how near two points of their masses would
/// come on the Kepler orbit of the same energy and angular momentum.
struct Encounter {
  double separation = 0;
  double pericentre = 0;
  double eccentricity = 1;  ///< 1 is a parabola
};

/// The second galaxy as seen from the first.
struct RelativeState {
  Vec3 position, velocity;
};

/// The state of an orbit in the x-y plane, anticlockwise: the second galaxy is on the positive x axis and approaching,
/// or is at pericentre or apocentre. `mass` is that of both together. Throws InputError for an orbit that never has
/// this separation.
RelativeState start_of(const Encounter& encounter, double mass);

/// The same for galaxies that reach into each other, whose mutual potential energy over the reduced mass is `potential`
/// (< 0) instead of -mass / separation: the angular momentum and the energy are those of the Kepler orbit, so that on a
/// parabola the kinetic energy makes up for the real potential energy. Throws InputError too where that leaves less
/// speed than the angular momentum needs.
RelativeState start_of(const Encounter& encounter, double mass, double potential);

/// The Kepler orbit of two points in a given state, with a given potential energy over the reduced mass.
struct OrbitFigures {
  double energy = 0;            ///< over the reduced mass
  double angular_momentum = 0;  ///< over the reduced mass
  double pericentre = 0;
  double eccentricity = 0;
};
OrbitFigures orbit_of(const RelativeState& state, double mass, double potential);

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
