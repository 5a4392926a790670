#pragma once

#include <cstdint>
#include <limits>

#include "tucana/fewbody/averaged_orbit.h"
#include "tucana/fewbody/ks_pair.h"

namespace tucana {

/// How strongly, relative to its own force, and in what time others change the motion of a node.
struct Disturbance {
  double gamma = 0, time = std::numeric_limits<double>::infinity();
};

/// An orbit of a Hierarchy about which two parts move: stars, or nodes themselves.
struct HierarchyNode {
  /// How far a node may be slowed down by those outside of the hierarchy; the other nodes are seen to in each
  /// revolution.
  struct SlowDown {
    double limit = 0;                                       ///< of perturbations, times the slow-down; 0: none
    double gamma = 0;                                       ///< the perturbation by those outside, and by relativity
    double time = std::numeric_limits<double>::infinity();  ///< in which those outside move by much of their distance

    bool operator==(const SlowDown&) const = default;
  };

  std::uint32_t first = 0, second = 0;  ///< numbers of its parts
  KsPair pair;                          ///< first relative to second
  double planned = 0;                   ///< the length of its next step, in fictitious time
  SlowDown slow_down;
  double contact_distance = 0;  ///< of two stars: the sum of their radii; 0: not known
  bool has_touched = false;
  /// Two stars that are to merge: on a Kepler orbit that nobody perturbs, until somebody acts.
  bool has_merged = false;
  /// Two stars that are followed as a mean over their revolutions. Their pair moves as if nobody were there, between
  /// the changes of its orbit at the ends of the steps of the node about it.
  bool is_averaged = false;
  AveragedOrbit rate;  ///< at which its orbit changes at the time of its pair, if it is averaged

  /// How often a tide swings the energy of the orbit to and fro, relative to nature (tidal_excess()).
  double swings() const { return is_averaged ? 0 : pair.slow_down(); }
};

}  // namespace tucana
