#pragma once

#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/core/frame.h"
#include "tucana/core/tick.h"

namespace tucana {

/// Bodies that have been kicked out and cross the cluster far faster than all others: a neutron star passes its
/// neighbours within a small part of their steps. No step criterion of theirs sees it come, and those that miss its
/// pull while it passes cost as much energy as all other errors of a run together. So steps of all bodies are limited
/// to a part of the time in which one of these moves by its distance, while one is near, as the limiter of Saitoh &
/// Makino 2009 does for explosions in gas. Such a body is not deflected by a cluster: its path is a straight line from
/// where it was kicked, and knowing that is enough.
class FastBodies {
 public:
  bool empty() const { return bodies_.empty(); }
  /// A body at t, in a frame, if it is that fast; `speed2` is the square of typical velocities.
  void add(const BodyAt& body, double speed2, const Frame& frame, Tick t);
  /// Forgets those that are so far away that no step of `longest` is limited.
  void forget_distant(Tick t, double longest);

  /// The longest step of a body in the frame at t.
  double longest_step(const Vec3& x, const Vec3& v, const Frame& frame, Tick t) const;

  void describe(Archive& archive);

 private:
  struct Path {
    double mass = 0;
    Vec3 x, v;  ///< of coordinates at rest, at `since`
    Tick since;
    double typical_speed = 0;
  };
  std::vector<Path> bodies_;
};

}  // namespace tucana
