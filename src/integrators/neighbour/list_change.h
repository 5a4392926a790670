#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {

/// Which bodies a list gained and lost, in the order of the lists. Uses a mark for each slot: merging the two lists
/// would have an unpredictable branch at every entry where lists change.
class ListChange {
 public:
  /// For this many slots.
  void make_room(std::size_t slots) {
    if (mark_.size() < slots) mark_.resize(slots);
  }

  /// No slot is on a list twice.
  void find(std::span<const Slot> before, std::span<const Slot> after) {
    gained_.resize(std::max(gained_.size(), after.size()));
    lost_.resize(std::max(lost_.size(), before.size()));
    gained_count_ = lost_count_ = 0;
    for (const Slot slot : before) mark_[index(slot)] = was_there;
    for (const Slot slot : after) {
      gained_[gained_count_] = slot;
      gained_count_ += mark_[index(slot)] == nobody ? 1 : 0;
      mark_[index(slot)] = is_there;
    }
    for (const Slot slot : before) {
      lost_[lost_count_] = slot;
      lost_count_ += mark_[index(slot)] == was_there ? 1 : 0;
      mark_[index(slot)] = nobody;
    }
    for (const Slot slot : gained()) mark_[index(slot)] = nobody;
  }

  /// Until the next find().
  std::span<const Slot> gained() const { return std::span(gained_).first(gained_count_); }
  std::span<const Slot> lost() const { return std::span(lost_).first(lost_count_); }

 private:
  enum Mark : std::uint8_t { nobody, was_there, is_there };

  std::vector<Mark> mark_;           ///< all `nobody` between two calls
  std::vector<Slot> gained_, lost_;  ///< with room to spare
  std::size_t gained_count_ = 0, lost_count_ = 0;
};

/// What moves from the regular to the irregular sum when a list changes: the forces of gained bodies minus those of
/// lost ones. Exactly zero for a list that does not change, whatever the precision of the two sums: otherwise their
/// rounding would look like a change of the regular force (Nitadori & Aarseth 2012, section 3.6).
template <class PullOf>
PartialForce moved_between_sums(const ListChange& change, const PullOf& pull_of) {
  PartialForce moved;
  if (!change.gained().empty()) moved += pull_of(change.gained());
  if (!change.lost().empty()) moved -= pull_of(change.lost());
  return moved;
}

}  // namespace tucana
