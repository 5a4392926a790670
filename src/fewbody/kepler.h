#pragma once

#include <optional>

#include "tucana/core/frame.h"
#include "tucana/fewbody/ks_transformation.h"

namespace tucana {

// The motion of two bodies about each other, in universal variables: one set of formulae for every conic
// (Stumpff 1962; Stiefel & Scheifele 1971). The anomaly s is the fictitious time, ds = dt/r, and
//
//   mu = m1 + m2 (G = 1),  beta = 2 mu/r - v^2 = mu/a,  G_n(s) = s^n c_n(beta s^2)
//   t(s) = r0 s + eta G2 + zeta G3,  r(s) = r0 + eta G1 + zeta G2,  eta = x0.v0,  zeta = mu - beta r0
//
// A state is found from s in the variables of Kustaanheimo & Stiefel, in which every orbit is a linear oscillation:
// unlike the functions f and g they lose no digits at the pericentre of an orbit with e near one. Nothing here has a
// special case at beta = 0. An orbit without angular momentum is the limit e -> 1 of ellipses or hyperbolae: two bodies
// that meet head-on turn back where they came from. Only at the instant of the meeting itself there is no velocity.

/// mu/a: twice the binding energy per reduced mass; zero for a parabola, negative for a hyperbola.
double kepler_beta(const PhasePoint& relative, double mu);

/// The time of one revolution; infinite unless bound.
double kepler_period(double beta, double mu);

/// The relative state after dt, of either sign and for any number of periods. The error is a few units of rounding of
/// 1 + (|dt| v + r0)/r, the sensitivity of the orbit itself to its rounded start.
PhasePoint kepler_drift(const PhasePoint& relative, double mu, double dt);

/// The oscillation in KS variables: a point moved by the anomaly s, and how long that takes.
struct KsDrift {
  KsPoint point;
  double time;
};
KsDrift ks_drift(const KsPoint& start, double mu, double beta, double s);

/// The constants of an orbit that relate time and anomaly.
struct UniversalOrbit {
  double r0, eta, zeta, beta, mu;

  /// From a state in KS variables.
  static UniversalOrbit of(const KsPoint& start, double mu, double beta);
  /// The time from the start to the anomaly s.
  double time(double s) const;
  /// The anomaly after the time dt: Laguerre's iteration (Conway 1986) inside a bracket, so that it ends for all
  /// numbers. For ellipses whole periods are taken off dt first.
  double anomaly(double dt) const;

 private:
  double upper_anomaly(double dt) const;
  double anomaly_forwards(double dt) const;
};

/// Shape of an orbit by numbers that stay meaningful for every conic: e is one within rounding for all orbits of great
/// eccentricity, but 1 - e = q beta/mu keeps its digits.
struct OrbitShape {
  double pericentre = 0;    ///< q, the smallest distance
  double eccentricity = 0;  ///< e
  double beta = 0;          ///< mu/a
  double mu = 0;            ///< sum of the masses

  double apocentre() const;  ///< infinite unless bound
  double period() const { return kepler_period(beta, mu); }
  /// The time from the pericentre to the anomaly s counted from there: q s + mu e G3(s).
  double time_at(double s) const;
  double distance_at(double s) const;
  /// The anomaly >= 0 at which the distance is r; none where the orbit does not get there.
  std::optional<double> anomaly_at_distance(double r) const;
};

/// Where on the orbit a state is: the shape, and the anomaly since the nearest pericentre (negative on the way in).
struct OrbitPhase {
  OrbitShape shape;
  double anomaly;

  /// The time since that pericentre.
  double time() const { return shape.time_at(anomaly); }
};
OrbitPhase orbit_phase(const PhasePoint& relative, double mu);

/// The time until the next pericentre; for an unbound pair on the way out it is negative, the time since the only one.
double time_to_pericentre(const PhasePoint& relative, double mu);

enum class Direction { inward, outward };

/// The time >= 0 until the distance is r and the pair moves in the given direction; none where that never happens.
std::optional<double> time_to_distance(const PhasePoint& relative, double mu, double r, Direction direction);

}  // namespace tucana
