#include "tucana/integrators/changes/orbit_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "tucana/core/error.h"
#include "tucana/integrators/slots/subsystem_changes.h"

namespace tucana {
namespace {

/// Where a star inside a subsystem is.
struct Inside {
  Slot slot;
  std::uint32_t row;
  std::size_t member;
};
using Insides = std::unordered_map<std::int64_t, Inside>;

Insides stars_inside(const SlotTable& slots) {
  Insides inside;
  if (!slots.has_subsystems()) return inside;
  for (const Slot slot : slots.bodies()) {
    if (!slots.holds_subsystem(slot)) continue;
    const auto rows = slots.member_rows(slot);
    for (std::size_t m = 0; m < rows.size(); ++m) inside.emplace(value(slots.id(rows[m])), Inside{slot, rows[m], m});
  }
  return inside;
}

bool is_valid(const ChangeSet::NewOrbit& orbit) {
  const auto is_amount = [](double x) { return std::isfinite(x) && x >= 0; };
  return is_amount(orbit.first_mass) && is_amount(orbit.second_mass) && orbit.first_mass + orbit.second_mass > 0 &&
         is_finite(orbit.position) && is_finite(orbit.velocity) && norm2(orbit.position) > 0;
}

/// Kinetic energy of the centre, and the energy of two members relative to it, with all digits that these have.
double own_energy(const BodyAt& centre, double mass, std::span<const BodyAt> members, const Vec3& frame_velocity) {
  double energy = 0.5 * mass * norm2(frame_velocity + centre.v);
  for (const BodyAt& member : members) energy += 0.5 * member.mass * norm2(member.v);
  return energy - members[0].mass * members[1].mass / norm(members[0].x - members[1].x);
}

void add_at(const BodyAt& centre, std::span<const BodyAt> members, std::vector<BodyAt>& all) {
  for (const BodyAt& member : members) all.push_back({member.mass, centre.x + member.x, centre.v + member.v});
}

}  // namespace

OrbitChanges::OrbitChanges(const ChangeSet& set, const SlotTable& slots) {
  if (set.orbits.empty() && (set.radii.empty() || !slots.has_subsystems())) return;
  rest_ = set;
  rest_.orbits.clear();
  take_orbits(set, slots);
  take_radii(set, slots);
}

void OrbitChanges::take_orbits(const ChangeSet& set, const SlotTable& slots) {
  if (set.orbits.empty()) return;
  const Insides inside = stars_inside(slots);
  std::unordered_set<std::int64_t> named;
  for (const ChangeSet::NewOrbit& orbit : set.orbits) {
    const auto refuse = [&](const char* why) {
      throw InputError(fmt::format("stars {} and {} {}", value(orbit.first), value(orbit.second), why));
    };
    const auto first = inside.find(value(orbit.first)), second = inside.find(value(orbit.second));
    if (first == inside.end() || second == inside.end() || first->second.slot != second->second.slot ||
        first == second || slots.member_rows(first->second.slot).size() != 2)
      refuse("cannot get another orbit: they are no pair");
    if (!is_valid(orbit)) refuse("cannot get another orbit: it has no mass, no size or is not finite");
    if (!named.insert(value(orbit.first)).second || !named.insert(value(orbit.second)).second)
      refuse("get another orbit twice");
    Pair pair{first->second.slot, {}, orbit.first_mass + orbit.second_mass, {}, {}};
    const double part = orbit.second_mass / pair.mass;
    pair.after = {{orbit.first_mass, part * orbit.position, part * orbit.velocity},
                  {orbit.second_mass, (part - 1) * orbit.position, (part - 1) * orbit.velocity}};
    if (first->second.member == 1) std::swap(pair.after[0], pair.after[1]);
    pairs_.push_back(std::move(pair));
  }
}

/// Stars of which anything else changes leave their subsystem, if that is still to come.
void OrbitChanges::take_radii(const ChangeSet& set, const SlotTable& slots) {
  const Insides inside = stars_inside(slots);
  std::unordered_set<std::uint32_t> ending;  // slots
  const auto ends = [&](StarId star) {
    if (const auto found = inside.find(value(star)); found != inside.end()) ending.insert(index(found->second.slot));
  };
  for (const auto& change : set.masses) ends(change.star);
  for (const auto& change : set.kicks) ends(change.star);
  for (const auto& merger : set.mergers) ends(merger.kept), ends(merger.lost);
  for (const StarId star : set.removed) ends(star);
  std::unordered_set<std::int64_t> taken;
  for (const auto& [star, radius] : set.radii) {
    const auto found = inside.find(value(star));
    if (found == inside.end() || ending.contains(index(found->second.slot))) continue;
    if (!(std::isfinite(radius) && radius >= 0))
      throw InputError(fmt::format("star {} cannot have radius {}", value(star), radius));
    if (!taken.insert(value(star)).second)
      throw InputError(fmt::format("star {} is named twice among those that get a radius", value(star)));
    radii_.push_back({found->second.slot, found->second.row, radius});
  }
  std::erase_if(rest_.radii, [&](const ChangeSet::NewRadius& one) { return taken.contains(value(one.star)); });
}

void OrbitChanges::find_states(ChangingBodies& bodies, Subsystems& subsystems, Workers& workers, Tick t) {
  std::vector<Slot> slots;
  for (const Pair& pair : pairs_) slots.push_back(pair.slot);
  const std::vector<BodyAt> centres = bodies.corrected(slots, t);
  subsystems.show(t, slots, bodies, workers);
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto members = subsystems.members(bodies.slots().subsystem(slots[k]));
    pairs_[k].centre = centres[k];
    pairs_[k].before.assign(members.begin(), members.end());
  }
}

/// Where all stars are, before and after.
double OrbitChanges::energy(ChangingBodies& bodies, Subsystems& subsystems, ChangeForces& forces, Workers& workers,
                            Tick t) const {
  std::vector<Slot> others = bodies.slots().bodies();
  std::unordered_set<std::uint32_t> changed;
  for (const Pair& pair : pairs_) changed.insert(index(pair.slot));
  std::erase_if(others, [&](Slot slot) { return changed.contains(index(slot)); });
  std::vector<BodyAt> states;
  for (const Slot slot : others) states.push_back(bodies.at(slot, t));
  subsystems.show(t, others, bodies, workers);
  states = resolve_members(bodies.slots(), others, states, subsystems);
  std::vector<BodyAt> before, after;
  double sum = 0;
  for (const Pair& pair : pairs_) {
    const Vec3 frame = bodies.frame().velocity();
    sum += own_energy(pair.centre, pair.mass, pair.after, frame) -
           own_energy(pair.centre, pair.centre.mass, pair.before, frame);
    add_at(pair.centre, pair.before, before);
    add_at(pair.centre, pair.after, after);
  }
  return sum + forces.outer_energy_of_pairs(after, states) - forces.outer_energy_of_pairs(before, states);
}

/// The centres as sources of other masses, for all bodies.
void OrbitChanges::feel(ChangingBodies& bodies, ChangeForces& forces, Tick t) const {
  std::vector<ChangeForces::Difference> sources;
  for (const Pair& pair : pairs_) {
    const BodyAt felt = bodies.at(pair.slot, t);
    if (pair.mass != felt.mass) sources.push_back({pair.slot, {pair.mass - felt.mass, felt.x, felt.v}});
  }
  if (sources.empty()) return;
  ChangedForces changed;
  changed.slot = bodies.slots().bodies();
  std::vector<ChangeForces::Target> targets;
  for (const Slot slot : changed.slot) {
    changed.state.push_back(bodies.at(slot, t));
    targets.push_back({slot, changed.state.back().x, changed.state.back().v});
  }
  changed.change = forces.on_targets(sources, targets);
  changed.sources = sources;
  bodies.feel(changed, t);
}

/// With what those who feel the members notice of it.
void OrbitChanges::change_insides(ChangingBodies& bodies, Subsystems& subsystems, Workers& workers, Tick t) {
  std::vector<Slot> shown;
  std::set<std::pair<Slot, Slot>> relations;  // each once, whoever of two subsystems has it
  for (const Pair& pair : pairs_) {
    shown.push_back(pair.slot);
    for (const Slot other : subsystems.related(bodies.slots().subsystem(pair.slot))) {
      shown.push_back(other);
      if (!relations.contains({other, pair.slot})) relations.insert({pair.slot, other});
    }
  }
  std::map<Slot, ForceSeries> change;
  const auto show_and_add = [&](double sign) {
    subsystems.show(t, shown, bodies, workers);
    for (const auto& [slot, other] : relations) {
      const auto mutual = subsystems.difference_between(bodies.slots().subsystem(slot), other, t, bodies);
      change[other] += sign * mutual.on_body;
      change[slot] += sign * mutual.on_centre;
    }
    subsystems.commit();
  };
  show_and_add(-1);
  for (const Pair& pair : pairs_) {
    const std::uint32_t number = bodies.slots().subsystem(pair.slot);
    bodies.set_mass(pair.slot, pair.mass);
    subsystems[number].set_members(t, pair.after, subsystems.tide_on(number, t, bodies));
    subsystems.set_check_time(number, t);
  }
  show_and_add(1);
  for (const auto& [slot, force] : change)
    if (norm2(force.a) + norm2(force.j) > 0) bodies.add_series(slot, force, t);
}

double OrbitChanges::apply(ChangingBodies& bodies, Subsystems& subsystems, ChangeForces& forces, Workers& workers,
                           Tick t) {
  double energy_change = 0;
  if (!pairs_.empty()) {
    find_states(bodies, subsystems, workers, t);
    energy_change = energy(bodies, subsystems, forces, workers, t);
    feel(bodies, forces, t);
    change_insides(bodies, subsystems, workers, t);
    bodies.restart({}, t);
  }
  SlotTable& table = bodies.slots();
  for (const RadiusInside& one : radii_) table.set_row_radius(one.row, one.radius);
  for (const RadiusInside& one : radii_) {
    if (!subsystems.rules().finds_contacts()) break;
    std::vector<double> radii;
    for (const std::uint32_t row : table.member_rows(one.slot)) radii.push_back(table.radius(row));
    subsystems[table.subsystem(one.slot)].set_radii(radii);
  }
  return energy_change;
}

}  // namespace tucana
