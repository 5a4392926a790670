// Stars that change between two blocks.
#include <algorithm>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/list_edits.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {

/// As others see them.
std::vector<BodyAt> AhmadCohen::predicted_states(std::span<const Slot> slots, Tick t) const {
  const Predicted predicted(bodies_);
  std::vector<BodyAt> states(slots.size());
  for_each_index(workers_, slots.size(), [&](std::size_t k) { states[k] = predicted.at(slots[k], t); });
  return states;
}

/// By trial steps, as peek() shows them.
std::vector<BodyAt> AhmadCohen::corrected_states(std::span<const Slot> slots, Tick t) {
  try_step({slots.begin(), slots.end()}, t);
  std::vector<BodyAt> states;
  for (std::size_t k = 0; k < active_.size(); ++k)
    states.push_back({bodies_.row[index(slots[k])].mass, active_[k].x, active_[k].v});
  return states;
}

/// All stars in some slots, those inside subsystems one by one, as others see them.
std::vector<BodyAt> AhmadCohen::resolved(std::span<const Slot> slots, Tick t) {
  std::vector<BodyAt> states = predicted_states(slots, t);
  if (!bodies_.slots.has_subsystems()) return states;
  subsystems_->advance(t, slots, Predicted(bodies_), workers_);
  return resolve_members(bodies_.slots, slots, states, *subsystems_);
}

EnergyChange AhmadCohen::apply(const ChangeSet& set) {
  if (set.empty()) return {};
  const Tick t = now();
  ChangePlan plan(set, bodies_.slots);
  StarsBuffer added = set.added;
  frame_.enter(added, t);
  if (!plan.subsystems().empty()) restart(end_subsystems(plan.subsystems(), t), t);
  if (!plan.subsystems().empty()) plan = ChangePlan(set, bodies_.slots);
  const std::vector<BodyAt> felt = predicted_states(plan.slots(), t);
  plan.set_states(corrected_states(plan.slots(), t), added);
  std::vector<Slot> others = bodies_.slots.bodies(), changed = plan.slots();
  std::ranges::sort(changed);
  std::erase_if(others, [&](Slot slot) { return std::ranges::binary_search(changed, slot); });
  if (options_.hermite.law.eps2 == 0) {
    std::vector<Vec3> places;
    for (const BodyAt& body : predicted_states(others, t)) places.push_back(body.x);
    plan.check_places(others, places, bodies_.slots);
  }
  const EnergyChange energy = change_forces_.energy(plan, resolved(others, t), frame_.velocity());
  shift_pasts(plan, felt, others, t);
  restart(carry_out(plan, added, t), t);
  return energy;
}

/// All bodies that go on feel the changes from now on, as if they always had, in the sum that contains the star.
void AhmadCohen::shift_pasts(const ChangePlan& plan, std::span<const BodyAt> felt, std::span<const Slot> others,
                             Tick t) {
  std::vector<Slot> slots(others.begin(), others.end());
  for (const ChangePlan::Star& star : plan.stars())
    if (star.changes_mass_only()) slots.push_back(star.slot);
  std::vector<ChangeForces::Target> targets;
  const std::vector<BodyAt> states = predicted_states(slots, t);
  for (std::size_t k = 0; k < slots.size(); ++k) targets.push_back({slots[k], states[k].x, states[k].v});
  const auto sources = ChangeForces::differences(plan, felt);
  const std::vector<PartialForce> change = change_forces_.on_targets(sources, targets);
  const DifferencesBySlot by_slot(sources, size());
  const PairLaw& law = options_.hermite.law;
  std::vector<Level> longest(slots.size());
  for_each_index<64>(workers_, slots.size(), [&](std::size_t k) {
    NeighbourBody& body = bodies_.row[index(slots[k])];
    PartialForce listed = by_slot.pull_of_listed(bodies_.list[index(slots[k])], states[k], law);
    // New stars go onto the lists of those in whose sphere they are, when they have slots.
    for (const ChangePlan::Star& star : plan.stars().subspan(plan.slots().size()))
      if (norm2(star.after.x - states[k].x) < body.sphere * body.sphere)
        listed += pull(star.after.mass, star.after.x - states[k].x, star.after.v - states[k].v, law);
    longest[k] = Level::at_most(
        step_after_change(targets[k], body.mass, body.total().a, change[k], sources, options_.hermite.eta_start, law));
    rewrite_past(body, listed, change[k] - listed, t);
  });
  for (std::size_t k = 0; k < slots.size(); ++k)
    if (!has_fixed_steps() && longest[k] < schedule_.level(slots[k])) schedule_.place(slots[k], longest[k]);
  // With the states for which the forces were divided.
  joining_.clear();
  for (const ChangePlan::Star& star : plan.stars().subspan(plan.slots().size())) {
    joining_.emplace_back();
    for (std::size_t k = 0; k < slots.size(); ++k) {
      const double sphere = bodies_.row[index(slots[k])].sphere;
      if (norm2(star.after.x - states[k].x) < sphere * sphere) joining_.back().push_back(slots[k]);
    }
  }
}

/// Returns the slots of bodies that have no past.
std::vector<Slot> AhmadCohen::carry_out(const ChangePlan& plan, const StarsBuffer& added, Tick t) {
  std::vector<Slot> restarts, gone;
  for (const auto& [slot, radius] : plan.radii()) bodies_.slots.set_radius(slot, radius);
  for (const ChangePlan::Star& star : plan.stars()) {
    if (star.is_gone) {
      gone.push_back(star.slot);
      schedule_.remove(star.slot);
      if (subsystems_) subsystems_->forget(star.slot);
    } else if (star.changes_mass_only()) {
      bodies_.row[index(star.slot)].mass = star.after.mass;
    } else if (!star.is_new()) {
      bodies_.set(star.slot, star.after, t);
      restarts.push_back(star.slot);
    }
  }
  std::ranges::sort(gone);
  for (auto& list : bodies_.list)
    if (!gone.empty()) std::erase_if(list, [&](Slot slot) { return std::ranges::binary_search(gone, slot); });
  bodies_.slots.remove_stars(gone);
  const std::vector<Slot> fresh = bodies_.slots.add_stars(added.id, added.radius);
  bodies_.fit_to_slots();
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    bodies_.set(fresh[k], plan.stars()[plan.slots().size() + k].after, t);
    for (const Slot owner : joining_[k]) insert_sorted(bodies_.list[index(owner)], fresh[k]);
    restarts.push_back(fresh[k]);
  }
  return restarts;
}

/// Forces and first steps of bodies that have no past, after the others have been changed.
void AhmadCohen::restart(std::vector<Slot> slots, Tick t) {
  for (const Slot slot : slots)
    if (schedule_.holds(slot)) schedule_.remove(slot);
  list_new_heavy_bodies(t);
  refresh_from_bodies();
  set_active(std::move(slots));
  if (!active_.empty()) begin_active(t);
}

/// Bodies that have become heavy go onto all lists, from one sum to the other; those that are heavy no more leave the
/// lists at the next regular step.
void AhmadCohen::list_new_heavy_bodies(Tick t) {
  find_heavy_bodies();
  const std::vector<Slot> all = bodies_.slots.bodies();
  for (const Slot slot : heavy_.slots()) {
    const NeighbourBody& heavy = bodies_.row[index(slot)];
    const auto there = heavy.predicted(t);
    for_each_index(workers_, all.size(), [&](std::size_t k) {
      std::vector<Slot>& list = bodies_.list[index(all[k])];
      if (all[k] == slot || std::ranges::binary_search(list, slot)) return;
      NeighbourBody& body = bodies_.row[index(all[k])];
      const auto here = body.predicted(t);
      const PartialForce its = pull(heavy.mass, there.x - here.x, there.v - here.v, options_.hermite.law);
      rewrite_past(body, its, PartialForce{} - its, t);
      insert_sorted(list, slot);
    });
  }
}

}  // namespace tucana
