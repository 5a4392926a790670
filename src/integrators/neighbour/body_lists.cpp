#include "tucana/integrators/neighbour/body_lists.h"

#include <algorithm>
#include <bit>

namespace tucana {

void BodyLists::resize(std::size_t n) {
  lists_.resize(n);
  ranges_.resize(n);
  const auto shift = n <= 64 ? 0 : static_cast<unsigned>(std::bit_width(n - 1)) - 6;
  if (shift == shift_) return;
  shift_ = shift;
  find_ranges();
}

void BodyLists::find_ranges() {
  for (std::size_t i = 0; i < size(); ++i) ranges_[i] = ranges_of(lists_[i]);
}

void BodyLists::assign(std::size_t i, std::span<const Slot> slots) {
  lists_[i].assign(slots.begin(), slots.end());
  ranges_[i] = ranges_of(slots);
}

void BodyLists::insert(std::size_t i, Slot slot) {
  std::vector<Slot>& list = lists_[i];
  list.insert(std::ranges::lower_bound(list, slot), slot);
  ranges_[i] |= range_of(slot);
}

void BodyLists::erase(std::size_t i, Slot slot) {
  std::vector<Slot>& list = lists_[i];
  const auto place = std::ranges::lower_bound(list, slot);
  if (place != list.end() && *place == slot) list.erase(place);
}

void BodyLists::erase(std::span<const Slot> slots) {
  std::vector<Slot> sorted(slots.begin(), slots.end());
  std::ranges::sort(sorted);
  const Ranges ranges = ranges_of(sorted);
  for (std::size_t i = 0; i < size(); ++i) {
    if (!may_name_any(i, ranges)) continue;
    std::erase_if(lists_[i], [&](Slot slot) { return std::ranges::binary_search(sorted, slot); });
    ranges_[i] = ranges_of(lists_[i]);
  }
}

bool BodyLists::names(std::size_t i, Slot slot) const {
  return (ranges_[i] & range_of(slot)) != 0 && std::ranges::binary_search(lists_[i], slot);
}

bool BodyLists::names_any(std::size_t i, std::span<const Slot> slots) const {
  return std::ranges::any_of(slots, [&](Slot slot) { return names(i, slot); });
}

BodyLists::Ranges BodyLists::ranges_of(std::span<const Slot> slots) const {
  Ranges ranges = 0;
  for (const Slot slot : slots) ranges |= range_of(slot);
  return ranges;
}

void BodyLists::take_renumbered(std::size_t i, BodyLists& others, std::size_t from, std::span<const Slot> new_slot,
                                SlotBits& bits) {
  std::vector<Slot>& list = lists_[i];
  list.swap(others.lists_[from]);
  for (const Slot slot : list) bits.add(new_slot[index(slot)]);
  bits.take([next = list.begin()](Slot slot) mutable { *next++ = slot; });
  ranges_[i] = ranges_of(list);
}

void BodyLists::swap(BodyLists& other) noexcept {
  lists_.swap(other.lists_);
  ranges_.swap(other.ranges_);
  std::swap(shift_, other.shift_);
}

void BodyLists::describe(Archive& archive, std::string_view name) {
  archive.lists(name, lists_);
  if (!archive.loading()) return;
  const std::size_t n = lists_.size();
  resize(n);
  find_ranges();
}

}  // namespace tucana
