#pragma once

#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"

namespace tucana::galaxy {

/// The density that makes a field, by Poisson's equation, from differences of its acceleration; 0 where the field is
/// that of masses elsewhere.
double density_of(const ExternalField& field, double time, const Vec3& x);

/// Dynamical friction (Chandrasekhar 1943; Binney & Tremaine 2008, eq. 8.7) of the matter that makes a field, on a
/// cluster that moves through it: its acceleration is
///
///     -4 pi G^2 M rho lnLambda [erf X - 2 X/sqrt(pi) exp(-X^2)] V / |V|^3,  X = |V| / (sqrt(2) sigma).
///
/// The matter has the density rho of the field and velocities of an isothermal sphere, sigma = v_c/sqrt(2) with the
/// circular speed v_c at that place.
struct DynamicalFriction {
  double mass = 0;               ///< of the cluster
  double coulomb_logarithm = 0;  ///< 0: ln(1 + Lambda^2)/2, Lambda = R V^2/(G M)

  Vec3 acceleration(const ExternalField& field, double time, const PhasePoint& cluster) const;
};

}  // namespace tucana::galaxy
