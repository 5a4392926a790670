#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/integrators/slots/short_columns.h"

namespace tucana {

/// What the slots of an integrator hold. A slot is a row of the integrator's columns and of its engine's sources: a
/// star, a subsystem (the centre of mass of several stars), or nothing. Empty slots are parked: they take no steps, are
/// nobody's source, and are used again for the next body. Stars have rows of their own, in the order in which tables
/// show them, whatever their slots; those inside a subsystem keep theirs. A table in which slot i holds star i, as
/// after the start of every run, takes no memory per slot: there may be millions.
class SlotTable {
 public:
  /// Star k is in slot k and in row k.
  void take(const Stars& stars);

  /// Whether slot i holds the star of row i.
  bool is_plain() const { return content_.empty(); }
  std::size_t slot_count() const { return is_plain() ? ids_.size() : content_.size(); }
  std::size_t star_count() const { return ids_.size(); }
  /// Slots that hold something.
  std::size_t body_count() const { return slot_count() - free_.size(); }
  bool has_parked() const { return !free_.empty(); }

  bool is_parked(Slot slot) const { return !is_plain() && content_[index(slot)] == nothing; }
  bool holds_star(Slot slot) const { return is_plain() || content_[index(slot)] < first_subsystem; }
  bool holds_subsystem(Slot slot) const { return !holds_star(slot) && !is_parked(slot); }
  /// Whether any slot holds one.
  bool has_subsystems() const { return !members_.empty(); }

  /// The row of the star in a slot.
  std::uint32_t star_row(Slot slot) const { return is_plain() ? index(slot) : content_[index(slot)]; }
  /// The number of the subsystem in a slot.
  std::uint32_t subsystem(Slot slot) const { return content_[index(slot)] - first_subsystem; }
  /// The rows of the stars in a slot.
  std::span<const std::uint32_t> member_rows(Slot slot) const { return members_[subsystem(slot)]; }
  /// The star in a slot, or the first one of its subsystem: what messages about a slot name.
  StarId star(Slot slot) const { return ids_[holds_star(slot) ? star_row(slot) : member_rows(slot).front()]; }
  StarId id(std::size_t row) const { return ids_[row]; }
  /// The stars of the subsystem in a slot.
  std::vector<StarId> members(Slot slot) const;
  double radius(std::size_t row) const { return radii_.empty() ? 0 : radii_[row]; }
  std::vector<StarId> ids() const { return ids_.all(); }
  /// All columns but those of mass, position and velocity, which get their length.
  void name(StarsBuffer& stars) const;

  /// The slots that hold something, ascending.
  std::vector<Slot> bodies() const;

  /// New stars in the last rows, each in the lowest free slot or a new one.
  std::vector<Slot> add_stars(std::span<const StarId> ids, std::span<const double> radii);
  /// Their slots are parked, and the rows of other stars move up.
  void remove_stars(std::span<const Slot> slots);
  void set_radius(Slot slot, double radius);
  /// The same for stars inside subsystems.
  void set_row_radius(std::size_t row, double radius);

  /// The stars in some slots become a subsystem, which gets the first of these; the others are parked.
  Slot form_subsystem(std::span<const Slot> slots);
  /// The reverse: the stars get slots of their own, the first one that of the subsystem.
  std::vector<Slot> end_subsystem(Slot slot);

  /// The content of slot i is from now on in slot new_slot[i]: a permutation of all slots.
  void renumber(std::span<const Slot> new_slot);
  /// The permutation that moves parked slots to the end and keeps the order of all others.
  std::vector<Slot> parked_last() const;
  /// Forgets parked slots at the end.
  void drop_parked_end();

  std::size_t bytes() const {
    return ids_.bytes() + (radii_.capacity() * sizeof(double)) + (content_.capacity() * sizeof(std::uint32_t));
  }
  /// Loading throws InputError for a table that contradicts itself.
  void describe(Archive& archive);

 private:
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};
  static constexpr std::uint32_t first_subsystem = std::uint32_t{1} << 31;

  /// With an entry for each slot.
  void write_out();
  Slot take_free(std::uint32_t content);
  void park(Slot slot);
  void find_free();
  void check() const;

  IdColumn ids_;               ///< of each row
  std::vector<double> radii_;  ///< of each row; empty: all are zero
  /// Of each slot: a row, `first_subsystem` plus the number of a subsystem, or `nothing`. Empty: each holds its row.
  std::vector<std::uint32_t> content_;
  std::vector<std::vector<std::uint32_t>> members_;  ///< of each subsystem, ended ones excepted: rows
  std::vector<Slot> free_;                           ///< descending
};

}  // namespace tucana
