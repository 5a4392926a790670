#include "tucana/integrators/hermite/step_failures.h"

#include <fmt/format.h>

#include "tucana/core/error.h"

namespace tucana {

namespace {

/// At tick 0 the data are the user's.
[[noreturn]] void fail(const std::string& message, Tick t) {
  if (t == Tick{0}) throw InputError(message);
  throw FailureError(message);
}

}  // namespace

bool is_same_place(const Vec3& place, double distance2) { return distance2 < 1e-24 * (1 + norm2(place)); }

void report_same_place(StarId one, StarId other, const Vec3& place, Precision precision, Tick t) {
  fail(fmt::format("stars {} and {} are at the same place ({:.9g}, {:.9g}, {:.9g}) at t = {:.12g} as far as "
                   "engine.precision = {} can tell: move one, give gravity.softening > 0, or a higher precision",
                   value(one), value(other), place.x, place.y, place.z, t.units(), name_of(precision)),
       t);
}

void report_non_finite(std::span<const StarId> id, SourceSet& sources, ForceEngine& engine, Slot slot,
                       const Vec3& position, const Vec3& velocity, Tick t, const Vec3& origin) {
  const StarId star = id[index(slot)];
  if (is_finite(position) && is_finite(velocity) && engine.sums_all_pairs()) {
    Slot nearest = no_slot;
    double distance2 = 0;
    engine
        .evaluate(sources, t, {{&slot, 1}, {&position, 1}, {&velocity, 1}, {}}, {},
                  {.acceleration = false, .nearest = true}, {{}, {}, {}, {&nearest, 1}, {&distance2, 1}, nullptr})
        .wait();
    if (nearest != no_slot && is_same_place(position, distance2))
      report_same_place(star, id[index(nearest)], origin + position, engine.precision(), t);
  }
  fail(fmt::format("the state of star {} is not finite at t = {:.12g}: its force or its step overflowed", value(star),
                   t.units()),
       t);
}

void report_short_step(StarId star, double wanted, Tick t) {
  throw FailureError(
      fmt::format("star {} needs a step of {:.2g} at t = {:.12g}, below the shortest possible of 2^-{} = {:.2g}: a "
                  "pair is too close "
                  "for this integrator; give gravity.softening, or a larger integrator.eta",
                  value(star), wanted, t.units(), Tick::log2_per_unit, Tick{1}.units()));
}

}  // namespace tucana
