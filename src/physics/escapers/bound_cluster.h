#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"
#include "tucana/core/stars.h"
#include "tucana/physics/escapers/tidal_frame.h"

namespace tucana {

/// A field in which a cluster is looked at.
struct FieldNow {
  const ExternalField& field;
  double time = 0;
  /// Known for a linear tide, which is given about the cluster itself; otherwise it follows from the orbit.
  std::optional<TidalFrame> frame = {};
};

/// A star that is far from its cluster and has the energy to stay away.
struct Escaper {
  std::size_t row;
  double distance;  ///< from the centre of the cluster
  /// Per mass, above what it needs to leave: in a tide the Jacobi energy above that of the saddle points.
  double energy;
};

/// What of all stars is a cluster.
struct BoundCluster {
  PhasePoint centre;
  double mass = 0;
  double half_mass_radius = 0;
  double jacobi_radius = 0;       ///< 0 without a tide
  double escape_radius = 0;       ///< beyond it a star with enough energy has escaped
  std::vector<Escaper> escapers;  ///< in the order of rows
};

/// In a tide the mass within the Jacobi radius is bound, which depends on that mass itself: the largest consistent one
/// is taken. A star has escaped when it is beyond two Jacobi radii with a Jacobi energy above -3 G M/(2 r_J). In
/// isolation it has escaped when it is beyond 20 half-mass radii with a positive energy, and all others are bound.
/// Another `escape_radius` can be given (> 0). A Jacobi radius as large as the distance from the centre of the galaxy
/// is none.
///
/// The centre is that of ever smaller spheres (Power et al. 2003, MNRAS 338, 14), from the median place on; its
/// velocity is the mean of the inner half of the stars. The cluster's own potential is that of spherical shells: O(n
/// log n).
///
/// A close pair or group that the table knows counts as one body, and escapes as one.
BoundCluster find_bound_cluster(const Stars& stars, const std::optional<FieldNow>& in, double escape_radius = 0);

}  // namespace tucana
