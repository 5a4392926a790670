#include "tucana/integrators/changes/subsystem_events.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "tucana/fewbody/relative_energy.h"
#include "tucana/integrators/changes/add_subsystem.h"
#include "tucana/integrators/changes/near_body.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {
namespace {

/// Fewer bodies around have no density: with three stars alone, all distances are that of an encounter.
constexpr std::size_t min_for_density = 6;

/// Those that are near to any of some bodies.
std::vector<Slot> near_any(std::span<const Slot> slots, ChangingBodies& bodies, Tick t) {
  std::vector<Slot> all;
  for (const Slot slot : slots) {
    const std::vector<Slot> near = bodies.near(slot, 0, t);
    all.insert(all.end(), near.begin(), near.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Sets that share a slot become one.
void join_overlapping(std::vector<std::vector<Slot>>& sets) {
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i + 1; j < sets.size();) {
      const auto is_shared = [&](Slot slot) { return std::ranges::find(sets[i], slot) != sets[i].end(); };
      if (std::ranges::none_of(sets[j], is_shared)) {
        ++j;
        continue;
      }
      for (const Slot slot : sets[j])
        if (!is_shared(slot)) sets[i].push_back(slot);
      sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1;
    }
  }
}

/// By how much the energy of some stars about their centre changes as they become single ones: their places and
/// velocities are rounded to those of the cluster. Those of one part become a subsystem again, and lose nothing.
double lost_by_parting(std::span<const BodyAt> relative, const std::vector<std::vector<std::size_t>>& parts,
                       const BodyAt& centre) {
  std::vector<BodyAt> rounded(relative.begin(), relative.end());
  for (const auto& part : parts) {
    if (part.size() > 1) continue;
    BodyAt& one = rounded[part.front()];
    one.x = (centre.x + one.x) - centre.x;
    one.v = (centre.v + one.v) - centre.v;
  }
  return relative_energy(rounded) - relative_energy(relative);
}

}  // namespace

/// Where others are, but not who they are.
Scene SubsystemEvents::places_of(Slot slot, double radius, ChangingBodies& bodies, const Subsystems& subsystems,
                                 Tick t) {
  near_.clear();
  for (const Slot other : bodies.near(slot, radius, t)) near_.push_back({other, {}, bodies.about(other, t), nullptr});
  return {t, near_body(slot, bodies, bodies.slots(), subsystems, t), near_, bodies.speed2(), 0};
}

Scene SubsystemEvents::scene_of(Slot slot, double radius, ChangingBodies& bodies, const Subsystems& subsystems,
                                Tick t) {
  const SlotTable& table = bodies.slots();
  near_.clear();
  for (const Slot other : bodies.near(slot, radius, t)) near_.push_back(near_body(other, bodies, table, subsystems, t));
  const NearBody own = near_body(slot, bodies, table, subsystems, t);
  // From the middle one: lists are not sorted by distance, and reach beyond what is around.
  std::vector<double> distances;
  for (const NearBody& other : near_) distances.push_back(norm(other.state.x - own.state.x));
  double spacing = std::numeric_limits<double>::infinity();
  if (distances.size() >= min_for_density) {
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    spacing = *middle / std::cbrt(0.5 * static_cast<double>(distances.size() + 1));
  }
  const double tide = subsystems.background_at(t, own.state.x).size();
  return {
      t, own, near_, bodies.speed2(), spacing, (bodies.next_time(slot) - t).units(), tide, bodies.listed_radius(slot)};
}

SubsystemCounts SubsystemEvents::counts(const Subsystems& subsystems) const {
  SubsystemCounts counts = subsystems.counts();
  counts.formations = formations_;
  counts.terminations = terminations_;
  counts.inner_steps += ended_steps_;
  counts.energy = subsystems.energy();
  counts.energy += energy_;
  return counts;
}

void SubsystemEvents::settle(std::span<const Slot> due, std::span<const Slot> close, ChangingBodies& bodies,
                             Subsystems& subsystems, Tick t) {
  if (subsystems.empty() && close.empty()) return;
  const SlotTable& table = bodies.slots();
  Plan plan;
  questions_.clear();
  if (!subsystems.empty()) {
    for (const Slot slot : due) {
      if (!table.holds_subsystem(slot)) continue;
      note_contact(slot, table, subsystems);
      const std::uint32_t number = table.subsystem(slot);
      if (const std::string_view notice = subsystems[number].take_notice(); !notice.empty())
        record_.noticed(notice, table.members(slot));
      if (bodies.next_time(slot) > subsystems.check_time(number) || bodies.has_new_list(slot, t))
        questions_.push_back(question_about(slot, bodies, subsystems, t));
    }
  }
  const std::span<const Outlook> outlooks = outlooks_.find(questions_, bodies, subsystems, t);
  for (std::size_t k = 0; k < questions_.size(); ++k) examine(questions_[k], outlooks[k], bodies, subsystems, t, plan);
  for (const Slot slot : close) examine_star(slot, bodies, subsystems, t, plan);
  if (plan.endings.empty() && plan.formations.empty()) return;
  // In the order of star ids, whatever the slots.
  const auto id_of = [&](Slot slot) { return table.star(slot); };
  join_overlapping(plan.formations);
  for (auto& set : plan.formations) std::ranges::sort(set, {}, id_of);
  std::ranges::sort(plan.formations, {}, [&](const auto& set) { return id_of(set.front()); });
  std::ranges::sort(plan.endings, {}, [&](const Ending& one) { return id_of(one.slot); });
  std::vector<Slot> fresh;
  for (const auto& set : plan.formations) fresh.push_back(form(set, bodies, subsystems, t));
  for (const Ending& ending : plan.endings) {
    const auto joins = [&](const auto& set) { return std::ranges::find(set, ending.slot) != set.end(); };
    if (std::ranges::any_of(plan.formations, joins)) continue;
    const std::vector<Slot> parts = part(ending, bodies, subsystems, t);
    fresh.insert(fresh.end(), parts.begin(), parts.end());
  }
  bodies.restart(std::move(fresh), t);
}

void SubsystemEvents::examine_star(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t, Plan& plan) {
  const Scene scene = scene_of(slot, 0, bodies, subsystems, t);
  std::vector<Slot> set;
  for (const std::size_t k : subsystems.rules().partners(scene)) set.push_back(near_[k].slot);
  if (set.empty()) return;
  set.push_back(slot);
  plan.formations.push_back(std::move(set));
}

OutlookQuestion SubsystemEvents::question_about(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  const std::uint32_t number = bodies.slots().subsystem(slot);
  Subsystem& inside = subsystems[number];
  const double grows_after = inside.renew_extent(t);
  const BodyAt own = bodies.at(slot, t);
  const double reach = subsystems.rules().reach(inside, own.mass, bodies.max_mass());
  const double radius =
      SubsystemRelations::to_unrelate * std::max(reach, subsystems.rules().near_distance(inside, bodies.speed2()));
  const bool knows_all = reach <= bodies.known_radius(slot);
  const bool is_alone = std::isinf(grows_after) && subsystems.is_asleep(number) && knows_all &&
                        !(subsystems.background_at(t, own.x).size() > 0);
  const bool has_others = !subsystems.tide_beyond(number) || bodies.has_new_list(slot, t);
  return {slot, radius, grows_after, is_alone, !knows_all && has_others};
}

void SubsystemEvents::examine(const OutlookQuestion& question, const Outlook& outlook, ChangingBodies& bodies,
                              Subsystems& subsystems, Tick t, Plan& plan) {
  const auto [slot, radius, grows_after, may_be_alone, wants_tide] = question;
  if (outlook.alone_for >= 0) return SubsystemRelations::leave_alone(slot, outlook.alone_for, t, bodies, subsystems);
  const std::uint32_t number = bodies.slots().subsystem(slot);
  if (std::isinf(grows_after)) {
    const Scene places = places_of(slot, radius, bodies, subsystems, t);
    if (subsystems.rules().goes_on(places)) {
      relations_.renew(places, outlook.tide_beyond, bodies, subsystems);
      relations_.schedule_check(places, radius, grows_after, bodies, subsystems);
      return;
    }
  }
  const Scene scene = scene_of(slot, radius, bodies, subsystems, t);
  subsystems.show(t, std::array{slot}, bodies, workers_);
  std::vector<Slot> set;
  for (const std::size_t k : subsystems.rules().partners(scene)) set.push_back(near_[k].slot);
  if (!set.empty()) {
    set.push_back(slot);
    plan.formations.push_back(std::move(set));
    return;
  }
  auto parts = subsystems.rules().parts(scene, subsystems.members(number));
  if (!parts.empty()) {
    plan.endings.push_back({slot, std::move(parts)});
    return;
  }
  relations_.renew(scene, outlook.tide_beyond, bodies, subsystems);
  relations_.schedule_check(scene, radius, grows_after, bodies, subsystems);
}

/// What it has done stays on record.
void SubsystemEvents::remove(std::uint32_t number, Subsystems& subsystems) {
  ended_steps_ += subsystems[number].inner_steps();
  energy_ += subsystems[number].energy_by_cause();
  subsystems.remove(number);
}

std::vector<Slot> SubsystemEvents::end(std::span<const Slot> slots, ChangingBodies& bodies, Subsystems& subsystems,
                                       Tick t) {
  std::vector<Slot> fresh;
  for (const Slot slot : slots) {
    Ending ending{slot, {}};
    for (std::size_t m = 0; m < bodies.slots().member_rows(slot).size(); ++m) ending.parts.push_back({m});
    const std::vector<Slot> parts = part(ending, bodies, subsystems, t);
    fresh.insert(fresh.end(), parts.begin(), parts.end());
  }
  return fresh;
}

std::vector<Slot> SubsystemEvents::part(const Ending& ending, ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  const Slot slot = ending.slot;
  relations_.resolve(slot, bodies, subsystems, t);
  std::vector<Slot> near = near_any(std::array{slot}, bodies, t);
  const std::vector<std::uint32_t> seen_by = subsystems.that_see(slot);
  const BodyAt centre = bodies.corrected(std::array{slot}, t).front();
  subsystems.show(t, std::array{slot}, bodies, workers_);
  const std::uint32_t number = bodies.slots().subsystem(slot);
  const auto inside = subsystems.members(number);
  const std::vector<BodyAt> states(inside.begin(), inside.end());
  note_contact(ending.slot, bodies.slots(), subsystems);
  record_.ended(subsystems[number], bodies.slots().members(slot), states);
  remove(number, subsystems);
  const std::vector<Slot> members = bodies.slots().end_subsystem(slot);
  bodies.fit_to_slots();
  bodies.part(members);
  for (std::size_t m = 0; m < members.size(); ++m)
    bodies.set(members[m], {states[m].mass, centre.x + states[m].x, centre.v + states[m].v}, t);
  ++terminations_;
  energy_.formation += lost_by_parting(states, ending.parts, centre);
  const bool stays_partly = std::ranges::any_of(ending.parts, [](const auto& part) { return part.size() > 1; });
  for (const auto& part : ending.parts)
    if (stays_partly && part.size() == 1) record_.escaped(bodies.slots().star(members[part.front()]));
  std::vector<Slot> fresh, formed;
  for (const auto& part : ending.parts) {
    if (part.size() == 1) {
      fresh.push_back(members[part.front()]);
      continue;
    }
    std::vector<Slot> slots;
    std::vector<BodyAt> some;
    for (const std::size_t m : part) {
      slots.push_back(members[m]);
      some.push_back(states[m]);
    }
    formed.push_back(form(slots, centre, std::move(some), bodies, subsystems, t));
  }
  fresh.insert(fresh.end(), formed.begin(), formed.end());
  // They are around each other, and around whoever has felt them as members before: nobody comes or goes.
  near.insert(near.end(), fresh.begin(), fresh.end());
  for (const Slot one : formed) introduce(one, near, bodies, subsystems, t);
  for (const std::uint32_t other : seen_by)
    for (const Slot one : fresh)
      if (!subsystems.is_related(other, one)) subsystems.relate(other, one);
  return fresh;
}

/// Of bodies that may be subsystems themselves. Positions are relative to the first body, so that those inside lose no
/// digits.
Slot SubsystemEvents::form(std::vector<Slot> slots, ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  for (const Slot slot : slots)
    if (bodies.slots().holds_subsystem(slot)) relations_.resolve(slot, bodies, subsystems, t);
  const std::vector<Slot> near = near_any(slots, bodies, t);
  std::set<std::uint32_t> seen_by;
  for (const Slot slot : slots)
    for (const std::uint32_t other : subsystems.that_see(slot)) seen_by.insert(other);
  for (const Slot slot : slots)
    if (bodies.slots().holds_subsystem(slot)) seen_by.erase(bodies.slots().subsystem(slot));
  const std::vector<BodyAt> corrected = bodies.corrected(slots, t);
  subsystems.show(t, slots, bodies, workers_);
  const BodyAt reference = corrected.front();
  std::vector<std::vector<BodyAt>> inside(slots.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!bodies.slots().holds_subsystem(slots[k])) continue;
    const auto members = subsystems.members(bodies.slots().subsystem(slots[k]));
    inside[k].assign(members.begin(), members.end());
  }
  std::vector<Slot> stars;
  std::vector<BodyAt> states;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const Vec3 x = corrected[k].x - reference.x, v = corrected[k].v - reference.v;
    if (inside[k].empty()) {
      stars.push_back(slots[k]);
      states.push_back({corrected[k].mass, x, v});
      continue;
    }
    const std::uint32_t number = bodies.slots().subsystem(slots[k]);
    note_contact(slots[k], bodies.slots(), subsystems);
    record_.joins(subsystems[number], bodies.slots().members(slots[k]), inside[k]);
    remove(number, subsystems);
    const std::vector<Slot> members = bodies.slots().end_subsystem(slots[k]);
    bodies.fit_to_slots();
    bodies.part(members);
    for (std::size_t m = 0; m < members.size(); ++m) {
      const BodyAt& member = inside[k][m];
      bodies.set(members[m], {member.mass, corrected[k].x + member.x, corrected[k].v + member.v}, t);
      stars.push_back(members[m]);
      states.push_back({member.mass, x + member.x, v + member.v});
    }
  }
  const Slot slot = form(stars, reference, std::move(states), bodies, subsystems, t);
  introduce(slot, near, bodies, subsystems, t);
  // Whoever has felt one of them goes on to feel it.
  for (const std::uint32_t other : seen_by) subsystems.relate(other, slot);
  return slot;
}

/// `states` are relative to `centre`. Returns the slot of the new body.
Slot SubsystemEvents::form(std::span<const Slot> members, BodyAt centre, std::vector<BodyAt> states,
                           ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  ++formations_;
  const BodyAt inner_centre = move_to_centre(states);
  centre = {inner_centre.mass, centre.x + inner_centre.x, centre.v + inner_centre.v};
  auto inside = subsystems.rules().form(t, states);
  std::vector<BodyAt> carried(states.size());
  inside->members(carried);
  energy_.formation += relative_energy(carried) - relative_energy(states);
  std::vector<StarId> ids;
  for (const Slot member : members) ids.push_back(bodies.slots().star(member));
  record_.formed(*inside, ids, states, bodies.slots());
  bodies.join(members, t);
  for (const Slot slot : members) subsystems.forget(slot);
  const Slot slot = bodies.slots().form_subsystem(members);
  bodies.fit_to_slots();
  bodies.set(slot, centre, t);
  add_subsystem(slot, std::move(inside), bodies.slots(), subsystems);
  return slot;
}

/// Those near to a new subsystem act on it from now on as they have acted on its stars.
void SubsystemEvents::introduce(Slot slot, std::span<const Slot> near, ChangingBodies& bodies, Subsystems& subsystems,
                                Tick t) {
  const std::uint32_t number = bodies.slots().subsystem(slot);
  const BodyAt centre = bodies.at(slot, t);
  for (const Slot other : near) {
    if (other == slot || bodies.slots().is_parked(other) || subsystems.is_related(number, other)) continue;
    const BodyAt body = bodies.at(other, t);
    const double reach = subsystems.rules().reach(subsystems[number], centre.mass, body.mass);
    if (norm(body.x - centre.x) < SubsystemRelations::to_relate * reach) subsystems.relate(number, other);
  }
  subsystems.renew_field_tide(number, t, centre);
  if (!subsystems.is_asleep(number)) {
    // They have acted before, one by one.
    const LinearTide tide = subsystems.tide_on(number, t, bodies);
    subsystems[number].attend(t, {true, 0, 0, 0, tide, tide});
  }
  subsystems.set_check_time(number, t);
}

void SubsystemEvents::note_contact(Slot slot, const SlotTable& table, const Subsystems& subsystems) {
  if (!subsystems.rules().finds_contacts()) return;
  const std::optional<Contact> contact = subsystems[table.subsystem(slot)].contact();
  if (!contact) return;
  const auto rows = table.member_rows(slot);
  record_.touched(table.id(rows[(*contact)[0]]), table.id(rows[(*contact)[1]]));
}

void SubsystemEvents::describe(Archive& archive) {
  archive.field("formations", formations_);
  archive.field("terminations", terminations_);
  archive.field("ended_inner_steps", ended_steps_);
  energy_.describe(archive);
  record_.describe(archive);
}

}  // namespace tucana
