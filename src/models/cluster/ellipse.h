#pragma once

#include "tucana/models/encounter.h"

namespace tucana {

/// The elements of a bound Kepler orbit, angles in radians. `inclination`, `node` and `pericentre` (its argument) turn
/// the orbit from the x-y plane, where its pericentre is on the x axis, as in celestial mechanics.
struct EllipseElements {
  double semi_major_axis = 1;
  double eccentricity = 0;  ///< below 1
  double inclination = 0;
  double node = 0;
  double pericentre = 0;
  double mean_anomaly = 0;
};

/// The eccentric anomaly E of Kepler's equation M = E - e sin E, 0 <= e < 1, to a few units in the last place, also for
/// nearly radial orbits close to their pericentre.
double eccentric_anomaly(double mean_anomaly, double eccentricity);

/// Position and velocity of the second body relative to the first, for G = 1 and the mass of both together.
RelativeState ellipse_state(const EllipseElements& elements, double mass);

}  // namespace tucana
