#pragma once

#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/models/encounter.h"

namespace tucana::app {

/// The orbit of a second galaxy about a first one.
struct GalaxyOrbit {
  RelativeState state;
  double potential = 0;  ///< energy between them over the reduced mass, as the orbit was made with
  bool as_points = false;
};

/// The potential energy between two galaxies over their reduced mass, when the second one stands at `place` as seen
/// from the first. Both are on their centres of mass. Throws InputError when two bodies would coincide without
/// softening.
double mutual_potential(const StarsBuffer& first, const StarsBuffer& second, const Vec3& place, double softening);

/// Time enough to meet and part, a power of two within the reach of a run. `mass` is that of both.
double end_time_of(const GalaxyOrbit& orbit, double mass);

/// Two lines about the orbit.
void print_orbit(const GalaxyOrbit& orbit, const UnitScale& units, double mass);

}  // namespace tucana::app
