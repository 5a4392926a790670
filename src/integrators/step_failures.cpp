#include "tucana/integrators/step_failures.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/error.h"

namespace tucana {

namespace {

std::string with_time(const std::string& before, double time, const std::string& after) {
  return fmt::format("{} at t = {:.12g}{}", before, time, after);
}

/// At tick 0 the data are the user's, and the time is the one of the file.
[[noreturn]] void fail(const std::string& before, Tick t, const std::string& after) {
  if (t == Tick{0}) throw InputError(before + " at the start" + after);
  throw StepFailure(before, t, after);
}

}  // namespace

StepFailure::StepFailure(std::string before, Tick t, std::string after)
    : FailureError(with_time(before, t.units(), after)),
      before_(std::move(before)),
      after_(std::move(after)),
      tick_(t) {}

std::string StepFailure::at_time(double time) const { return with_time(before_, time, after_); }

bool is_same_place(const Vec3& place, double distance2) { return distance2 < 1e-24 * (1 + norm2(place)); }

void report_same_place(StarId one, StarId other, const Vec3& place, Precision precision, Tick t) {
  fail(fmt::format("stars {} and {} are at the same place ({:.9g}, {:.9g}, {:.9g})", value(one), value(other), place.x,
                   place.y, place.z),
       t,
       fmt::format(
           " as far as engine.precision = {} can tell: move one, give gravity.softening > 0, or a higher precision",
           name_of(precision)));
}

namespace {

struct Nearest {
  Slot slot = no_slot;
  double distance2 = 0;
};

/// The source nearest to a body; none where the engine cannot tell.
Nearest nearest_to(SourceSet& sources, ForceEngine& engine, Slot slot, const Vec3& position, const Vec3& velocity,
                   Tick t) {
  Nearest nearest;
  if (!is_finite(position) || !is_finite(velocity) || !engine.sums_all_pairs()) return nearest;
  engine
      .evaluate(sources, t, {{&slot, 1}, {&position, 1}, {&velocity, 1}, {}}, {},
                {.acceleration = false, .nearest = true},
                {{}, {}, {}, {&nearest.slot, 1}, {&nearest.distance2, 1}, nullptr})
      .wait();
  return nearest;
}

}  // namespace

void report_non_finite(const SlotTable& slots, SourceSet& sources, ForceEngine& engine, Slot slot, const Vec3& position,
                       const Vec3& velocity, Tick t, const Vec3& origin) {
  const StarId star = slots.star(slot);
  const Nearest nearest = nearest_to(sources, engine, slot, position, velocity, t);
  if (nearest.slot != no_slot && is_same_place(position, nearest.distance2))
    report_same_place(star, slots.star(nearest.slot), origin + position, engine.precision(), t);
  fail(fmt::format("the state of star {} is not finite", value(star)), t, ": its force or its step overflowed");
}

void report_short_step(const SlotTable& slots, SourceSet& sources, ForceEngine& engine, Slot slot, const Vec3& position,
                       const Vec3& velocity, double wanted, Tick t, const Vec3& frame_velocity) {
  const StarId star = slots.star(slot);
  const Nearest nearest = nearest_to(sources, engine, slot, position, velocity, t);
  // The advice is never a larger integrator.eta: a pair that needs such steps would be followed all the worse.
  std::string cause = "its acceleration is too large; give gravity.softening";
  if (nearest.slot != no_slot) {
    const std::int64_t other = value(slots.star(nearest.slot));
    const double distance = std::sqrt(nearest.distance2);
    // A step is about distance over speed. Where the speed is due to gravity, it is 1/sqrt(distance) and the ratio
    // below is small; where the ratio is large, the speed comes from the input.
    const bool crosses = norm(velocity) * wanted > 1e-4 * distance;
    if (crosses && nearest.distance2 > wanted) {
      cause = fmt::format(
          "star {} (speed {:.3g}) and its nearest neighbour, star {}, {:.3g} away, pass each other too fast; check "
          "their velocities, or choose units in which speeds are of order 1",
          value(star), norm(frame_velocity + velocity), other, distance);
    } else {
      cause = fmt::format("star {} is too close, {:.3g} away; give gravity.softening", other, distance);
    }
  }
  fail(fmt::format("star {} needs a step of {:.2g}", value(star), wanted), t,
       fmt::format(", below the shortest possible of 2^-{} = {:.2g}: {}", Tick::log2_per_unit, Tick{1}.units(), cause));
}

}  // namespace tucana
