// Subsystems that form and end between two blocks.
#include <algorithm>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/list_edits.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {

/// Those who had the centre as a neighbour have all members as neighbours.
std::vector<Slot> AhmadCohen::end_subsystem(Slot slot, const BodyAt& centre, Tick t) {
  const std::uint32_t number = bodies_.slots.subsystem(slot);
  const auto inside = subsystems_->members(number);
  const std::vector<BodyAt> members(inside.begin(), inside.end());
  schedule_.remove(slot);
  subsystems_->remove(number);
  const std::vector<Slot> slots = bodies_.slots.end_subsystem(slot);
  for (auto& list : bodies_.list) {
    if (!std::ranges::binary_search(list, slot)) continue;
    for (const Slot member : std::span(slots).subspan(1)) insert_sorted(list, member);
  }
  bodies_.fit_to_slots();
  for (std::size_t k = 0; k < slots.size(); ++k)
    bodies_.set(slots[k], {members[k].mass, centre.x + members[k].x, centre.v + members[k].v}, t);
  return slots;
}

/// Those who had any of the members as neighbours have the centre instead, and with it the pulls of all members in the
/// irregular force.
Slot AhmadCohen::form_subsystem(std::span<const Slot> members, std::span<const BodyAt> felt, std::vector<BodyAt> states,
                                Tick t) {
  const BodyAt centre = move_to_centre(states);
  auto inside = subsystems_->rules().form(t, states);
  std::vector<Slot> sorted(members.begin(), members.end());
  std::ranges::sort(sorted);
  const auto is_member = [&](Slot slot) { return std::ranges::binary_search(sorted, slot); };
  const std::vector<Slot> all = bodies_.slots.bodies();
  for_each_index<64>(workers_, all.size(), [&](std::size_t k) {
    std::vector<Slot>& list = bodies_.list[index(all[k])];
    if (is_member(all[k]) || std::ranges::none_of(list, is_member)) return;
    NeighbourBody& body = bodies_.row[index(all[k])];
    const auto here = body.predicted(t);
    PartialForce moved;
    for (std::size_t m = 0; m < members.size(); ++m)
      if (!std::ranges::binary_search(list, members[m]))
        moved += pull(felt[m].mass, felt[m].x - here.x, felt[m].v - here.v, options_.hermite.law);
    rewrite_past(body, moved, PartialForce{} - moved, t);
    std::erase_if(list, is_member);
    insert_sorted(list, members[0]);
  });
  for (const Slot slot : members) {
    schedule_.remove(slot);
    subsystems_->forget(slot);
  }
  const Slot slot = bodies_.slots.form_subsystem(members);
  bodies_.fit_to_slots();
  bodies_.set(slot, centre, t);
  std::vector<Slot> related;
  for (const Slot other : bodies_.slots.bodies()) {
    if (other == slot) continue;
    const double distance = norm(bodies_.row[index(other)].predicted(t).x - centre.x);
    if (subsystems_->rules().are_related(*inside, distance)) related.push_back(other);
  }
  subsystems_->add(bodies_.slots.subsystem(slot), slot, std::move(inside), std::move(related));
  return slot;
}

/// Returns the slots of their members. All states are found before anything changes.
std::vector<Slot> AhmadCohen::end_subsystems(std::span<const Slot> slots, Tick t) {
  std::vector<Slot> members;
  const std::vector<BodyAt> centres = corrected_states(slots, t);
  for (std::size_t k = 0; k < slots.size(); ++k)
    for (const Slot member : end_subsystem(slots[k], centres[k], t)) members.push_back(member);
  return members;
}

/// After a block: what the rules say of the bodies that were due.
void AhmadCohen::settle_subsystems(Tick t) {
  const std::vector<Slot> due = active_slots_;
  const std::vector<Slot> endings = subsystems_->endings(t, due);
  if (!endings.empty()) return restart(end_subsystems(endings, t), t);  // members are not asked again at once
  std::vector<SingleStar> candidates;
  for (const Slot slot : due) {
    if (!bodies_.slots.holds_star(slot)) continue;
    const NeighbourBody& body = bodies_.row[index(slot)];
    candidates.push_back({slot, bodies_.slots.star(slot), {body.mass, body.x, body.v}});
  }
  const auto groups = formations_in_order(subsystems_->rules(), t, std::move(candidates));
  std::vector<std::vector<BodyAt>> felt, states;
  for (const auto& members : groups) {
    felt.push_back(predicted_states(members, t));
    states.push_back(corrected_states(members, t));
  }
  std::vector<Slot> centres;
  for (std::size_t k = 0; k < groups.size(); ++k)
    centres.push_back(form_subsystem(groups[k], felt[k], std::move(states[k]), t));
  if (!centres.empty()) restart(std::move(centres), t);
}

}  // namespace tucana
