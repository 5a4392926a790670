#pragma once

#include <span>
#include <vector>

#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/neighbour/first_steps.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/predicted_bodies.h"
#include "tucana/integrators/neighbour/trial_step.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// The bodies of the neighbour scheme while they change between two blocks (docs/theory/changes.md): a change of a star
/// is felt in the sum that contains it, and lists name bodies that there are.
class NeighbourChanges final : public ChangingBodies {
 public:
  /// All parts must outlive this; nothing is kept from one change to the next.
  NeighbourChanges(NeighbourState& state, ActiveBlock& block, TrialStep& trial, FirstSteps& first)
      : state_(state), bodies_(state.bodies), block_(block), trial_(trial), first_(first) {}

  BodyAt at(Slot slot, Tick t) const override { return PredictedBodies(bodies_).at(slot, t); }
  BodyAt about(Slot slot, Tick t) const override { return state_.irregular.about(slot, t); }
  SlotTable& slots() override { return bodies_.slots; }
  Frame frame() const override { return state_.frame; }

  std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t) override;
  void feel(const ChangedForces& forces, Tick t) override;
  void set_mass(Slot slot, double mass) override;
  void set(Slot slot, const BodyAt& body, Tick t) override;
  void add(std::size_t number, Slot slot, const BodyAt& body, Tick t) override;
  void leave(std::span<const Slot> slots) override;
  void fit_to_slots() override { bodies_.fit_to_slots(); }
  /// Those who had any of the members as neighbours have the centre instead, and with it the pulls of all members in
  /// the irregular force.
  void join(std::span<const Slot> members, Tick t) override;
  /// Those who had the centre as a neighbour have all members as neighbours.
  void part(std::span<const Slot> members) override;

  std::vector<Slot> near(Slot slot, double, Tick) override { return bodies_.list[index(slot)]; }
  bool shares_near() const override { return true; }
  /// Wide pairs feel bodies that are no neighbours: their sum over so small a distance is linear, and changes slowly.
  std::vector<LinearTide> tides_beyond(std::span<const Slot> slots, Tick t) override;
  double known_radius(Slot slot) const override { return bodies_.row[index(slot)].sphere; }
  /// All bodies within half a sphere are listed, however they move.
  double listed_radius(Slot slot) const override { return bodies_.row[index(slot)].sphere / 2; }
  /// Lists are renewed before anybody else arrives.
  double time_to_arrive(double, double) const override { return no_limit; }
  bool has_new_list(Slot slot, Tick t) const override { return bodies_.row[index(slot)].regular_time == t; }
  Tick next_time(Slot slot) const override;
  void limit_step(Slot slot, double longest) override { state_.steps.limit(slot, Level::at_most(longest)); }
  double acceleration(Slot slot) const override { return norm(bodies_.row[index(slot)].total().a); }
  void add_force(Slot slot, const PartialForce& force, Tick t) override;
  double speed2() const override { return state_.cluster.speed2(); }
  double max_mass() const override { return state_.max_mass(); }

  void restart(std::vector<Slot> slots, Tick t) override;

 private:
  const PairLaw& law() const { return state_.options.law; }
  PartialForce pull_on(const BodyAt& target, const BodyAt& source) const;
  /// New stars go onto the lists of those in whose sphere they are, as soon as they have slots.
  void find_owners(const ChangedForces& forces);
  void list_new_heavy_bodies(Tick t);

  NeighbourState& state_;
  NeighbourBodies& bodies_;
  ActiveBlock& block_;
  TrialStep& trial_;
  FirstSteps& first_;
  std::vector<std::vector<Slot>> owners_;  ///< between feel() and add(): of each new star
};

}  // namespace tucana
