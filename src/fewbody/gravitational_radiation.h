#pragma once

namespace tucana {

/// The orbit of two bodies that radiate gravitational waves.
struct RadiatingOrbit {
  double semi_major_axis = 0, eccentricity = 0;
};

/// How gravitational waves shrink the orbit of two bodies, averaged over orbits: Peters 1964 (Phys. Rev. 136, B1224),
/// equations 5.6 and 5.7. G = 1; rates per unit of time.
RadiatingOrbit radiation_rates(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed);

/// The time until the two merge; exact for circles (eq. 5.10), else by integrating equation 5.14.
double radiation_merger_time(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed);

/// The orbit after a time, to relative errors below 1e-6 of what happened; both numbers are 0 if the bodies have merged
/// by then.
RadiatingOrbit radiation_shrunk(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed,
                                double time);

/// The same with what happened on the way, in radians: the change of the mean anomaly, and by how much the pericentre
/// has advanced (first post-Newtonian order). Both are of no meaning where the bodies have merged.
struct RadiatingPhase {
  RadiatingOrbit orbit;
  double mean_anomaly = 0, advance = 0;
};
RadiatingPhase radiating_phase(double mass1, double mass2, const RadiatingOrbit& orbit, double light_speed,
                               double time);

}  // namespace tucana
