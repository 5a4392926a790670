#include "tucana/integrators/neighbour/neighbour_changes.h"

#include <algorithm>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/neighbour/list_edits.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time.
constexpr std::size_t change_grain = 64;

bool has_in_sphere(const NeighbourBody& body, const BodyAt& state, const ChangePlan::Star& star) {
  return norm2(star.after.x - state.x) < body.sphere * body.sphere;
}

struct PlacedMass {
  double mass;
  Vec3 x;
};

/// Of all bodies but one and those on its list; both are in ascending order.
LinearTide tide_of_unlisted(Slot own, const Vec3& centre, std::span<const Slot> list, std::span<const Slot> all,
                            std::span<const PlacedMass> placed, double eps2) {
  LinearTide tide;
  auto listed = list.begin();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (listed != list.end() && *listed == all[k]) {
      ++listed;
    } else if (all[k] != own) {
      tide.add_mass(placed[k].mass, placed[k].x - centre, eps2);
    }
  }
  return tide;
}

}  // namespace

PartialForce NeighbourChanges::pull_on(const BodyAt& target, const BodyAt& source) const {
  return pull(source.mass, source.x - target.x, source.v - target.v, law());
}

/// Under the forces of those who have changed at the same time, if there are any.
std::vector<BodyAt> NeighbourChanges::corrected(std::span<const Slot> slots, Tick t) {
  state_.refresh_rows();
  trial_.make({slots.begin(), slots.end()}, t);
  std::vector<BodyAt> states;
  for (std::size_t k = 0; k < slots.size(); ++k)
    states.push_back({bodies_.row[index(slots[k])].mass, block_.rows[k].x, block_.rows[k].v});
  return states;
}

void NeighbourChanges::feel(const ChangedForces& forces, Tick t) {
  const bool may_shrink = !state_.steps.are_fixed();
  const DifferencesBySlot by_slot(forces.sources, bodies_.size());
  if (may_shrink)
    for (const ChangeForces::Difference& one : forces.sources)
      state_.fast_bodies.add(one.body, state_.cluster.speed2(), state_.frame, t);
  const BodyLists::Ranges ranges = bodies_.list.ranges_of(by_slot.slots());
  std::vector<Level> longest(forces.slot.size());
  for_each_index<change_grain>(state_.workers, forces.slot.size(), [&](std::size_t k) {
    NeighbourBody& body = bodies_.row[index(forces.slot[k])];
    PartialForce listed;
    if (bodies_.list.may_name_any(index(forces.slot[k]), ranges))
      listed = by_slot.pull_of_listed(bodies_.list[index(forces.slot[k])], forces.state[k], law());
    for (const ChangePlan::Star& star : forces.added)
      if (has_in_sphere(body, forces.state[k], star)) listed += pull_on(forces.state[k], star.after);
    longest[k] = Level::at_most(std::min(
        step_after_change(forces, k, body.total().a, body.regular_level.units(), state_.options.eta_start, law()),
        state_.fast_bodies.longest_step(forces.state[k].x, forces.state[k].v, state_.frame, t)));
    // Those who do not have a fast star on their lists feel it with their regular force.
    if (may_shrink) body.shorten_regular(longest[k], t);
    rewrite_past(body, listed, forces.change[k] - listed, t);
  });
  if (may_shrink)
    for (std::size_t k = 0; k < forces.slot.size(); ++k) state_.steps.limit(forces.slot[k], longest[k]);
  state_.note_change_of_all();
  find_owners(forces);
}

void NeighbourChanges::find_owners(const ChangedForces& forces) {
  owners_.assign(forces.added.size(), {});
  for (std::size_t number = 0; number < forces.added.size(); ++number)
    for (std::size_t k = 0; k < forces.slot.size(); ++k)
      if (has_in_sphere(bodies_.row[index(forces.slot[k])], forces.state[k], forces.added[number]))
        owners_[number].push_back(forces.slot[k]);
}

void NeighbourChanges::set_mass(Slot slot, double mass) {
  bodies_.row[index(slot)].mass = mass;
  state_.note_change(slot);
}

void NeighbourChanges::set(Slot slot, const BodyAt& body, Tick t) {
  bodies_.set(slot, body, t);
  state_.note_change(slot);
}

void NeighbourChanges::add(std::size_t number, Slot slot, const BodyAt& body, Tick t) {
  set(slot, body, t);
  for (const Slot owner : owners_[number]) bodies_.list.insert(index(owner), slot);
}

void NeighbourChanges::leave(std::span<const Slot> slots) {
  if (slots.empty()) return;
  for (const Slot slot : slots) {
    state_.steps.remove(slot);
    state_.note_change(slot);
  }
  bodies_.list.erase(slots);
}

void NeighbourChanges::join(std::span<const Slot> members, Tick t) {
  std::vector<BodyAt> felt;
  for (const Slot slot : members) felt.push_back(at(slot, t));
  bodies_.list.for_each_that_names(members, [&](std::size_t i) {
    if (std::ranges::find(members, slot_at(i)) != members.end()) return;
    PartialForce moved;
    for (std::size_t m = 0; m < members.size(); ++m)
      if (!bodies_.list.names(i, members[m])) moved += pull_on(at(slot_at(i), t), felt[m]);
    rewrite_past(bodies_.row[i], moved, PartialForce{} - moved, t);
    for (const Slot member : members) bodies_.list.erase(i, member);
    bodies_.list.insert(i, members.front());
    state_.note_change(slot_at(i));
  });
  for (const Slot slot : members) {
    state_.steps.remove(slot);
    state_.note_change(slot);
  }
}

void NeighbourChanges::part(std::span<const Slot> members) {
  state_.steps.remove(members.front());
  bodies_.list.for_each_that_names(members.first(1), [&](std::size_t i) {
    for (const Slot member : members.subspan(1)) bodies_.list.insert(i, member);
  });
}

std::vector<LinearTide> NeighbourChanges::tides_beyond(std::span<const Slot> slots, Tick t) {
  const std::vector<Slot> all = bodies_.slots.bodies();
  std::vector<PlacedMass> placed(all.size());
  for_each_index(state_.workers, all.size(), [&](std::size_t k) {
    const NeighbourBody& body = bodies_.row[index(all[k])];
    placed[k] = {body.mass, body.predicted(t).x};
  });
  std::vector<LinearTide> tides(slots.size());
  for_each_index<1>(state_.workers, slots.size(), [&](std::size_t k) {
    const Vec3 centre = bodies_.row[index(slots[k])].predicted(t).x;
    tides[k] = tide_of_unlisted(slots[k], centre, bodies_.list[index(slots[k])], all, placed, law().eps2);
  });
  return tides;
}

Tick NeighbourChanges::next_time(Slot slot) const {
  return state_.steps.now() + state_.steps.irregular().level(slot).step();
}

void NeighbourChanges::add_force(Slot slot, const PartialForce& force, Tick t) {
  rewrite_past(bodies_.row[index(slot)], force, {}, t);
  state_.irregular.write(slot);
  state_.mirror.mark_stale(slot);
}

void NeighbourChanges::restart(std::vector<Slot> slots, Tick t) {
  for (const Slot slot : slots)
    if (state_.steps.irregular().holds(slot)) state_.steps.remove(slot);
  list_new_heavy_bodies(t);
  state_.refresh_changed();
  if (!slots.empty()) first_.make(std::move(slots), t);
}

/// Bodies that have become heavy go onto all lists, from one sum to the other; those that are heavy no more leave the
/// lists at the next regular step.
void NeighbourChanges::list_new_heavy_bodies(Tick t) {
  state_.renew_heavy_bodies();
  if (state_.heavy.slots().empty()) return;
  const std::vector<Slot> all = bodies_.slots.bodies();
  for (const Slot slot : state_.heavy.slots()) {
    const BodyAt heavy = at(slot, t);
    std::vector<char> is_new(all.size());
    for_each_index(state_.workers, all.size(), [&](std::size_t k) {
      if (all[k] == slot || bodies_.list.names(index(all[k]), slot)) return;
      const PartialForce its = pull_on(at(all[k], t), heavy);
      rewrite_past(bodies_.row[index(all[k])], its, PartialForce{} - its, t);
      bodies_.list.insert(index(all[k]), slot);
      is_new[k] = 1;
    });
    for (std::size_t k = 0; k < all.size(); ++k)
      if (is_new[k] != 0) state_.note_change(all[k]);
  }
}

}  // namespace tucana
