#pragma once

#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// What changes while two bodies pass each other so closely that their potential is a considerable part of that of the
/// whole cluster: irregular steps are shorter, and regular corrections wait (docs/theory/ahmad_cohen.md, "Passages").
struct PassageRules {
  double mean_mass;
  double cluster_depth;  ///< potential of the cluster; 0: nothing counts as a passage

  /// Whether a pull of this square comes from a body so near that their potential is deeper than `depth` times that of
  /// the cluster. A pull a by one body of mass m comes from a depth of m/r = sqrt(m a).
  bool is_deeper(double mass, double pull2, double depth) const;

  /// The step of a body under such an irregular pull.
  double shortened(double step, double mass, double pull2) const;

  /// Whether the regular force of a body that is due at t is put off.
  bool regular_waits(const NeighbourBody& body, Tick t) const;
};

}  // namespace tucana
