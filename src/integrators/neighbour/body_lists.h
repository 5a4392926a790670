#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/ids.h"
#include "tucana/integrators/slots/slot_bits.h"

namespace tucana {

/// The neighbour lists of all bodies, each in ascending order, and a way to those that name a body which does not look
/// into each of them. Slots are divided into 64 ranges, and beside each list stand 64 bits that tell which ranges it
/// names any slot of. Since slots are in the order of a curve through space, a list is in few ranges, and most lists
/// are passed over by one look at a number. (Reverse lists would have to change with every entry at every regular
/// step.) The bits may be too many, after slots have left a list, but never too few.
class BodyLists {
 public:
  using Ranges = std::uint64_t;

  std::size_t size() const { return lists_.size(); }
  const std::vector<Slot>& operator[](std::size_t i) const { return lists_[i]; }
  auto begin() const { return lists_.begin(); }
  auto end() const { return lists_.end(); }
  bool operator==(const BodyLists& other) const { return lists_ == other.lists_; }

  /// New lists are empty.
  void resize(std::size_t n);
  /// Different lists may be assigned at the same time.
  void assign(std::size_t i, std::span<const Slot> slots);
  void clear(std::size_t i) { assign(i, {}); }
  /// A slot that the list does not name yet.
  void insert(std::size_t i, Slot slot);
  void erase(std::size_t i, Slot slot);
  /// From all lists.
  void erase(std::span<const Slot> slots);

  bool names(std::size_t i, Slot slot) const;
  /// The ranges of some slots, for those who ask many lists: a list without any of these names none of the slots.
  Ranges ranges_of(std::span<const Slot> slots) const;
  bool may_name_any(std::size_t i, Ranges ranges) const { return (ranges_[i] & ranges) != 0; }
  /// Calls f(i) in ascending order for the lists that name any of these slots. f may change list i.
  template <class F>
  void for_each_that_names(std::span<const Slot> slots, const F& f) const {
    const Ranges ranges = ranges_of(slots);
    for (std::size_t i = 0; i < size(); ++i)
      if (may_name_any(i, ranges) && names_any(i, slots)) f(i);
  }

  /// List `from` of others becomes list i of these, with the slots that bodies have now; `bits` is for sorting. The
  /// other one becomes what this was. Different lists may be taken at the same time.
  void take_renumbered(std::size_t i, BodyLists& others, std::size_t from, std::span<const Slot> new_slot,
                       SlotBits& bits);
  void swap(BodyLists& other) noexcept;

  void describe(Archive& archive, std::string_view name);

 private:
  bool names_any(std::size_t i, std::span<const Slot> slots) const;
  Ranges range_of(Slot slot) const { return Ranges{1} << (index(slot) >> shift_ & 63U); }
  void find_ranges();

  std::vector<std::vector<Slot>> lists_;
  std::vector<Ranges> ranges_;
  unsigned shift_ = 0;  ///< of slots, for the number of their range: such that there are at most 64
};

}  // namespace tucana
