#pragma once

#include <string>

#include "tucana/core/error.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// Something went wrong with a body at a tick after the start. Integrators know ticks alone; whoever knows what time
/// they count from says it with at_time().
class StepFailure : public FailureError {
 public:
  /// `before` and `after` stand on both sides of the time.
  StepFailure(std::string before, Tick t, std::string after);

  Tick tick() const { return tick_; }
  /// The message with this time in place of the one that counts from the start.
  std::string at_time(double time) const;

 private:
  std::string before_, after_;
  Tick tick_;
};

/// Throws the error for a body whose force or state is not finite: names the two stars when they are at one
/// place without softening, the star alone otherwise. InputError at tick 0, where the data are the user's,
/// StepFailure later. Position and velocity are as the engine has them, relative to `origin`.
[[noreturn]] void report_non_finite(const SlotTable& slots, SourceSet& sources, ForceEngine& engine, Slot slot,
                                    const Vec3& position, const Vec3& velocity, Tick t, const Vec3& origin = {});

/// Whether two stars at this distance are at the same place, to the accuracy of double.
bool is_same_place(const Vec3& place, double distance2);
/// Throws that error for two such stars.
[[noreturn]] void report_same_place(StarId one, StarId other, const Vec3& place, Precision precision, Tick t);

/// Throws the error for a star that needs a step below one tick, with the cause: a neighbour that is too close, or a
/// speed that is too high. InputError at tick 0, StepFailure later. Position and velocity are relative to a frame that
/// moves.
[[noreturn]] void report_short_step(const SlotTable& slots, SourceSet& sources, ForceEngine& engine, Slot slot,
                                    const Vec3& position, const Vec3& velocity, double wanted, Tick t,
                                    const Vec3& frame_velocity = {});

}  // namespace tucana
