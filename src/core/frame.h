#pragma once

#include <cstddef>
#include <optional>

#include "tucana/core/archive.h"
#include "tucana/core/function_ref.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// Position and velocity of a body.
struct PhasePoint {
  Vec3 x, v;
};

/// A frame of reference in uniform motion, in which an integrator keeps its bodies. Forces are the same in all such
/// frames, but rounding is not: single precision far from the origin cannot tell neighbours apart, and a limit on steps
/// that depends on speeds must not include that of the whole cluster. Bodies are converted where they enter and leave
/// the integrator; everything inside it, including the rows of its engine, is relative to the frame.
class Frame {
 public:
  Vec3 origin(Tick t) const { return origin_ + (t - since_).units() * velocity_; }
  const Vec3& velocity() const { return velocity_; }
  /// Whether the frame is at rest at the origin, as it is for every cluster that is: then entering it changes no bit.
  bool is_at_rest() const { return origin_ == Vec3{} && velocity_ == Vec3{}; }

  /// Stars at t that are given relative to the outside, and those given relative to the frame.
  void enter(StarsBuffer& stars, Tick t) const;
  void leave(StarsBuffer& stars, Tick t) const;

  /// From t on the origin is where `shift` is now, in this frame, and moves as it does. Whatever is kept in the frame
  /// has to be moved by minus `shift`.
  void move_by(const PhasePoint& shift, Tick t);
  void describe(Archive& archive);

 private:
  Vec3 origin_, velocity_;
  Tick since_;
};

/// How the frame of `count` bodies, all at one time, should move so that most of them are near its origin and slow: by
/// the medians of positions and velocities. Empty while the frame is suitable; this depends on the bodies alone, not on
/// when a run was interrupted or written out. Medians are used instead of means so that a body that has escaped to a
/// great distance has no influence.
std::optional<PhasePoint> frame_shift(std::size_t count, FunctionRef<PhasePoint(std::size_t)> body);

}  // namespace tucana
