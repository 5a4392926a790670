#include "tucana/integrators/changes/star_changes.h"

#include <algorithm>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/orbit_changes.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {
namespace {

/// All bodies but some.
std::vector<Slot> bodies_without(const SlotTable& table, std::vector<Slot> some) {
  std::ranges::sort(some);
  std::vector<Slot> others = table.bodies();
  std::erase_if(others, [&](Slot slot) { return std::ranges::binary_search(some, slot); });
  return others;
}

std::vector<BodyAt> predicted(std::span<const Slot> slots, const Surroundings& bodies, Workers& workers, Tick t) {
  std::vector<BodyAt> states(slots.size());
  for_each_index(workers, slots.size(), [&](std::size_t k) { states[k] = bodies.at(slots[k], t); });
  return states;
}

}  // namespace

EnergyChange StarChanges::apply(const ChangeSet& set, ChangingBodies& bodies, Subsystems* subsystems, Tick t) {
  if (set.empty()) return {};
  OrbitChanges inside(set, bodies.slots());
  if (bodies.are_apart()) {
    check(inside.is_idle() ? set : inside.rest(), bodies, t);
    bodies.bring_together(t);
  }
  if (inside.is_idle()) return apply_to_stars(set, bodies, subsystems, t);
  EnergyChange energy;
  energy.orbit = inside.apply(bodies, *subsystems, forces_, workers_, t);
  energy += apply_to_stars(inside.rest(), bodies, subsystems, t);
  return energy;
}

/// Throws for what cannot be, before anything has been done.
void StarChanges::check(const ChangeSet& set, ChangingBodies& bodies, Tick t) const {
  ChangePlan plan(set, bodies.slots());
  if (set.added.size() == 0 || law_.eps2 != 0) return;
  StarsBuffer added = set.added;
  bodies.frame().enter(added, t);
  plan.set_states(bodies.corrected(plan.slots(), t), added);
  const std::vector<Slot> others = bodies_without(bodies.slots(), plan.slots());
  std::vector<Vec3> places;
  for (const BodyAt& body : bodies.corrected(others, t)) places.push_back(body.x);
  plan.check_places(others, places, bodies.slots());
}

EnergyChange StarChanges::apply_to_stars(const ChangeSet& set, ChangingBodies& bodies, Subsystems* subsystems, Tick t) {
  if (set.empty()) return {};
  ChangePlan plan(set, bodies.slots());
  std::vector<StarId> released;
  if (!plan.subsystems().empty()) {
    for (const Slot slot : plan.subsystems())
      for (const std::uint32_t row : bodies.slots().member_rows(slot)) released.push_back(bodies.slots().id(row));
    bodies.restart(events_.end(plan.subsystems(), bodies, *subsystems, t), t);
    plan = ChangePlan(set, bodies.slots());
  }
  StarsBuffer added = set.added;
  bodies.frame().enter(added, t);
  const std::vector<BodyAt> felt = predicted(plan.slots(), bodies, workers_, t);
  plan.set_states(bodies.corrected(plan.slots(), t), added);
  const std::vector<Slot> others = bodies_without(bodies.slots(), plan.slots());
  const std::vector<BodyAt> states = predicted(others, bodies, workers_, t);
  if (law_.eps2 == 0) {
    std::vector<Vec3> places;
    for (const BodyAt& body : states) places.push_back(body.x);
    plan.check_places(others, places, bodies.slots());
  }
  const EnergyChange energy =
      forces_.energy(plan, stars_in(others, states, bodies, subsystems, t), bodies.frame().velocity());
  feel(plan, felt, others, bodies, t);
  bodies.restart(carry_out(plan, added, bodies, subsystems, t), t);
  if (!released.empty()) join_again(std::move(released), bodies, *subsystems, t);
  return energy;
}

/// Stars whose subsystem has ended by a change become one again at once, if they still are close to each other: no step
/// of an ordinary body could follow a hard pair.
void StarChanges::join_again(std::vector<StarId> stars, ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  std::ranges::sort(stars);
  std::vector<Slot> close;
  const SlotTable& table = bodies.slots();
  for (const Slot slot : table.bodies())
    if (table.holds_star(slot) && std::ranges::binary_search(stars, table.star(slot))) close.push_back(slot);
  events_.settle({}, close, bodies, subsystems, t);
}

/// Those inside subsystems one by one.
std::vector<BodyAt> StarChanges::stars_in(std::span<const Slot> slots, std::span<const BodyAt> states,
                                          ChangingBodies& bodies, Subsystems* subsystems, Tick t) {
  if (!bodies.slots().has_subsystems()) return {states.begin(), states.end()};
  subsystems->show(t, slots, bodies, workers_);
  return resolve_members(bodies.slots(), slots, states, *subsystems);
}

/// All bodies that go on: those that do not change, and those that change their mass alone.
void StarChanges::feel(const ChangePlan& plan, std::span<const BodyAt> felt, std::span<const Slot> others,
                       ChangingBodies& bodies, Tick t) {
  ChangedForces forces;
  forces.slot.assign(others.begin(), others.end());
  for (const ChangePlan::Star& star : plan.stars())
    if (star.changes_mass_only()) forces.slot.push_back(star.slot);
  forces.state = predicted(forces.slot, bodies, workers_, t);
  std::vector<ChangeForces::Target> targets;
  for (std::size_t k = 0; k < forces.slot.size(); ++k)
    targets.push_back({forces.slot[k], forces.state[k].x, forces.state[k].v});
  const auto sources = ChangeForces::differences(plan, felt);
  forces.change = forces_.on_targets(sources, targets);
  forces.sources = sources;
  forces.added = plan.stars().subspan(plan.slots().size());
  bodies.feel(forces, t);
}

/// Returns the slots of bodies that have no past.
std::vector<Slot> StarChanges::carry_out(const ChangePlan& plan, const StarsBuffer& added, ChangingBodies& bodies,
                                         Subsystems* subsystems, Tick t) {
  SlotTable& table = bodies.slots();
  std::vector<Slot> restarts, gone;
  for (const auto& [slot, radius] : plan.radii()) table.set_radius(slot, radius);
  for (const ChangePlan::Star& star : plan.stars()) {
    if (star.is_gone) {
      gone.push_back(star.slot);
      if (subsystems != nullptr) subsystems->forget(star.slot);
    } else if (star.changes_mass_only()) {
      bodies.set_mass(star.slot, star.after.mass);
    } else if (!star.is_new()) {
      bodies.set(star.slot, star.after, t);
      restarts.push_back(star.slot);
    }
  }
  bodies.leave(gone);
  table.remove_stars(gone);
  const std::vector<Slot> fresh = table.add_stars(added.id, added.radius);
  bodies.fit_to_slots();
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    bodies.add(k, fresh[k], plan.stars()[plan.slots().size() + k].after, t);
    restarts.push_back(fresh[k]);
  }
  return restarts;
}

}  // namespace tucana
