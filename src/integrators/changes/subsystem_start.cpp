#include "tucana/integrators/changes/subsystem_start.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "tucana/integrators/changes/add_subsystem.h"
#include "tucana/integrators/changes/near_body.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {

namespace {

/// Those around are found in the first steps; a field acts at once.
void add_at_start(Slot slot, std::span<const BodyAt> states, ChangingBodies& bodies, Subsystems& subsystems,
                  SubsystemRecord& record) {
  const std::uint32_t number = bodies.slots().subsystem(slot);
  auto inside = subsystems.rules().form(Tick{0}, states);
  record.begun(*inside, bodies.slots().members(slot), states);
  add_subsystem(slot, std::move(inside), bodies.slots(), subsystems);
  subsystems.renew_field_tide(number, Tick{0}, bodies.at(slot, Tick{0}));
  const LinearTide& tide = subsystems.field_tide(number);
  if (!subsystems.is_asleep(number)) subsystems[number].attend(Tick{0}, {true, 0, 0, 0, tide, tide});
}

/// Every star with all others: for a few of them.
std::vector<std::vector<Slot>> sets_of_few(ChangingBodies& bodies, const Subsystems& subsystems) {
  const SlotTable& table = bodies.slots();
  const std::vector<Slot> all = table.bodies();
  std::vector<std::vector<Slot>> sets;
  std::vector<Slot> taken;
  for (const Slot slot : all) {
    if (std::ranges::find(taken, slot) != taken.end()) continue;
    std::vector<NearBody> near;
    for (const Slot other : all)
      if (other != slot) near.push_back(near_body(other, bodies, table, subsystems, Tick{0}));
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const NearBody own = near_body(slot, bodies, table, subsystems, Tick{0});
    const double field = subsystems.background_at(Tick{0}, own.state.x).size();
    const Scene scene{Tick{0}, own, near, bodies.speed2(), unknown, 0, field};
    std::vector<Slot> set;
    for (const std::size_t k : subsystems.rules().partners(scene)) set.push_back(near[k].slot);
    const auto is_taken = [&](Slot one) { return std::ranges::find(taken, one) != taken.end(); };
    if (set.empty() || std::ranges::any_of(set, is_taken)) continue;
    set.push_back(slot);
    std::ranges::sort(set, {}, [&](Slot one) { return table.star(one); });
    taken.insert(taken.end(), set.begin(), set.end());
    sets.push_back(std::move(set));
  }
  return sets;
}

/// Mutual nearest bodies that the rules would join at once, in the order of their stars.
std::vector<std::vector<Slot>> close_pairs(std::span<const Slot> nearest, ChangingBodies& bodies,
                                           const Subsystems& subsystems) {
  const SlotTable& table = bodies.slots();
  std::vector<std::vector<Slot>> pairs;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    const Slot slot = slot_at(i), partner = nearest[i];
    if (partner == no_slot || index(partner) <= i || nearest[index(partner)] != slot) continue;
    const std::array near{near_body(partner, bodies, table, subsystems, Tick{0})};
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const Scene scene{Tick{0}, near_body(slot, bodies, table, subsystems, Tick{0}), near, bodies.speed2(), unknown};
    if (subsystems.rules().partners(scene).empty()) continue;
    const bool is_first = table.star(slot) < table.star(partner);
    pairs.push_back(is_first ? std::vector{slot, partner} : std::vector{partner, slot});
  }
  std::ranges::sort(pairs, {}, [&](const std::vector<Slot>& pair) { return table.star(pair[0]); });
  return pairs;
}

}  // namespace

void begin_known_systems(const Stars& stars, ChangingBodies& bodies, Subsystems& subsystems, SubsystemRecord& record) {
  SlotTable& table = bodies.slots();
  std::vector<Slot> centres;
  for (const StarSystem& system : stars.systems) {
    std::vector<Slot> slots;
    for (const SystemMember& member : stars.members_of(system)) slots.push_back(slot_at(member.row));
    centres.push_back(table.form_subsystem(slots));
  }
  bodies.fit_to_slots();
  const Vec3 origin = bodies.frame().origin(Tick{0}), velocity = bodies.frame().velocity();
  for (std::size_t k = 0; k < centres.size(); ++k) {
    const StarSystem& system = stars.systems[k];
    std::vector<BodyAt> states;
    for (const SystemMember& member : stars.members_of(system))
      states.push_back({stars.mass[member.row], member.position, member.velocity});
    // Nearly nothing, but what a file says of centre and members need not agree to the last digit.
    const BodyAt shift = move_to_centre(states);
    bodies.set(centres[k], {shift.mass, system.position - origin + shift.x, system.velocity - velocity + shift.v},
               Tick{0});
    add_at_start(centres[k], states, bodies, subsystems, record);
  }
}

void begin_close_pairs(std::span<const Slot> nearest, ChangingBodies& bodies, Subsystems& subsystems,
                       SubsystemRecord& record) {
  SlotTable& table = bodies.slots();
  const auto sets = bodies.speed2() > 0 ? close_pairs(nearest, bodies, subsystems) : sets_of_few(bodies, subsystems);
  std::vector<std::vector<BodyAt>> states;
  std::vector<Slot> centres;
  for (const auto& set : sets) {
    std::vector<BodyAt>& members = states.emplace_back();
    for (const Slot slot : set) members.push_back(bodies.at(slot, Tick{0}));
  }
  for (const auto& set : sets) centres.push_back(table.form_subsystem(set));
  bodies.fit_to_slots();
  for (std::size_t k = 0; k < centres.size(); ++k) {
    const BodyAt centre = move_to_centre(states[k]);
    bodies.set(centres[k], centre, Tick{0});
    add_at_start(centres[k], states[k], bodies, subsystems, record);
  }
}

}  // namespace tucana
