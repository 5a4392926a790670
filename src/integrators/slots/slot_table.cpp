#include "tucana/integrators/slots/slot_table.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {

void SlotTable::take(const Stars& stars) {
  ids_.assign(stars.id);
  const bool has_radii = std::any_of(stars.radius.begin(), stars.radius.end(), [](double r) { return r != 0; });
  radii_.clear();
  if (has_radii) radii_.assign(stars.radius.begin(), stars.radius.end());
  content_.clear();
  members_.clear();
  free_.clear();
}

void SlotTable::name(StarsBuffer& stars) const {
  stars.resize(star_count());
  stars.id = ids_.all();
  stars.radius = radii_;
  stars.radius.resize(star_count(), 0.0);
}

void SlotTable::write_out() {
  if (!is_plain()) return;
  content_.resize(ids_.size());
  std::iota(content_.begin(), content_.end(), 0);
}

Slot SlotTable::take_free(std::uint32_t content) {
  if (free_.empty()) {
    content_.push_back(content);
    return slot_at(content_.size() - 1);
  }
  const Slot slot = free_.back();
  free_.pop_back();
  content_[index(slot)] = content;
  return slot;
}

void SlotTable::park(Slot slot) {
  content_[index(slot)] = nothing;
  free_.insert(std::ranges::lower_bound(free_, slot, std::greater<>()), slot);
}

std::vector<Slot> SlotTable::bodies() const {
  std::vector<Slot> bodies;
  bodies.reserve(body_count());
  for (std::size_t i = 0; i < slot_count(); ++i)
    if (!is_parked(slot_at(i))) bodies.push_back(slot_at(i));
  return bodies;
}

std::vector<StarId> SlotTable::members(Slot slot) const {
  std::vector<StarId> stars;
  for (const std::uint32_t row : member_rows(slot)) stars.push_back(ids_[row]);
  return stars;
}

std::vector<Slot> SlotTable::add_stars(std::span<const StarId> ids, std::span<const double> radii) {
  if (ids.empty()) return {};
  write_out();
  std::vector<Slot> slots;
  std::vector<StarId> all = ids_.all();
  const auto first_row = static_cast<std::uint32_t>(all.size());
  for (std::uint32_t k = 0; k < ids.size(); ++k) slots.push_back(take_free(first_row + k));
  all.insert(all.end(), ids.begin(), ids.end());
  ids_.assign(all);
  if (radii_.empty() && std::ranges::all_of(radii, [](double r) { return r == 0; })) return slots;
  radii_.resize(first_row, 0.0);
  radii_.insert(radii_.end(), radii.begin(), radii.end());
  return slots;
}

void SlotTable::remove_stars(std::span<const Slot> slots) {
  if (slots.empty()) return;
  write_out();
  std::vector<bool> gone(star_count());
  for (const Slot slot : slots) {
    TUCANA_EXPECT(holds_star(slot));
    gone[star_row(slot)] = true;
    park(slot);
  }
  std::vector<std::uint32_t> new_row(star_count());
  std::vector<StarId> ids;
  std::vector<double> radii;
  for (std::size_t row = 0; row < star_count(); ++row) {
    new_row[row] = static_cast<std::uint32_t>(ids.size());
    if (gone[row]) continue;
    ids.push_back(ids_[row]);
    if (!radii_.empty()) radii.push_back(radii_[row]);
  }
  ids_.assign(ids);
  radii_ = std::move(radii);
  for (std::uint32_t& content : content_)
    if (content < first_subsystem) content = new_row[content];
  for (auto& members : members_)
    for (std::uint32_t& row : members) row = new_row[row];
}

void SlotTable::set_radius(Slot slot, double radius) { set_row_radius(star_row(slot), radius); }

void SlotTable::set_row_radius(std::size_t row, double radius) {
  if (radii_.empty() && radius == 0) return;
  radii_.resize(star_count(), 0.0);
  radii_[row] = radius;
}

Slot SlotTable::form_subsystem(std::span<const Slot> slots) {
  TUCANA_EXPECT(slots.size() > 1);
  write_out();
  std::vector<std::uint32_t> rows;
  for (const Slot slot : slots) {
    TUCANA_EXPECT(holds_star(slot));
    rows.push_back(star_row(slot));
    park(slot);
  }
  // The lowest number that is not in use: numbers of ended subsystems are used again.
  auto number = std::ranges::find_if(members_, [](const auto& members) { return members.empty(); }) - members_.begin();
  if (static_cast<std::size_t>(number) == members_.size()) members_.emplace_back();
  members_[static_cast<std::size_t>(number)] = std::move(rows);
  std::erase(free_, slots[0]);
  content_[index(slots[0])] = first_subsystem + static_cast<std::uint32_t>(number);
  return slots[0];
}

std::vector<Slot> SlotTable::end_subsystem(Slot slot) {
  TUCANA_EXPECT(holds_subsystem(slot));
  const std::vector<std::uint32_t> rows = std::exchange(members_[subsystem(slot)], {});
  while (!members_.empty() && members_.back().empty()) members_.pop_back();
  std::vector<Slot> slots{slot};
  content_[index(slot)] = rows[0];
  for (std::size_t k = 1; k < rows.size(); ++k) slots.push_back(take_free(rows[k]));
  return slots;
}

void SlotTable::renumber(std::span<const Slot> new_slot) {
  write_out();
  TUCANA_EXPECT(new_slot.size() == content_.size());
  std::vector<std::uint32_t> content(content_.size());
  for (std::size_t i = 0; i < content_.size(); ++i) content[index(new_slot[i])] = content_[i];
  content_ = std::move(content);
  find_free();
}

std::vector<Slot> SlotTable::parked_last() const {
  std::vector<Slot> new_slot(slot_count());
  std::size_t body = 0, parked = body_count();
  for (std::size_t i = 0; i < slot_count(); ++i) new_slot[i] = slot_at(is_parked(slot_at(i)) ? parked++ : body++);
  return new_slot;
}

void SlotTable::drop_parked_end() {
  while (!content_.empty() && content_.back() == nothing) content_.pop_back();
  find_free();
}

void SlotTable::find_free() {
  free_.clear();
  for (std::size_t i = content_.size(); i-- > 0;)
    if (content_[i] == nothing) free_.push_back(slot_at(i));
}

void SlotTable::describe(Archive& archive) {
  const Archive::Group group(archive, "slots");
  std::vector<StarId> ids = ids_.all();
  archive.field("id", ids);
  archive.field("radius", radii_);
  archive.field("content", content_);
  archive.lists("members", members_);
  if (!archive.loading()) return;
  ids_.assign(ids);
  check();
  find_free();
}

/// Each star is in one place, and each subsystem in one slot.
void SlotTable::check() const {
  check_loaded(star_count() > 0, "it holds no bodies");
  check_loaded(radii_.empty() || (radii_.size() == star_count() && all_finite(radii_)), "a radius is not a number");
  if (is_plain()) return check_loaded(members_.empty(), "a subsystem has no slot");
  std::vector<bool> star_seen(star_count()), subsystem_seen(members_.size());
  const auto see = [](std::vector<bool>& seen, std::size_t i) {
    check_loaded(i < seen.size() && !seen[i], "a slot holds what there is not, or what another holds");
    seen[i] = true;
  };
  for (const std::uint32_t content : content_) {
    if (content == nothing) continue;
    if (content < first_subsystem) {
      see(star_seen, content);
      continue;
    }
    see(subsystem_seen, content - first_subsystem);
    for (const std::uint32_t row : members_[content - first_subsystem]) see(star_seen, row);
  }
  check_loaded(std::ranges::find(star_seen, false) == star_seen.end(), "a star has no slot");
  for (std::size_t number = 0; number < members_.size(); ++number)
    check_loaded(subsystem_seen[number] == !members_[number].empty(), "a subsystem has no slot, or no stars");
}

}  // namespace tucana
