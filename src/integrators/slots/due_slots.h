#pragma once

#include <algorithm>
#include <vector>

#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/slots/slot_bits.h"

namespace tucana {

/// The slots that are due at the next block time, in ascending order whatever that of the schedule: memory is then read
/// sequentially, and bodies that are close together in it share neighbours in the cache.
class DueSlots {
 public:
  /// `slots`: how many there are.
  void take(const BlockSchedule& schedule, std::size_t slots, std::vector<Slot>& due) {
    const auto unordered = schedule.due();
    due.resize(unordered.size());
    // Few slots are sorted, many are marked with a bit each: the bits of all slots have to be read then.
    if (unordered.size() * max_slots_per_due < slots) {
      std::ranges::copy(unordered, due.begin());
      std::ranges::sort(due);
      return;
    }
    bits_.resize(slots);
    for (const Slot slot : unordered) bits_.add(slot);
    bits_.take([next = due.begin()](Slot slot) mutable { *next++ = slot; });
  }

  std::size_t bytes() const { return bits_.bytes(); }

 private:
  static constexpr std::size_t max_slots_per_due = 1024;

  SlotBits bits_;
};

}  // namespace tucana
