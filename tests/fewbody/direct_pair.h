#pragma once

#include "tucana/fewbody/pair_motion.h"

namespace tucana {

/// A perturber on a fixed circle about the centre of mass of a pair, inclined to the plane of x and y by turning about
/// the x axis.
struct CirclingPerturber {
  double mass = 0, radius = 1, angular_speed = 0, inclination = 0, phase = 0;

  PhasePoint at(double t) const;
  /// The perturbation of a pair, with its derivative.
  Perturbation operator()(const PairMotion& motion) const;
};

/// Integrates the relative motion of a pair in Cartesian coordinates, in long double and by extrapolation (Gragg,
/// Bulirsch & Stoer), from t to t + dt, in steps of `part` of the free-fall time: the reference for perturbed pairs.
PhasePoint integrate_directly(const PairMasses& masses, const PhasePoint& start, const CirclingPerturber& perturber,
                              double t, double dt, double part = 0.3);

}  // namespace tucana
