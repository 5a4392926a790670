#include "tucana/physics/stellar/sse_provider.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/collision.h"
#include "tucana/physics/stellar/phase.h"
#include "tucana/physics/stellar/spin.h"
#include "tucana/physics/stellar/step_plan.h"
#include "tucana/physics/stellar/transitions.h"
#include "tucana/physics/stellar/wind_step.h"

namespace tucana::stellar {

const TrackCoefficients& SseProvider::tracks(double metallicity) const {
  const std::lock_guard lock(mutex_);
  auto& entry = tracks_[metallicity];
  if (!entry) entry = std::make_unique<const TrackCoefficients>(metallicity);
  return *entry;
}

StarState SseProvider::birth(double mass, double metallicity) const {
  // A mass that was converted to other units and back may have missed a limit by its rounding.
  constexpr double rounding = 1e-9;
  if (!(mass >= min_mass * (1 - rounding) && mass <= max_mass * (1 + rounding)))
    throw InputError("a star of " + std::to_string(mass) +
                     " Msun is outside of 0.08 to 150 Msun, the range of the fits");
  const TrackCoefficients& t = tracks(metallicity);
  StarState state;
  state.initial_mass = mass;
  state.metallicity = metallicity;
  state.base.mass = state.base.track_mass = mass;
  state.base = Phase(t, options_, state.base).at(mass, 0);
  state.base.spin = initial_spin(mass, state.base.radius);
  state.now = state.base;
  plan_step(t, options_, state, 0);
  return state;
}

StarState SseProvider::resume(const Star& now, double initial_mass, double metallicity,
                              std::uint32_t supernovae) const {
  StarState state;
  state.initial_mass = initial_mass;
  state.metallicity = metallicity;
  state.supernovae = supernovae;
  state.base = state.now = now;
  plan_step(tracks(metallicity), options_, state, 0);
  return state;
}

StarState SseProvider::merge(const StarState& star, const StarState& other) const {
  Star product = collide(tracks(star.metallicity), options_, star.now, other.now).star;
  product.age = star.now.age;
  // Random numbers of later supernovae shall not be those of earlier ones.
  const std::uint32_t supernovae = std::max(star.supernovae, other.supernovae);
  return resume(product, star.initial_mass + other.initial_mass, star.metallicity, supernovae);
}

void SseProvider::complete_step(const TrackCoefficients& t, StarState& state, EventSink report) const {
  Star before = state.next;
  before.type = state.base.type;
  double length = state.next.age - state.base.age;
  TypeChange change;
  Star after = state.next;
  if (state.end != StarState::StepEnd::none) {
    const Transition found = transition(t, options_, state.next, state.end);
    after = found.after;
    if (after.type != StellarType::no_remnant) {
      const Phase phase(t, options_, after);
      after = phase.at(after.mass, phase.progress());
    } else {
      after.luminosity = after.radius = after.core_radius = after.core_mass = after.co_core_mass = 0;
    }
    after.spin = spin_after(before, after, 0);
    if (after.type == StellarType::neutron_star || after.type == StellarType::black_hole) after.spin = compact_spin;
    if (found.collapse) {
      change.is_supernova = true;
      change.collapse = *found.collapse;
      change.supernova_number = state.supernovae++;
    }
    length = 0;
  }
  state.base = after;
  plan_step(t, options_, state, length);
  if (after.type == before.type) return;
  change.before = before;
  change.after = after;
  report(change);
}

void SseProvider::advance(StarState& state, double to_age, EventSink report) const {
  if (std::isinf(to_age)) throw InputError("a star cannot be advanced to an infinite age");
  if (!(to_age > state.now.age)) return;
  const TrackCoefficients& t = tracks(state.metallicity);
  while (state.next.age <= to_age) complete_step(t, state, report);
  state.now =
      wind_step(Phase(t, options_, state.base), options_, state.base, state.metallicity, to_age - state.base.age).star;
  state.now.age = to_age;
}

}  // namespace tucana::stellar
