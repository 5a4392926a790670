#pragma once

#include "tucana/models/cluster/cluster_profile.h"

namespace tucana {

/// A homogeneous sphere in equilibrium, G = M = R = 1. It has no isotropic distribution function, since its pressure
/// would need speeds above that of escape over the edge. One that depends on energy and angular momentum L exists
/// (Fridman & Polyachenko 1984, Physics of Gravitating Systems):
///
///   f ~ (1 - r^2 - v^2 + L^2)^(-1/2)
///
/// With v_r = sqrt(1 - r^2) u_1 and v_t = (u_2, u_3) the bracket is (1 - r^2)(1 - u^2) and d^3v = sqrt(1 - r^2) d^3u,
/// so that the density is the same at every r, and u is distributed as (1 - u^2)^(-1/2) in the unit ball: three
/// coordinates of a point on the sphere in four dimensions. Tangential motions prevail: <v_r^2> = (1 - r^2)/4, <v_t^2>
/// = 1/2.
class UniformSphere final : public ClusterProfile {
 public:
  CentreState draw(std::uint64_t seed, std::uint64_t i) const override;
  double potential(double r) const override;
  double mass_within(double r) const override;
};

}  // namespace tucana
