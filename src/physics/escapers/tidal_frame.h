#pragma once

#include <optional>

#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"

namespace tucana {

/// The tide on a cluster, as coordinates see it that turn with the direction to the centre of the galaxy.
struct TidalFrame {
  Vec3 angular_velocity;
  double strength = 0;  ///< Omega^2 - d^2 Phi/dR^2, > 0

  /// The distance of the saddle points of the effective potential from a cluster of this mass: [G M / (Omega^2 -
  /// Phi'')]^(1/3) (King 1962, AJ 67, 471, eq. 11; Kuepper et al. 2010, MNRAS 401, 105).
  double jacobi_radius(double mass) const;
};

/// The tide of a field about the origin on a cluster at a place, with the angular speed that it has now. Nothing where
/// the cluster is at the origin, or where the field holds it together.
std::optional<TidalFrame> tidal_frame(const ExternalField& field, double time, const PhasePoint& cluster);

}  // namespace tucana
