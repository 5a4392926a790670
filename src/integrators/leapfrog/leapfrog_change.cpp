// Stars that change between two blocks.
#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/rewrite_past.h"
#include "tucana/integrators/leapfrog/device/resident_steps.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/integrators/leapfrog/leapfrog_formulae.h"

namespace tucana {

/// As others see them.
std::vector<BodyAt> Leapfrog::predicted_states(std::span<const Slot> slots, Tick t) const {
  std::vector<BodyAt> states(slots.size());
  for_each_index(workers_, slots.size(), [&](std::size_t k) {
    const std::size_t i = index(slots[k]);
    const double h = (t - schedule_.time_of(slots[k])).units();
    states[k] = {bodies_.mass[i], drifted(bodies_.x[i], bodies_.v[i], bodies_.a[i], h),
                 bodies_.v[i] + h * bodies_.a[i]};
  });
  return states;
}

/// By trial steps, as peek() shows them.
std::vector<BodyAt> Leapfrog::corrected_states(std::span<const Slot> slots, Tick t) {
  std::vector<BodyAt> states = predicted_states(slots, t);
  if (slots.empty() || (t == now() && schedule_.all_together())) return states;
  active_.slot.assign(slots.begin(), slots.end());
  active_.resize(slots.size());
  predict(t, active_.x);
  evaluate(t, active_.x, {.jerk = false, .looking = true});
  for (std::size_t k = 0; k < slots.size(); ++k) states[k].v = new_velocity(t, k);
  return states;
}

EnergyChange Leapfrog::apply(const ChangeSet& set) {
  if (set.empty()) return {};
  if (softens_each()) throw InputError("stars cannot change where each component has a softening of its own");
  fetch();
  const Tick t = now();
  ChangePlan plan(set, bodies_.slots);
  const std::vector<BodyAt> felt = predicted_states(plan.slots(), t);
  plan.set_states(corrected_states(plan.slots(), t), set.added);
  std::vector<Slot> others = bodies_.slots.bodies(), changed = plan.slots();
  std::ranges::sort(changed);
  std::erase_if(others, [&](Slot slot) { return std::ranges::binary_search(changed, slot); });
  const EnergyChange energy = change_forces_.energy(plan, predicted_states(others, t), {});
  shift_pasts(plan, felt, others, t);
  restart(carry_out(plan, set), t);
  last_look_.reset();
  if (resident_) resident_->load(bodies_, schedule_);
  return energy;
}

/// All bodies that go on feel the changes from now on, as if they always had. Their steps stay as they are: the time of
/// a body follows from its step.
void Leapfrog::shift_pasts(const ChangePlan& plan, std::span<const BodyAt> felt, std::span<const Slot> others, Tick t) {
  std::vector<Slot> slots(others.begin(), others.end());
  for (const ChangePlan::Star& star : plan.stars())
    if (star.changes_mass_only()) slots.push_back(star.slot);
  std::vector<ChangeForces::Target> targets;
  const std::vector<BodyAt> states = predicted_states(slots, t);
  for (std::size_t k = 0; k < slots.size(); ++k) targets.push_back({slots[k], states[k].x, states[k].v});
  const auto change = change_forces_.on_targets(ChangeForces::differences(plan, felt), targets);
  for_each_index(workers_, slots.size(), [&](std::size_t k) {
    const std::size_t i = index(slots[k]);
    const PastShift shift = past_shift({change[k].a, {}}, (t - schedule_.time_of(slots[k])).units());
    bodies_.x[i] += shift.x;
    bodies_.v[i] += shift.v;
    bodies_.a[i] += shift.force.a;
  });
}

/// Returns the slots of bodies that have no past; they are at the present place, without forces and steps.
std::vector<Slot> Leapfrog::carry_out(const ChangePlan& plan, const ChangeSet& set) {
  std::vector<double> mass = bodies_.mass.all();
  std::vector<Slot> gone, restarts;
  const auto write = [&](Slot slot, const BodyAt& body) {
    mass[index(slot)] = body.mass;
    bodies_.x[index(slot)] = body.x;
    bodies_.v[index(slot)] = body.v;
    bodies_.a[index(slot)] = {};
    restarts.push_back(slot);
  };
  for (const auto& [slot, radius] : plan.radii()) bodies_.slots.set_radius(slot, radius);
  for (const ChangePlan::Star& star : plan.stars()) {
    if (star.is_new()) continue;
    if (!star.changes_mass_only()) schedule_.remove(star.slot);
    if (star.is_gone)
      gone.push_back(star.slot);
    else if (star.changes_mass_only())
      mass[index(star.slot)] = star.after.mass;
    else
      write(star.slot, star.after);
  }
  bodies_.slots.remove_stars(gone);
  const std::vector<Slot> fresh = bodies_.slots.add_stars(set.added.id, set.added.radius);
  const std::size_t slots = bodies_.slots.slot_count();
  mass.resize(slots);
  for (auto* column : {&bodies_.x, &bodies_.v, &bodies_.a}) column->resize(slots);
  for (std::size_t k = 0; k < fresh.size(); ++k) write(fresh[k], plan.stars()[plan.slots().size() + k].after);
  bodies_.mass.assign(mass);
  if (!bodies_.slots.has_parked()) return restarts;
  const std::vector<Slot> new_slot = bodies_.slots.parked_last();
  schedule_.renumber(new_slot);
  bodies_.drop_parked();
  for (Slot& slot : restarts) slot = new_slot[index(slot)];
  return restarts;
}

/// Forces and first steps of bodies that have no past; the engine gets all rows anew.
void Leapfrog::restart(const std::vector<Slot>& slots, Tick t) {
  for (const Slot slot : slots) schedule_.place(slot, std::min(Level::largest_dividing(t), largest_));
  take_all();
  write_all_sources();
  if (slots.empty()) return;
  active_.slot = slots;
  active_.resize(slots.size());
  predict(t, active_.x);
  active_.old_acceleration.clear();  // not known
  counts_.interactions += evaluate(t, active_.x, {.jerk = false});
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!is_finite(active_.a[k])) report(t, k, active_.x);
    bodies_.a[index(slots[k])] = active_.a[k];
    const Level level = options_.steps == StepRule::fixed ? fixed_ : first_level(t, wanted_step(k), largest_);
    schedule_.place(slots[k], level);
  }
  if (options_.steps == StepRule::shared) {
    const Level common = schedule_.shortest();
    for (std::size_t i = 0; i < size(); ++i) schedule_.place(slot_at(i), common);
  }
  take_all();
  write_all_sources();
}

}  // namespace tucana
