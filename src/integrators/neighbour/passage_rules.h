#pragma once

#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// What changes while two bodies pass each other so closely that their potential is a considerable fraction of that of
/// the whole cluster: irregular steps are shorter, and regular corrections wait (docs/theory/ahmad_cohen.md, "Passages"
/// and "Delayed regular corrections").
struct PassageRules {
  double mean_mass;
  double cluster_depth;            ///< potential of the cluster; 0: nothing counts as a passage
  bool pairs_are_carried = false;  ///< as subsystems: the deepest passages are theirs

  /// Whether an acceleration of this square is due to a body so near that their potential is deeper than `depth` times
  /// that of the cluster. An acceleration a due to one body of mass m belongs to a depth of m/r = sqrt(m a).
  bool is_deeper(double mass, double pull2, double depth) const;

  /// The step of a body under such an irregular force.
  double shortened(double step, double mass, double pull2) const;

  /// Whether the regular correction of a body that is due at t is delayed.
  bool regular_waits(const NeighbourBody& body, Tick t) const;

  /// Whether the velocity of a body changes so much within its regular step, by the pull of neighbours, that the step
  /// has to end early (docs/theory/ahmad_cohen.md, "Deflections").
  bool is_deflected(const NeighbourBody& body) const;
  /// Such a step is at most as long as 2^4 irregular ones.
  static Level longest_of_deflected(Level irregular) { return {irregular.log2 + 4}; }
};

}  // namespace tucana
