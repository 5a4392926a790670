#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/ids.h"
#include "tucana/core/tick.h"

namespace tucana {

/// Which bodies are due when (docs/theory/block_steps.md). The slots are in one list sorted by step, shortest first,
/// with the position where each step ends (Wang et al. 2015, section 3.3.1): the slots due at a time are the beginning
/// of the list, and a slot changes its step by swaps with the ends of the steps in between. Both cost time in
/// proportion to the number of due slots, never to N. This works because the time of every body is a multiple of its
/// step.
class BlockSchedule {
 public:
  static constexpr int levels = 63;

  /// Removes all slots; the time of the schedule becomes `now`.
  void clear(Tick now);
  /// Adds a new slot, or moves a known one to another step.
  void place(Slot slot, Level level);
  void remove(Slot slot);
  /// Slot i is from now on new_slot[i], with its step; a permutation of all slots, including those without a step.
  void renumber(std::span<const Slot> new_slot);

  std::size_t size() const { return sorted_.size(); }
  bool holds(Slot slot) const { return index(slot) < place_of_.size() && place_of_[index(slot)] != nowhere; }
  Level level(Slot slot) const { return {level_of_[index(slot)]}; }
  Tick now() const { return now_; }
  /// The shortest step present; the schedule must not be empty.
  Level shortest() const { return level(sorted_.front()); }

  Level longest() const { return level(sorted_.back()); }
  /// The time that a slot has reached: when it was last due, now() rounded down to its step.
  Tick time_of(Slot slot) const { return {now_.n & ~(level(slot).step().n - 1)}; }
  /// Whether all slots have reached now().
  bool all_together() const { return longest().divides(now_); }

  /// The next block time: the first multiple of the shortest step after now().
  Tick next() const;
  /// The slots that are due at next(). The view ends with the next place() or remove().
  std::span<const Slot> due() const;
  /// Moves to next() and returns the slots that are due there.
  std::span<const Slot> advance();

  /// Moves to a time before next(), or to next() where the caller knows which slots are due: for a schedule whose slots
  /// are due at block times of another one.
  void advance_to(Tick t);

  /// List entries handed out or moved since the start: what a scan of all bodies is compared with.
  std::uint64_t operations() const { return operations_; }

  std::size_t bytes() const {
    return sorted_.capacity() * sizeof(Slot) + place_of_.capacity() * sizeof(std::uint32_t) + level_of_.capacity();
  }
  /// `slots`: how many there are; loading throws InputError when one is named that there is not.
  void describe(Archive& archive, std::size_t slots);
  /// Whether these slots have a step, and no others.
  bool holds_exactly(std::span<const Slot> slots) const;

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  void put(std::size_t place, Slot slot);
  void swap_to(std::size_t from, std::size_t to);

  Tick now_;
  std::vector<Slot> sorted_;
  /// Number of slots with this step or a shorter one.
  std::array<std::uint32_t, levels> end_{};
  std::vector<std::uint32_t> place_of_;
  std::vector<std::uint8_t> level_of_;
  std::uint64_t operations_ = 0;
};

/// The step of a body that has reached block time t with step `old`, where the criterion wants `wanted` time units
/// (McMillan 1986; Makino 1991): shrinks by any power of two, grows by one doubling, and only if t is a multiple of the
/// doubled step and that is not above `largest`.
Level next_level(Tick t, Level old, double wanted, Level largest);

/// The step of a body that starts at t: the largest one not above `wanted` and `largest` that divides t.
Level first_level(Tick t, double wanted, Level largest);

}  // namespace tucana
