#pragma once

#include "tucana/core/frame.h"
#include "tucana/fewbody/kepler.h"

namespace tucana {

/// A Kepler orbit in space. The semi-major axis is not stored: it is mu/beta, and neither it nor 1 - e can be had from
/// the other by subtraction when e is near one.
struct OrbitalElements {
  OrbitShape shape;
  double inclination = 0;          ///< i, from the z axis, 0 to pi
  double ascending_node = 0;       ///< Omega, from the x axis; 0 for an orbit in the plane of x and y
  double pericentre_argument = 0;  ///< omega, from the node to the pericentre, in the sense of the motion
};

/// The elements of a state. An orbit without angular momentum lies in many planes: one of them is taken, and its
/// pericentre points away from the state.
OrbitalElements orbital_elements(const PhasePoint& relative, double mu);

/// The angle from the pericentre to the state in the sense of the motion, -pi to pi.
double true_anomaly(const PhasePoint& relative, double mu);

/// The state at a true anomaly. Near the apocentre of an orbit with e near one this angle does not fix the distance to
/// more than half of the digits, and not at all without angular momentum: use the time there.
PhasePoint state_at_true_anomaly(const OrbitalElements& elements, double true_anomaly);

/// The state at a time since the pericentre, for every conic.
PhasePoint state_at_time(const OrbitalElements& elements, double time);

/// The vector from the focus to the pericentre with the length e: v x (x x v)/mu - x/r (Laplace, Runge & Lenz).
Vec3 eccentricity_vector(const PhasePoint& relative, double mu);

}  // namespace tucana
