// Stars that change between two blocks, and subsystems that form and end.
#include <algorithm>
#include <iterator>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/changes/subsystem_start.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/list_edits.h"
#include "tucana/integrators/step_criteria.h"

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
    for (const ChangeForces::Difference& one : forces.sources)
      if (!own_.has_fixed_steps()) own_.fast_bodies_.add(one.body, own_.cluster_.speed2(), own_.frame_, t);
    for_each_index<64>(own_.workers_, forces.slot.size(), [&](std::size_t k) {
      NeighbourBody& body = bodies_.row[index(forces.slot[k])];
      PartialForce listed = by_slot.pull_of_listed(bodies_.list[index(forces.slot[k])], forces.state[k], law());
      for (const ChangePlan::Star& star : forces.added)
        if (has_in_sphere(body, forces.state[k], star)) listed += pull_on(forces.state[k], star.after);
      longest[k] = Level::at_most(std::min(
          step_after_change(forces, k, body.total().a, body.regular_level.units(), own_.options_.eta_start, law()),
          own_.fast_bodies_.longest_step(forces.state[k].x, forces.state[k].v, own_.frame_, t)));
      // Those who do not have a fast star on their lists feel it with their regular force.
      if (!own_.has_fixed_steps() && longest[k] < body.regular_level) body.regular_level = longest[k];
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

  std::vector<Slot> near(Slot slot, double, Tick) override { return bodies_.list[index(slot)]; }
  /// Wide pairs feel bodies that are no neighbours: their sum over so small a distance is linear, and changes slowly.
  LinearTide tide_beyond(Slot slot, double radius, Tick t) override {
    if (radius <= bodies_.row[index(slot)].sphere) return {};
    std::vector<Slot> others;
    std::ranges::set_difference(bodies_.slots.bodies(), bodies_.list[index(slot)], std::back_inserter(others));
    std::erase(others, slot);
    return Tides(*this, slot, others, law()).linear(t);
  }
  /// Lists are renewed before anybody else arrives.
  double time_to_arrive(double, double) const override { return no_limit; }
  bool has_new_list(Slot slot, Tick t) const override { return bodies_.row[index(slot)].regular_time == t; }
  Tick next_time(Slot slot) const override { return own_.schedule_.now() + own_.schedule_.level(slot).step(); }
  void limit_step(Slot slot, double longest) override {
    const Level level = Level::at_most(longest);
    if (level < own_.schedule_.level(slot)) own_.schedule_.place(slot, level);
  }
  double acceleration(Slot slot) const override { return norm(bodies_.row[index(slot)].total().a); }
  void add_force(Slot slot, const PartialForce& force, Tick t) override {
    rewrite_past(bodies_.row[index(slot)], force, {}, t);
    own_.irregular_.write(slot);
    own_.mirror_.mark_stale(slot);
  }
  double speed2() const override { return own_.cluster_.speed2(); }
  double max_mass() const override { return own_.max_mass(); }

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

/// Pairs that are there at the start become one body before anything else is done. The slots of members are dropped at
/// once: half of all may be empty.
void AhmadCohen::begin_subsystems(const Stars& stars) {
  if (!subsystems_ || has_fixed_steps() || stars.size() < 2) return;
  Changing bodies(*this);
  find_heavy_bodies();
  find_scale();
  if (stars.systems.empty()) {
    refresh_from_bodies();
    const std::vector<Slot> all = bodies_.slots.bodies();
    std::vector<Slot> nearest(all.size());
    std::vector<double> distance2(all.size());
    engine_
        .evaluate(updated_sources(), Tick{0}, {all, stars.position, stars.velocity, {}}, options_.law,
                  {.acceleration = false, .nearest = true}, {{}, {}, {}, nearest, distance2, nullptr})
        .wait();
    begin_close_pairs(nearest, bodies, *subsystems_);
  } else {
    begin_known_systems(stars, bodies, *subsystems_);
  }
  if (subsystems_->empty()) return;
  const std::vector<Slot> new_slot = bodies_.slots.parked_last();
  bodies_.renumber(new_slot);
  subsystems_->renumber(new_slot);
}

void AhmadCohen::settle_subsystems(Tick t) {
  const ScopedSeconds timer(seconds_.subsystem);
  Changing bodies(*this);
  changes_.events().settle(std::vector(active_slots_), close_stars(), bodies, *subsystems_, t);
}

/// Of those that have just been stepped.
std::vector<Slot> AhmadCohen::close_stars() const {
  std::vector<Slot> close;
  const double others = max_mass(), speed2 = cluster_.speed2();
  for (const Slot slot : active_slots_) {
    const NeighbourBody& body = bodies_.row[index(slot)];
    if (!subsystems_->rules().may_be_close(body.mass, others, norm2(body.irregular.a), speed2)) continue;
    if (bodies_.slots.holds_star(slot)) close.push_back(slot);
  }
  return close;
}

double AhmadCohen::max_mass() const {
  double largest = heavy_.max_mass_of_others();
  for (const Slot slot : heavy_.slots()) largest = std::max(largest, bodies_.row[index(slot)].mass);
  return largest;
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
