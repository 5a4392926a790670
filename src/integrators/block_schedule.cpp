#include "tucana/integrators/block_schedule.h"

#include <algorithm>
#include <limits>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {

void BlockSchedule::clear(Tick now) {
  now_ = now;
  sorted_.clear();
  end_.fill(0);
  place_of_.clear();
  level_of_.clear();
}

void BlockSchedule::put(std::size_t place, Slot slot) {
  sorted_[place] = slot;
  place_of_[index(slot)] = static_cast<std::uint32_t>(place);
  ++operations_;
}

void BlockSchedule::swap_to(std::size_t from, std::size_t to) {
  if (from == to) return;
  const Slot a = sorted_[from], b = sorted_[to];
  put(to, a);
  put(from, b);
}

void BlockSchedule::place(Slot slot, Level level) {
  TUCANA_EXPECT(level.log2 >= 0 && level.log2 < levels);
  if (index(slot) >= place_of_.size()) {
    place_of_.resize(index(slot) + 1, nowhere);
    level_of_.resize(index(slot) + 1, 0);
  }
  const auto target = static_cast<std::size_t>(level.log2);
  if (!holds(slot)) {  // enters at the end, as if it had the longest step
    sorted_.push_back(slot);
    put(sorted_.size() - 1, slot);
    ++end_.back();
    level_of_[index(slot)] = levels - 1;
  }
  std::size_t at = level_of_[index(slot)];
  if (at == target) return;
  // Towards shorter steps: become the first of this step, then the last of the next shorter one.
  while (at > target) {
    --at;
    swap_to(place_of_[index(slot)], end_[at]);
    ++end_[at];
  }
  // Towards longer steps: become the last of this step, then the first of the next longer one.
  while (at < target) {
    --end_[at];
    swap_to(place_of_[index(slot)], end_[at]);
    ++at;
  }
  level_of_[index(slot)] = static_cast<std::uint8_t>(target);
}

void BlockSchedule::remove(Slot slot) {
  TUCANA_EXPECT(holds(slot));
  place(slot, {levels - 1});
  const Slot last = sorted_.back();
  put(place_of_[index(slot)], last);
  sorted_.pop_back();
  --end_.back();
  place_of_[index(slot)] = nowhere;
}

void BlockSchedule::renumber(std::span<const Slot> new_slot) {
  TUCANA_EXPECT(new_slot.size() >= place_of_.size());
  const std::vector<std::uint8_t> before = level_of_;
  place_of_.assign(new_slot.size(), nowhere);
  level_of_.assign(new_slot.size(), 0);
  for (std::size_t place = 0; place < sorted_.size(); ++place) {
    const Slot slot = new_slot[index(sorted_[place])];
    level_of_[index(slot)] = before[index(sorted_[place])];
    put(place, slot);
  }
}

Tick BlockSchedule::next() const {
  TUCANA_EXPECT(!sorted_.empty());
  // Not now + step: the only body with the shortest step may have gone since.
  return shortest().next_multiple(now_);
}

std::span<const Slot> BlockSchedule::due() const {
  const auto longest_due = static_cast<std::size_t>(std::min(Level::largest_dividing(next()).log2, levels - 1));
  return std::span(sorted_).first(end_[longest_due]);
}

std::span<const Slot> BlockSchedule::advance() {
  const auto slots = due();
  now_ = next();
  operations_ += slots.size();
  return slots;
}

void BlockSchedule::advance_to(Tick t) {
  TUCANA_EXPECT(now_ <= t && (sorted_.empty() || t <= next()));
  now_ = t;
}

bool BlockSchedule::holds_exactly(std::span<const Slot> slots) const {
  return sorted_.size() == slots.size() && std::ranges::all_of(slots, [&](Slot slot) { return holds(slot); });
}

void BlockSchedule::describe(Archive& archive, std::size_t slots) {
  archive.field("now", now_);
  archive.field("slots", sorted_);
  archive.field("operations", operations_);
  // Levels in list order determine the rest: where each step ends and where each slot is.
  std::vector<std::uint8_t> level_in_order;
  for (const Slot slot : sorted_) {
    if (!archive.loading()) level_in_order.push_back(level_of_[index(slot)]);
  }
  archive.field("levels", level_in_order);
  if (!archive.loading()) return;
  if (level_in_order.size() != sorted_.size() || !std::is_sorted(level_in_order.begin(), level_in_order.end()) ||
      (!level_in_order.empty() && level_in_order.back() >= levels)) {
    throw InputError("the block schedule of the checkpoint is damaged: levels and slots do not fit together");
  }
  check_loaded(std::all_of(sorted_.begin(), sorted_.end(), [&](Slot slot) { return index(slot) < slots; }),
               "its block schedule names a slot that there is not");
  const std::int64_t longest_step = sorted_.empty() ? 1 : Level{level_in_order.back()}.step().n;
  check_loaded(now_.n >= 0 && now_.n <= std::numeric_limits<std::int64_t>::max() - longest_step,
               "the time of its block schedule is out of range");
  end_.fill(0);
  place_of_.clear();
  level_of_.clear();
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const std::size_t slot = index(sorted_[i]);
    if (slot >= place_of_.size()) place_of_.resize(slot + 1, nowhere), level_of_.resize(slot + 1, 0);
    if (place_of_[slot] != nowhere) throw InputError("the block schedule of the checkpoint names a slot twice");
    place_of_[slot] = static_cast<std::uint32_t>(i);
    level_of_[slot] = level_in_order[i];
    for (std::size_t k = level_in_order[i]; k < levels; ++k) ++end_[k];
  }
}

Level next_level(Tick t, Level old, double wanted, Level largest) {
  const Level fits = std::min(Level::at_most(wanted), largest);
  if (fits <= old) return fits;
  const Level doubled{old.log2 + 1};
  return doubled.divides(t) ? doubled : old;
}

Level first_level(Tick t, double wanted, Level largest) {
  return std::min({Level::at_most(wanted), largest, Level::largest_dividing(t)});
}

}  // namespace tucana
