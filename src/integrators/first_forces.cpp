#include "tucana/integrators/first_forces.h"

namespace tucana {

FirstForces::FirstForces(ForceEngine& engine, SourceSet& sources, Tick t, std::span<const Slot> slots,
                         std::span<const Vec3> x, std::span<const Vec3> v, const PairLaw& law)
    : a(slots.size()),
      j(slots.size()),
      potential(slots.size()),
      nearest(slots.size()),
      nearest_distance2(slots.size()) {
  engine
      .evaluate(sources, t, {slots, x, v, {}}, law, {.potential = true, .nearest = true},
                {a, j, potential, nearest, nearest_distance2, nullptr})
      .wait();
}

}  // namespace tucana
