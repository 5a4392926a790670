#pragma once

#include <array>

#include "tucana/fewbody/ks_transformation.h"
#include "tucana/fewbody/pair_motion.h"

namespace tucana {

/// How drifts along the unperturbed orbit and kicks by the perturbation follow each other in a step: drift, kick,
/// drift, ..., drift, symmetric, the lengths as parts of the step. `leapfrog` has one kick. The others have errors that
/// fall as the step to the power of eight where they are proportional to the perturbation gamma: `gauss4` (four kicks
/// at the nodes of Gauss; Laskar & Robutel 2001, SABA4) leaves gamma^2 s^2, `blanes84` (five kicks; Blanes et al. 2013,
/// ABA(8,4)) gamma^2 s^4.
enum class KickScheme { leapfrog, gauss4, blanes84 };

/// The number of kicks in a step.
int kicks_of(KickScheme scheme);

/// A perturbed pair as motion along exact Kepler orbits, interrupted by kicks at equal intervals of the universal
/// anomaly (dt = R ds): the splitting of Wisdom & Holman (1991) in the time transformation that makes all phases of an
/// eccentric orbit equally easy. Time-symmetric: what perturbations do over many orbits has no drift from the scheme.
/// In KS variables both parts are linear: the drift is a rotation, the kick changes u' by k s (R/2) Q and h
/// accordingly. For perturbations that do not depend on velocities.
class KeplerKickPair {
 public:
  KeplerKickPair(const PairMasses& masses, const PhasePoint& relative, const InnerTime& t);

  /// A step of the anomaly s.
  void step(double s, KickScheme scheme, PerturbationFunction perturbation);
  /// The anomaly of one revolution of a bound pair.
  double revolution() const;

  const InnerTime& time() const { return time_; }
  double specific_energy() const { return energy_; }
  PhasePoint relative() const { return from_ks(point_); }
  /// The state at a time near the present one, unperturbed from here.
  PhasePoint unperturbed_at(const InnerTime& t) const;
  void set_slow_down(double factor) { slow_down_ = factor; }

 private:
  void drift(double s);
  void kick(double s, PerturbationFunction perturbation);

  PairMasses masses_;
  KsPoint point_;
  double energy_ = 0;
  double slow_down_ = 1;
  InnerTime time_;
};

}  // namespace tucana
