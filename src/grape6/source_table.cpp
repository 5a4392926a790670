#include "tucana/grape6/source_table.h"

#include <algorithm>

namespace tucana::grape6 {

Vec3 Source::predicted_position(double when) const {
  const double d = when - time;
  return position + d * (velocity + d / 2 * (acceleration + d / 3 * (jerk + d / 4 * (snap + d / 5 * crackle))));
}

Vec3 Source::predicted_velocity(double when) const {
  const double d = when - time;
  return velocity + d * (acceleration + d / 2 * (jerk + d / 3 * (snap + d / 4 * crackle)));
}

Vec3 Source::predicted_acceleration(double when) const {
  const double d = when - time;
  return acceleration + d * (jerk + d / 2 * (snap + d / 3 * crackle));
}

void SourceTable::set(std::size_t address, const Source& source) {
  if (address >= rows_.size()) {
    // What is asked for its size comes last, so that a lack of memory leaves the table as it was.
    if (address >= changed_.capacity()) changed_.reserve(std::max(address + 1, 2 * changed_.capacity()));
    is_changed_.resize(address + 1);
    links_.resize(address + 1);
    rows_.resize(address + 1);
  }
  Source& row = rows_[address];
  const auto at = static_cast<std::uint32_t>(address);
  if (!row.is_set || row.index != source.index) {
    if (row.is_set) unlink(at);
    row.is_set = false;
    link(at, source.index);
  }
  row = source;
  row.is_set = true;
  has_higher_ = has_higher_ || source.has_higher();
  if (is_changed_[address]) return;
  is_changed_[address] = true;
  changed_.push_back(at);
}

void SourceTable::mark_changed(std::size_t first, std::size_t end) {
  for (std::size_t address = first; address < end; ++address) {
    if (!rows_[address].is_set || is_changed_[address]) continue;
    is_changed_[address] = true;
    changed_.push_back(static_cast<std::uint32_t>(address));
  }
}

void SourceTable::forget_changes() {
  for (const std::uint32_t address : changed_) is_changed_[address] = false;
  changed_.clear();
}

std::uint32_t SourceTable::first_with(int index) const {
  const auto found = first_.find(index);
  return found == first_.end() ? none : found->second;
}

void SourceTable::link(std::uint32_t address, int index) {
  const auto [entry, is_new] = first_.try_emplace(index, address);
  links_[address] = {is_new ? none : entry->second, none};
  if (is_new) return;
  links_[entry->second].previous = address;
  entry->second = address;
}

void SourceTable::unlink(std::uint32_t address) {
  const auto [next, previous] = links_[address];
  if (next != none) links_[next].previous = previous;
  if (previous != none)
    links_[previous].next = next;
  else if (next != none)
    first_[rows_[address].index] = next;
  else
    first_.erase(rows_[address].index);
}

}  // namespace tucana::grape6
