// Stars that change between two blocks, and subsystems that form and end.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/rewrite_past.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/hermite/block_hermite.h"
#include "tucana/integrators/slots/show_body.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {

/// As others see them.
template <class Scheme>
std::vector<BodyAt> BlockHermite<Scheme>::predicted_states(std::span<const Slot> slots, Tick t) const {
  const Predicted predicted(bodies_);
  std::vector<BodyAt> states(slots.size());
  for_each_index(workers_, slots.size(), [&](std::size_t k) { states[k] = predicted.at(slots[k], t); });
  return states;
}

/// By trial steps, as peek() shows them.
template <class Scheme>
std::vector<BodyAt> BlockHermite<Scheme>::corrected_states(std::span<const Slot> slots, Tick t) {
  active_.take({slots.begin(), slots.end()});
  if (subsystems_) subsystems_->advance(t, active_.slot, Predicted(bodies_), workers_);
  predict(t);
  if (std::ranges::any_of(active_.h, [](double h) { return h != 0; })) {
    evaluate(t);
    check_finite(t);
    correct();
  }
  std::vector<BodyAt> states;
  for (std::size_t k = 0; k < active_.size(); ++k)
    states.push_back({bodies_.mass[index(active_.slot[k])], active_.x[k], active_.v[k]});
  return states;
}

/// All stars in some slots, those inside subsystems one by one, as others see them.
template <class Scheme>
std::vector<BodyAt> BlockHermite<Scheme>::resolved(std::span<const Slot> slots, Tick t) {
  std::vector<BodyAt> states = predicted_states(slots, t);
  if (!bodies_.slots.has_subsystems()) return states;
  subsystems_->advance(t, slots, Predicted(bodies_), workers_);
  return resolve_members(bodies_.slots, slots, states, *subsystems_);
}

template <class Scheme>
EnergyChange BlockHermite<Scheme>::apply(const ChangeSet& set) {
  if (set.empty()) return {};
  if (!takes_changes())
    throw InputError(fmt::format("{} takes changes only when all stars are at one time, at multiples of {:g}", name(),
                                 together_.units()));
  const Tick t = now();
  ChangePlan plan(set, bodies_.slots);
  StarsBuffer added = set.added;
  bodies_.frame.enter(added, t);
  if (!plan.subsystems().empty()) restart(end_subsystems(plan.subsystems(), t), t);
  if (!plan.subsystems().empty()) plan = ChangePlan(set, bodies_.slots);
  const std::vector<BodyAt> felt = predicted_states(plan.slots(), t);
  plan.set_states(corrected_states(plan.slots(), t), added);
  std::vector<Slot> others = bodies_.slots.bodies();
  std::vector<Slot> changed = plan.slots();
  std::ranges::sort(changed);
  std::erase_if(others, [&](Slot slot) { return std::ranges::binary_search(changed, slot); });
  if (options_.law.eps2 == 0) {
    std::vector<Vec3> places;
    for (const BodyAt& body : predicted_states(others, t)) places.push_back(body.x);
    plan.check_places(others, places, bodies_.slots);
  }
  const EnergyChange energy = change_forces_.energy(plan, resolved(others, t), bodies_.frame.velocity());
  if constexpr (!has_snap) shift_pasts(plan, felt, others, t);
  restart(carry_out(plan, added, t), t);
  return energy;
}

/// All bodies that go on feel the changes from now on, as if they always had.
template <class Scheme>
void BlockHermite<Scheme>::shift_pasts(const ChangePlan& plan, std::span<const BodyAt> felt,
                                       std::span<const Slot> others, Tick t) {
  std::vector<Slot> slots(others.begin(), others.end());
  for (const ChangePlan::Star& star : plan.stars())
    if (star.changes_mass_only()) slots.push_back(star.slot);
  std::vector<ChangeForces::Target> targets;
  const std::vector<BodyAt> states = predicted_states(slots, t);
  for (std::size_t k = 0; k < slots.size(); ++k) targets.push_back({slots[k], states[k].x, states[k].v});
  const auto sources = ChangeForces::differences(plan, felt);
  const std::vector<PartialForce> change = change_forces_.on_targets(sources, targets);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const std::size_t i = index(slots[k]);
    const PastShift shift = past_shift(change[k], (t - bodies_.time[i]).units());
    bodies_.x[i] += shift.x;
    bodies_.v[i] += shift.v;
    bodies_.a[i] += shift.force.a;
    bodies_.j[i] += shift.force.j;
    if (options_.steps != StepRule::block) continue;
    const Level longest = Level::at_most(step_after_change(targets[k], states[k].mass, bodies_.a[i], change[k], sources,
                                                           options_.eta_start, options_.law));
    if (longest < schedule_.level(slots[k])) schedule_.place(slots[k], longest);
  }
}

/// Returns the slots of bodies that have no past.
template <class Scheme>
std::vector<Slot> BlockHermite<Scheme>::carry_out(const ChangePlan& plan, const StarsBuffer& added, Tick t) {
  std::vector<Slot> restarts, gone;
  const auto write = [&](Slot slot, const BodyAt& body) {
    bodies_.mass[index(slot)] = body.mass;
    bodies_.x[index(slot)] = body.x;
    bodies_.v[index(slot)] = body.v;
    bodies_.time[index(slot)] = t;
    restarts.push_back(slot);
  };
  for (const auto& [slot, radius] : plan.radii()) bodies_.slots.set_radius(slot, radius);
  for (const ChangePlan::Star& star : plan.stars()) {
    if (star.is_gone) {
      gone.push_back(star.slot);
      schedule_.remove(star.slot);
      if (subsystems_) subsystems_->forget(star.slot);
    } else if (star.changes_mass_only()) {
      bodies_.mass[index(star.slot)] = star.after.mass;
    } else if (!star.is_new()) {
      write(star.slot, star.after);
    }
  }
  bodies_.slots.remove_stars(gone);
  const std::vector<Slot> fresh = bodies_.slots.add_stars(added.id, added.radius);
  bodies_.fit_to_slots();
  for (std::size_t k = 0; k < fresh.size(); ++k) write(fresh[k], plan.stars()[plan.slots().size() + k].after);
  return restarts;
}

template <class Scheme>
void BlockHermite<Scheme>::drop_parked_slots() {
  const std::vector<Slot> new_slot = bodies_.slots.parked_last();
  schedule_.renumber(new_slot);
  if (subsystems_) subsystems_->renumber(new_slot);
  bodies_.renumber(new_slot);
}

/// Forces and first steps of bodies that have no past, after the others have been changed: the engine gets all rows
/// anew. In the 6th order all bodies get new forces.
template <class Scheme>
void BlockHermite<Scheme>::restart(std::vector<Slot> slots, Tick t) {
  bodies_.device_rows.clear();
  std::vector<Vec3> crackle;
  if constexpr (has_snap) {
    crackle = bodies_.c;
    for (const Slot slot : slots) crackle[index(slot)] = {};
  }
  write_all_sources();
  active_.take(has_snap ? bodies_.slots.bodies() : slots);
  if (active_.size() > 0) begin_active(t);
  if constexpr (has_snap) bodies_.c = std::move(crackle);
  // Only those without a past get another step.
  std::ranges::sort(slots);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const Slot slot = active_.slot[k];
    if (!std::ranges::binary_search(slots, slot)) continue;
    const Level level = has_fixed_steps() ? fixed_ : first_level(t, active_.wanted_step[k], largest_);
    schedule_.place(slot, level);
  }
  if (options_.steps == StepRule::shared) {
    const Level common = schedule_.shortest();
    for (const Slot slot : bodies_.slots.bodies()) schedule_.place(slot, common);
  }
  // They cost as much as bodies in the sums of an engine: dropped when they are more than an eighth.
  constexpr std::size_t max_parked_part = 8;
  const SlotTable& table = bodies_.slots;
  if (max_parked_part * (table.slot_count() - table.body_count()) > table.slot_count()) drop_parked_slots();
  write_all_sources();
}

template <class Scheme>
std::vector<Slot> BlockHermite<Scheme>::end_subsystem(Slot slot, const BodyAt& centre, Tick t) {
  const std::uint32_t number = bodies_.slots.subsystem(slot);
  const auto inside = subsystems_->members(number);
  const std::vector<BodyAt> members(inside.begin(), inside.end());
  schedule_.remove(slot);
  subsystems_->remove(number);
  const std::vector<Slot> slots = bodies_.slots.end_subsystem(slot);
  bodies_.fit_to_slots();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const std::size_t i = index(slots[k]);
    bodies_.mass[i] = members[k].mass;
    bodies_.x[i] = centre.x + members[k].x;
    bodies_.v[i] = centre.v + members[k].v;
    bodies_.time[i] = t;
  }
  return slots;
}

template <class Scheme>
Slot BlockHermite<Scheme>::form_subsystem(std::span<const Slot> members, std::vector<BodyAt> states, Tick t) {
  const BodyAt centre = move_to_centre(states);
  auto inside = subsystems_->rules().form(t, states);
  for (const Slot slot : members) {
    schedule_.remove(slot);
    subsystems_->forget(slot);
  }
  const Slot slot = bodies_.slots.form_subsystem(members);
  bodies_.fit_to_slots();
  const std::size_t i = index(slot);
  bodies_.mass[i] = centre.mass;
  bodies_.x[i] = centre.x;
  bodies_.v[i] = centre.v;
  bodies_.time[i] = t;
  std::vector<Slot> related;
  for (const Slot other : bodies_.slots.bodies()) {
    if (other == slot) continue;
    const double distance = norm(Predicted(bodies_).at(other, t).x - centre.x);
    if (subsystems_->rules().are_related(*inside, distance)) related.push_back(other);
  }
  subsystems_->add(bodies_.slots.subsystem(slot), slot, std::move(inside), std::move(related));
  return slot;
}

/// Returns the slots of their members. All states are found before anything changes.
template <class Scheme>
std::vector<Slot> BlockHermite<Scheme>::end_subsystems(std::span<const Slot> slots, Tick t) {
  std::vector<Slot> members;
  const std::vector<BodyAt> centres = corrected_states(slots, t);
  for (std::size_t k = 0; k < slots.size(); ++k)
    for (const Slot member : end_subsystem(slots[k], centres[k], t)) members.push_back(member);
  return members;
}

/// After a block: what the rules say of the bodies that were due.
template <class Scheme>
void BlockHermite<Scheme>::settle_subsystems(Tick t) {
  const std::vector<Slot> due = active_.slot;
  const std::vector<Slot> endings = subsystems_->endings(t, due);
  if (!endings.empty()) return restart(end_subsystems(endings, t), t);  // members are not asked again at once
  std::vector<SingleStar> candidates;
  for (const Slot slot : due) {
    if (!bodies_.slots.holds_star(slot)) continue;
    const std::size_t i = index(slot);
    candidates.push_back({slot, bodies_.slots.star(slot), {bodies_.mass[i], bodies_.x[i], bodies_.v[i]}});
  }
  const auto groups = formations_in_order(subsystems_->rules(), t, std::move(candidates));
  std::vector<std::vector<BodyAt>> states;
  for (const auto& members : groups) states.push_back(corrected_states(members, t));
  std::vector<Slot> centres;
  for (std::size_t k = 0; k < groups.size(); ++k) centres.push_back(form_subsystem(groups[k], states[k], t));
  if (!centres.empty()) restart(std::move(centres), t);
}

}  // namespace tucana
