#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "tucana/core/body_at.h"
#include "tucana/core/change_set.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// A ChangeSet in terms of the slots of an integrator: every star that changes, as it was and as it will be. What the
/// set says of one star in several lists comes together here, in the order of the lists.
class ChangePlan {
 public:
  struct Star {
    Slot slot = no_slot;  ///< no_slot: added
    StarId id{};
    bool is_gone = false;   ///< removed, or lost in a merger
    bool restarts = false;  ///< it has another velocity or position: nothing of its past can be used
    bool is_new() const { return slot == no_slot; }
    bool changes_mass_only() const { return !is_gone && !restarts && !is_new(); }
    BodyAt before, after;  ///< a new star has no former state, one that is gone no later one
  };

  /// Throws InputError for a set that cannot be carried out. A star inside a subsystem stands for its slot: see
  /// subsystems().
  ChangePlan(const ChangeSet& set, const SlotTable& slots);

  /// The slots of subsystems of which a star changes: these have to be ended, and the plan made again, before it can be
  /// carried out.
  const std::vector<Slot>& subsystems() const { return subsystems_; }

  /// The slots of the stars that there are already; they are the first ones of stars().
  const std::vector<Slot>& slots() const { return slots_; }
  /// The states of these, and added stars as the integrator has them: fills in the states of all.
  void set_states(std::span<const BodyAt> before, const StarsBuffer& added);

  std::span<const Star> stars() const { return stars_; }
  /// Throws InputError if a new or merged star would be at the place of another one; `others` are those that do not
  /// change.
  void check_places(std::span<const Slot> others, std::span<const Vec3> x, const SlotTable& slots) const;

  // The steps by which the states come about, for the energy that each takes. Numbers are those of stars().
  struct MassStep {
    std::size_t star;
    double mass;
  };
  struct KickStep {
    std::size_t star;
    Vec3 velocity_change, position_change;
  };
  struct MergerStep {
    std::size_t kept, lost;
    double mass;
  };
  const std::vector<MassStep>& mass_steps() const { return masses_; }
  const std::vector<KickStep>& kick_steps() const { return kicks_; }
  const std::vector<MergerStep>& merger_steps() const { return mergers_; }
  const std::vector<std::size_t>& removal_steps() const { return removals_; }

  struct NewRadius {
    Slot slot;
    double radius;
  };
  const std::vector<NewRadius>& radii() const { return radii_; }

 private:
  std::size_t star_of(StarId id, const std::unordered_map<std::int64_t, Slot>& slot_of);
  void read_changes(const ChangeSet& set, const std::unordered_map<std::int64_t, Slot>& slot_of);
  void read_added(const ChangeSet& set, const std::unordered_map<std::int64_t, Slot>& slot_of);

  std::vector<Star> stars_;
  std::unordered_map<std::int64_t, std::size_t> number_of_;  ///< in stars_
  std::vector<Slot> slots_, subsystems_;
  std::vector<MassStep> masses_;
  std::vector<KickStep> kicks_;
  std::vector<MergerStep> mergers_;
  std::vector<std::size_t> removals_;
  std::vector<NewRadius> radii_;
};

}  // namespace tucana
