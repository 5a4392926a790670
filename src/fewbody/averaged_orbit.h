#pragma once

#include "tucana/core/frame.h"
#include "tucana/gravity/field/background_tide.h"

namespace tucana {

/// What a weak tide does to a bound orbit on average over its revolutions, when these are far shorter than the time in
/// which the tide changes: the semi-major axis a stays, and shape and orientation change slowly. With e the vector to
/// the pericentre whose length is the eccentricity, and j the vector along the angular momentum with length
/// sqrt(1 - e^2), the mean potential of a tide with the matrix T, per reduced mass, is
///
///   <phi> = -a^2/4 [ j^2 tr T - j.Tj + 5 e.Te ],
///
/// and Milankovitch's equations hold (Tremaine, Touma & Namouni 2009, AJ 137, 3706, eq. 2.6; n is the mean motion):
///
///   dj/dt = -(1/n a^2) [ j x d<phi>/dj + e x d<phi>/de ],   de/dt = -(1/n a^2) [ j x d<phi>/de + e x d<phi>/dj ].
///
/// Nothing is averaged over an outer orbit, so that cycles of Kozai and Lidov are right on each way round it.
struct AveragedOrbit {
  Vec3 e, j;

  /// Of a bound state, mu being the sum of the masses and `beta` mu/a.
  static AveragedOrbit of(const PhasePoint& relative, double mu, double beta);
  AveragedOrbit rate(const LinearTide& tide, double mu, double beta) const;
  /// After dt (Runge & Kutta, fourth order), given the tides at the start, in the middle, and at the end of it.
  AveragedOrbit after(double dt, const LinearTide& at_start, const LinearTide& in_middle, const LinearTide& at_end,
                      double mu, double beta) const;
  /// The four points that act on others as the mean does (orbit_mean.h) are at these two vectors and their opposites,
  /// times (m1 m2)^(1/2)/mu; and how fast they move as the orbit changes at a rate.
  struct Axes {
    Vec3 along, side, along_rate, side_rate;
  };
  Axes axes(const AveragedOrbit& rate, double mu, double beta) const;
  /// The state on this orbit with the eccentric anomaly that a state on the orbit before has.
  PhasePoint place(const PhasePoint& before, double mu, double beta) const;
};

}  // namespace tucana
