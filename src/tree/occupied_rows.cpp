#include "tucana/tree/occupied_rows.h"

#include <algorithm>

namespace tucana::tree {

void OccupiedRows::resize(std::size_t rows) {
  is_occupied_.resize(rows, false);
  count_ = static_cast<std::size_t>(std::count(is_occupied_.begin(), is_occupied_.end(), true));
}

bool OccupiedRows::occupy(std::span<const Slot> slots) {
  if (count_ == size()) return false;
  const std::size_t before = count_;
  for (const Slot slot : slots) {
    if (has(slot)) continue;
    is_occupied_[index(slot)] = true;
    ++count_;
  }
  return count_ != before;
}

bool OccupiedRows::park(std::span<const Slot> slots) {
  const std::size_t before = count_;
  for (const Slot slot : slots) {
    if (!has(slot)) continue;
    is_occupied_[index(slot)] = false;
    --count_;
  }
  return count_ != before;
}

std::vector<std::uint32_t> OccupiedRows::bodies_first() const {
  std::vector<std::uint32_t> slots(size());
  std::size_t body = 0, parked = count_;
  for (std::size_t slot = 0; slot < size(); ++slot)
    slots[is_occupied_[slot] ? body++ : parked++] = static_cast<std::uint32_t>(slot);
  return slots;
}

}  // namespace tucana::tree
