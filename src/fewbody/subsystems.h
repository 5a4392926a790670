#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystem.h"
#include "tucana/fewbody/subsystem_rules.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// All subsystems of a run, by number, and what they add to the forces between centres of mass. Bodies that are related
/// to a subsystem feel its members, and its centre feels the mean of what its members feel; everybody else feels the
/// centre. An integrator calls, in each block, advance(), difference_on() for the due bodies that are concerned,
/// commit(), and asks for events afterwards; it knows nothing of what is inside.
class Subsystems {
 public:
  /// The rules must outlive this.
  Subsystems(const SubsystemRules& rules, const PairLaw& law) : rules_(&rules), law_(law) {}

  const SubsystemRules& rules() const { return *rules_; }
  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  const Subsystem& operator[](std::uint32_t number) const { return *entries_[number].inside; }

  /// A subsystem under a number that is not in use, in a slot.
  void add(std::uint32_t number, Slot slot, std::unique_ptr<Subsystem> inside, std::vector<Slot> related);
  void remove(std::uint32_t number);

  /// Brings to t, as a trial, every subsystem that is in a due slot or related to one.
  void advance(Tick t, std::span<const Slot> due, const Surroundings& around, Workers& workers);
  /// Whether forces on a slot have to be completed by difference_on(), as known since the last advance().
  bool concern(Slot slot) const { return index(slot) < by_slot_.size() && by_slot_[index(slot)].is_concerned(); }
  /// What the force on a body, as a sum over centres of mass at places predicted to t, lacks: the members of related
  /// subsystems in place of their centres, and, for a subsystem, the mean over its own members. `target` is the body at
  /// the place for which the sum was made.
  PartialForce difference_on(Slot slot, const BodyAt& target, Tick t, const Surroundings& around) const;
  /// The trials become the state.
  void commit() noexcept;

  /// The members of a subsystem at the time of the last advance(), relative to its centre.
  std::span<const BodyAt> members(std::uint32_t number) const { return entries_[number].members; }

  /// Which of the subsystems in these slots end at t.
  std::vector<Slot> endings(Tick t, std::span<const Slot> slots) const;

  /// Slot i is from now on new_slot[i].
  void renumber(std::span<const Slot> new_slot);
  /// A slot that holds nothing any more is related to nobody.
  void forget(Slot slot);
  /// Loading throws InputError for kinds that the rules do not know, and for slots at or above `slots`.
  void describe(Archive& archive, std::size_t slots);

 private:
  struct Entry {
    std::unique_ptr<Subsystem> inside;  ///< null: the number is not in use
    Slot slot = no_slot;
    std::vector<Slot> related;  ///< ascending
    std::vector<BodyAt> members;
    bool is_advanced = false;  ///< has a trial
  };

  /// What concerns a slot: the subsystem in it, and those that it is related to.
  struct OfSlot {
    std::uint32_t own = none;
    std::vector<std::uint32_t> seen;  ///< ascending
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    bool is_concerned() const { return own != none || !seen.empty(); }
  };

  void sort_by_slot();
  const Entry* in_slot(Slot slot) const;
  /// The force of a body on a point, of its members if it is a subsystem that is seen one by one.
  PartialForce pull_of(const BodyAt& body, std::span<const BodyAt> members, const Vec3& x, const Vec3& v) const;

  const SubsystemRules* rules_;
  PairLaw law_;
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::vector<OfSlot> by_slot_;  ///< follows from the entries
  bool is_sorted_ = true;        ///< whether it does
};

}  // namespace tucana
