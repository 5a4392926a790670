#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystem.h"
#include "tucana/fewbody/subsystem_counts.h"
#include "tucana/fewbody/subsystem_rules.h"
#include "tucana/fewbody/trial_exchange.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// All subsystems of a run, by number, and what they add to the forces between centres of mass. A body that is related
/// to a subsystem feels its members, and its centre feels the mean of what its members feel; to everybody else it is a
/// point. A subsystem without any relation is asleep: its members follow their own orbits, and nobody computes them.
///
/// An integrator calls, in each block, advance(), difference_on() for the due bodies that are concerned, and commit();
/// it knows nothing of what is inside.
class Subsystems {
 public:
  /// `background`, if there is any, must outlive this.
  Subsystems(std::shared_ptr<const SubsystemRules> rules, const PairLaw& law,
             const BackgroundTide* background = nullptr)
      : rules_(std::move(rules)), law_(law), background_(background) {}

  /// Those that are perturbed are divided between ranks from now on.
  void use(const TrialExchange& exchange) { exchange_ = exchange; }
  /// Differences of forces are wanted as series, from Surroundings that know paths; before anything is advanced.
  void use_paths() { has_paths_ = true; }
  /// Post-Newtonian forces act inside all subsystems that form from now on.
  void use(const Relativity& relativity) { relativity_ = relativity; }

  /// The work of these forces, at the time to which all have been brought; including subsystems that have ended.
  RelativisticWork relativistic_work() const;

  const SubsystemRules& rules() const { return *rules_; }
  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  const Subsystem& operator[](std::uint32_t number) const { return *entries_[number].inside; }
  Subsystem& operator[](std::uint32_t number) { return *entries_[number].inside; }

  /// A subsystem under a number that is not in use, in a slot, without relations.
  void add(std::uint32_t number, Slot slot, std::unique_ptr<Subsystem> inside);
  /// Its relations end with it.
  void remove(std::uint32_t number);
  /// A slot that holds nothing any more is related to nobody.
  void forget(Slot slot);

  // Relations between subsystems and bodies in other slots; these may hold subsystems too.
  std::span<const Slot> related(std::uint32_t number) const { return entries_[number].related; }
  bool is_related(std::uint32_t number, Slot slot) const;
  /// The subsystems that are related to the body in a slot, ascending.
  std::vector<std::uint32_t> that_see(Slot slot) const {
    return index(slot) < by_slot_.size() ? by_slot_[index(slot)].seen : std::vector<std::uint32_t>{};
  }
  void relate(std::uint32_t number, Slot slot);
  void unrelate(std::uint32_t number, Slot slot);
  bool is_asleep(std::uint32_t number) const {
    const Entry& entry = entries_[number];
    return entry.related.empty() && entry.field_tide == LinearTide{} && entry.inside->can_sleep();
  }

  /// The tide of a field at a place.
  LinearTide background_at(Tick t, const Vec3& x) const {
    return background_ != nullptr ? background_->tide_at(t, x) : LinearTide{};
  }
  /// What a subsystem feels of it, and of bodies that it is not related to, until this is called again.
  const LinearTide& field_tide(std::uint32_t number) const { return entries_[number].field_tide; }
  void renew_field_tide(std::uint32_t number, Tick t, const BodyAt& centre, const LinearTide& of_others = {});
  /// The last tide of bodies beyond its list that renew_field_tide() was given, if it was since the subsystem formed.
  const std::optional<LinearTide>& tide_beyond(std::uint32_t number) const { return entries_[number].tide_beyond; }
  void set_tide_beyond(std::uint32_t number, const LinearTide& tide) { entries_[number].tide_beyond = tide; }
  /// The tides of all that act on a subsystem.
  LinearTide tide_on(std::uint32_t number, Tick t, const Surroundings& around) const {
    return tide_on(number, t, around, entries_[number].field_tide);
  }
  /// The same with another field.
  LinearTide tide_on(std::uint32_t number, Tick t, const Surroundings& around, const LinearTide& of_field) const {
    const Entry& entry = entries_[number];
    return Tides(around, entry.slot, entry.related, law_, of_field).linear(t);
  }

  /// When those around a subsystem have to be examined again.
  Tick check_time(std::uint32_t number) const { return entries_[number].check_time; }
  void set_check_time(std::uint32_t number, Tick t) { entries_[number].check_time = t; }

  /// Brings to t, as a trial, every subsystem that has relations and is in a due slot or related to one.
  void advance(Tick t, std::span<const Slot> due, const Surroundings& around, Workers& workers);
  /// The same for all subsystems in some slots, those asleep included: for output and events.
  void show(Tick t, std::span<const Slot> slots, const Surroundings& around, Workers& workers);
  /// Whether forces on a slot have to be completed by difference_on().
  bool concern(Slot slot) const { return index(slot) < by_slot_.size() && is_concerned(by_slot_[index(slot)]); }
  /// What the force on a body, as a sum over centres of mass at places predicted to t, lacks: the members of related
  /// subsystems in place of their centres, and, for a subsystem, the mean over its own members. `target` is the body at
  /// the place for which the sum was made.
  PartialForce difference_on(Slot slot, const BodyAt& target, Tick t, const Surroundings& around) const;
  /// The same with its derivatives up to the snap, if the target's path is known up to its acceleration.
  ForceSeries difference_on_path(Slot slot, const BodyOnPath& target, Tick t, const Surroundings& around) const;
  /// The part of this that is due to one subsystem and one body: the force on the body, and that on the centre. Without
  /// paths snap and crackle are zero.
  struct Mutual {
    ForceSeries on_body, on_centre;
  };
  Mutual difference_between(std::uint32_t number, Slot slot, Tick t, const Surroundings& around) const;
  /// The trials become the state.
  void commit() noexcept;

  /// The members at the time of the last show(), relative to the centre.
  std::span<const BodyAt> members(std::uint32_t number) const { return entries_[number].members; }

  /// What there is at present, and the inner steps of these.
  SubsystemCounts counts() const;
  /// The same for what changed the energy, at the time of the last show().
  SubsystemEnergy energy() const;

  /// Slot i is from now on new_slot[i].
  void renumber(std::span<const Slot> new_slot);
  /// Loading throws InputError for kinds that the rules do not know, and for slots at or above `slots`.
  void describe(Archive& archive, std::size_t slots);

 private:
  struct Entry {
    std::unique_ptr<Subsystem> inside;  ///< null: the number is not in use
    Slot slot = no_slot;
    std::vector<Slot> related;  ///< ascending
    Tick check_time;
    LinearTide field_tide;
    std::optional<LinearTide> tide_beyond;
    // Of the last advance() or show():
    std::vector<BodyAt> members, images;
    std::vector<BodyOnPath> paths;  ///< the images, if paths are wanted
    bool is_needed = false;
    std::uint64_t last_steps = 0;  ///< in the last block that was committed
  };

  /// What concerns a slot: the subsystem in it, and those that it is related to.
  struct OfSlot {
    std::uint32_t own = none;
    std::vector<std::uint32_t> seen;  ///< ascending
    static constexpr std::uint32_t none = ~std::uint32_t{0};
  };
  bool is_concerned(const OfSlot& of) const {
    return !of.seen.empty() || (of.own != OfSlot::none && !is_asleep(of.own));
  }

  OfSlot& of(Slot slot);
  void sort_by_slot();
  std::uint32_t in_slot(Slot slot) const {
    return index(slot) < by_slot_.size() ? by_slot_[index(slot)].own : OfSlot::none;
  }
  void describe_entries(Archive& archive, std::size_t slots);
  void need(std::uint32_t number);
  /// All that forces on some slots depend on.
  void need_for(std::span<const Slot> due);
  void advance_one(Entry& entry, Tick t, const Surroundings& around) const;
  /// Whether those that are needed are divided between ranks; finds which can be, and what each of them costs.
  bool divides_needed();
  void advance_needed(Tick t, const Surroundings& around, Workers& workers, bool with_members);
  void find_images(Entry& entry, Tick t, const Surroundings& around) const;

  // subsystem_forces.cpp, for bodies with paths and without.

  /// What others feel of a subsystem, relative to its centre.
  template <class Body>
  static std::span<const Body> images_of(const Entry& entry);
  /// The same for the body in a slot; nothing where it is a point.
  template <class Body>
  std::span<const Body> images_in(Slot slot) const;
  template <class Body>
  auto difference_of(Slot slot, const Body& target, Tick t, const Surroundings& around) const;

  std::shared_ptr<const SubsystemRules> rules_;
  PairLaw law_;
  const BackgroundTide* background_;
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::vector<OfSlot> by_slot_;        ///< follows from the entries
  std::vector<std::uint32_t> needed_;  ///< have a trial
  Relativity relativity_;
  RelativisticWork ended_work_;  ///< of subsystems that have ended
  TrialExchange exchange_;
  bool has_paths_ = false;
  std::vector<std::uint32_t> divided_;  ///< whose trials ranks can share, with their costs: of the last advance()
  std::vector<double> costs_;
};

}  // namespace tucana
