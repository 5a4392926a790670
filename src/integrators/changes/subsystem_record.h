#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/core/event.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// What happens to subsystems, as events for those who read about a run. A star may leave its companion and find
/// another one in several stages, as a pair, in a group, and as a pair again: so the companions of stars in groups, and
/// of stars that have left a pair, are known until they have one again. That is state.
class SubsystemRecord {
 public:
  /// At the beginning of a run, or when stars become a subsystem; `members` may be in it already. All states are
  /// relative to one point, in the order of the members.
  void begun(const Subsystem& subsystem, std::span<const StarId> members, std::span<const BodyAt> states);
  void formed(const Subsystem& subsystem, std::span<const StarId> members, std::span<const BodyAt> states,
              const SlotTable& table);
  /// A subsystem is about to become part of a larger one.
  void joins(const Subsystem& subsystem, std::span<const StarId> members, std::span<const BodyAt> states);
  /// It ends into single stars and smaller subsystems, which are reported after it.
  void ended(const Subsystem& subsystem, std::span<const StarId> members, std::span<const BodyAt> states);
  /// A star has left a group of which the others go on together.
  void escaped(StarId star) { events_.push_back({"group_escape", {star}}); }
  /// Subsystem::take_notice().
  void noticed(std::string_view what, std::span<const StarId> members) {
    events_.push_back({std::string(what), {members.begin(), members.end()}});
  }
  /// Two members of a subsystem have touched. Those who want to know act before the next block; so nothing is told
  /// twice.
  void touched(StarId one, StarId other);

  /// What has happened since the last call.
  std::vector<Event> take() { return std::exchange(events_, {}); }
  void describe(Archive& archive);

 private:
  void note_companions(std::span<const StarId> members, std::span<const BodyAt> states);
  void compare(StarId star, StarId companion, const Event& orbit, const SlotTable& table);

  std::vector<Event> events_;
  std::map<StarId, StarId> companions_;
};

}  // namespace tucana
