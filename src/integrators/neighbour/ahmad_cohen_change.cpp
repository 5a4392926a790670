// Stars that change between two blocks, and subsystems that form and end.
#include <algorithm>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/list_edits.h"

namespace tucana {

/// The bodies of the neighbour scheme while they change: a change of a star is felt in the sum that contains it, and
/// lists name bodies that there are.
class AhmadCohen::Changing final : public ChangingBodies {
 public:
  explicit Changing(AhmadCohen& own) : own_(own), bodies_(own.bodies_) {}

  BodyAt at(Slot slot, Tick t) const override { return Predicted(bodies_).at(slot, t); }
  SlotTable& slots() override { return bodies_.slots; }
  Frame frame() const override { return own_.frame_; }

  std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t) override {
    own_.try_step({slots.begin(), slots.end()}, t);
    std::vector<BodyAt> states;
    for (std::size_t k = 0; k < slots.size(); ++k)
      states.push_back({bodies_.row[index(slots[k])].mass, own_.active_[k].x, own_.active_[k].v});
    return states;
  }

  void feel(const ChangedForces& forces, Tick t) override {
    const DifferencesBySlot by_slot(forces.sources, bodies_.size());
    std::vector<Level> longest(forces.slot.size());
    for_each_index<64>(own_.workers_, forces.slot.size(), [&](std::size_t k) {
      NeighbourBody& body = bodies_.row[index(forces.slot[k])];
      PartialForce listed = by_slot.pull_of_listed(bodies_.list[index(forces.slot[k])], forces.state[k], law());
      for (const ChangePlan::Star& star : forces.added)
        if (has_in_sphere(body, forces.state[k], star)) listed += pull_on(forces.state[k], star.after);
      longest[k] = Level::at_most(step_after_change(forces, k, body.total().a, own_.options_.eta_start, law()));
      rewrite_past(body, listed, forces.change[k] - listed, t);
    });
    for (std::size_t k = 0; k < forces.slot.size(); ++k)
      if (!own_.has_fixed_steps() && longest[k] < own_.schedule_.level(forces.slot[k]))
        own_.schedule_.place(forces.slot[k], longest[k]);
    find_owners(forces);
  }

  void set_mass(Slot slot, double mass) override { bodies_.row[index(slot)].mass = mass; }
  void set(Slot slot, const BodyAt& body, Tick t) override { bodies_.set(slot, body, t); }
  void add(std::size_t number, Slot slot, const BodyAt& body, Tick t) override {
    bodies_.set(slot, body, t);
    for (const Slot owner : owners_[number]) insert_sorted(bodies_.list[index(owner)], slot);
  }

  void leave(std::span<const Slot> slots) override {
    if (slots.empty()) return;
    for (const Slot slot : slots) own_.schedule_.remove(slot);
    erase_from_lists(bodies_.list, slots);
  }
  void fit_to_slots() override { bodies_.fit_to_slots(); }

  /// Those who had any of the members as neighbours have the centre instead, and with it the pulls of all members in
  /// the irregular force.
  void join(std::span<const Slot> members, Tick t) override {
    std::vector<BodyAt> felt;
    for (const Slot slot : members) felt.push_back(at(slot, t));
    for (const Slot slot : bodies_.slots.bodies()) {
      std::vector<Slot>& list = bodies_.list[index(slot)];
      const auto is_listed = [&](Slot member) { return std::ranges::binary_search(list, member); };
      if (std::ranges::find(members, slot) != members.end() || std::ranges::none_of(members, is_listed)) continue;
      PartialForce moved;
      for (std::size_t m = 0; m < members.size(); ++m)
        if (!is_listed(members[m])) moved += pull_on(at(slot, t), felt[m]);
      rewrite_past(bodies_.row[index(slot)], moved, PartialForce{} - moved, t);
      for (const Slot member : members) erase_sorted(list, member);
      insert_sorted(list, members.front());
    }
    for (const Slot slot : members) own_.schedule_.remove(slot);
  }

  /// Those who had the centre as a neighbour have all members as neighbours.
  void part(std::span<const Slot> members) override {
    own_.schedule_.remove(members.front());
    for (auto& list : bodies_.list) {
      if (!std::ranges::binary_search(list, members.front())) continue;
      for (const Slot member : members.subspan(1)) insert_sorted(list, member);
    }
  }

  void restart(std::vector<Slot> slots, Tick t) override { own_.restart(std::move(slots), t); }

 private:
  const PairLaw& law() const { return own_.options_.law; }
  PartialForce pull_on(const BodyAt& target, const BodyAt& source) const {
    return pull(source.mass, source.x - target.x, source.v - target.v, law());
  }
  static bool has_in_sphere(const NeighbourBody& body, const BodyAt& state, const ChangePlan::Star& star) {
    return norm2(star.after.x - state.x) < body.sphere * body.sphere;
  }

  /// New stars go onto the lists of those in whose sphere they are, as soon as they have slots.
  void find_owners(const ChangedForces& forces) {
    owners_.assign(forces.added.size(), {});
    for (std::size_t number = 0; number < forces.added.size(); ++number)
      for (std::size_t k = 0; k < forces.slot.size(); ++k)
        if (has_in_sphere(bodies_.row[index(forces.slot[k])], forces.state[k], forces.added[number]))
          owners_[number].push_back(forces.slot[k]);
  }

  AhmadCohen& own_;
  NeighbourBodies& bodies_;
  std::vector<std::vector<Slot>> owners_;
};

EnergyChange AhmadCohen::apply(const ChangeSet& set) {
  Changing bodies(*this);
  return changes_.apply(set, bodies, subsystems(), now());
}

void AhmadCohen::settle_subsystems(Tick t) {
  Changing bodies(*this);
  changes_.settle(std::vector(active_slots_), bodies, *subsystems_, t);
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
      const PartialForce its = pull(heavy.mass, there.x - here.x, there.v - here.v, options_.law);
      rewrite_past(body, its, PartialForce{} - its, t);
      insert_sorted(list, slot);
    });
  }
}

}  // namespace tucana
