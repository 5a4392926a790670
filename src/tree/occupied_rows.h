#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/ids.h"

namespace tucana::tree {

/// Which rows of a set of sources hold a body; the others are parked. Trees are over those that do: a parked row is
/// kept out of the order from which a tree is built, so that nothing after that has to know of it.
class OccupiedRows {
 public:
  std::size_t size() const { return is_occupied_.size(); }
  /// How many hold a body.
  std::size_t count() const { return count_; }
  bool has(Slot slot) const { return is_occupied_[index(slot)]; }
  /// New rows are parked.
  void resize(std::size_t rows);
  /// Both return whether a row was not so before.
  bool occupy(std::span<const Slot> slots);
  bool park(std::span<const Slot> slots);
  /// All slots: those that hold a body, ascending, then the others.
  std::vector<std::uint32_t> bodies_first() const;
  std::size_t bytes() const { return is_occupied_.capacity() / 8; }

 private:
  std::vector<bool> is_occupied_;
  std::size_t count_ = 0;
};

}  // namespace tucana::tree
