#include "tucana/fewbody/subsystems.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/for_each_index.h"

namespace tucana {

void Subsystems::add(std::uint32_t number, Slot slot, std::unique_ptr<Subsystem> inside, std::vector<Slot> related) {
  if (number >= entries_.size()) entries_.resize(number + 1);
  Entry& entry = entries_[number];
  entry.slot = slot;
  entry.related = std::move(related);
  std::ranges::sort(entry.related);
  entry.members.resize(inside->member_count());
  entry.inside = std::move(inside);
  entry.is_advanced = false;
  ++count_;
  is_sorted_ = false;
}

void Subsystems::remove(std::uint32_t number) {
  const Slot slot = entries_[number].slot;
  entries_[number] = {};
  while (!entries_.empty() && entries_.back().inside == nullptr) entries_.pop_back();
  --count_;
  forget(slot);
}

void Subsystems::forget(Slot slot) {
  for (Entry& entry : entries_) std::erase(entry.related, slot);
  is_sorted_ = false;
}

void Subsystems::sort_by_slot() {
  if (is_sorted_) return;
  is_sorted_ = true;
  by_slot_.clear();
  const auto of = [&](Slot slot) -> OfSlot& {
    if (index(slot) >= by_slot_.size()) by_slot_.resize(index(slot) + 1);
    return by_slot_[index(slot)];
  };
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    const Entry& entry = entries_[number];
    if (entry.inside == nullptr) continue;
    of(entry.slot).own = number;
    for (const Slot slot : entry.related) of(slot).seen.push_back(number);
  }
  // Two subsystems see each other's members if one of them is related to the other.
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    for (const Slot slot : entries_[number].related) {
      if (by_slot_[index(slot)].own == OfSlot::none) continue;
      std::vector<std::uint32_t>& seen = by_slot_[index(entries_[number].slot)].seen;
      seen.push_back(by_slot_[index(slot)].own);
    }
  }
  for (OfSlot& one : by_slot_) {
    std::ranges::sort(one.seen);
    one.seen.erase(std::unique(one.seen.begin(), one.seen.end()), one.seen.end());
  }
}

const Subsystems::Entry* Subsystems::in_slot(Slot slot) const {
  const bool has = index(slot) < by_slot_.size() && by_slot_[index(slot)].own != OfSlot::none;
  return has ? &entries_[by_slot_[index(slot)].own] : nullptr;
}

void Subsystems::advance(Tick t, std::span<const Slot> due, const Surroundings& around, Workers& workers) {
  sort_by_slot();
  for (Entry& entry : entries_) entry.is_advanced = false;
  std::vector<std::uint32_t> needed;
  const auto need = [&](std::uint32_t number) {
    if (std::exchange(entries_[number].is_advanced, true)) return;
    needed.push_back(number);
  };
  for (const Slot slot : due) {
    if (!concern(slot)) continue;
    if (by_slot_[index(slot)].own != OfSlot::none) need(by_slot_[index(slot)].own);
    for (const std::uint32_t number : by_slot_[index(slot)].seen) need(number);
  }
  for_each_index<1>(workers, needed.size(), [&](std::size_t k) {
    Entry& entry = entries_[needed[k]];
    entry.inside->advance(t, entry.slot, around);
    entry.inside->members(t, entry.members);
  });
}

PartialForce Subsystems::pull_of(const BodyAt& body, std::span<const BodyAt> members, const Vec3& x,
                                 const Vec3& v) const {
  if (members.empty()) return pull(body.mass, body.x - x, body.v - v, law_);
  PartialForce sum;
  for (const BodyAt& member : members) sum += pull(member.mass, body.x + member.x - x, body.v + member.v - v, law_);
  return sum;
}

PartialForce Subsystems::difference_on(Slot slot, const BodyAt& target, Tick t, const Surroundings& around) const {
  PartialForce difference;
  const Entry* own = in_slot(slot);
  const auto mean_over_members = [&](const BodyAt& body, std::span<const BodyAt> members) {
    PartialForce mean;
    for (const BodyAt& member : own->members) {
      const PartialForce on_member = pull_of(body, members, target.x + member.x, target.v + member.v);
      const double share = member.mass / target.mass;
      mean += PartialForce{share * on_member.a, share * on_member.j};
    }
    return mean;
  };
  // Other subsystems first, in the order of their numbers, then single bodies: the order of the sum is fixed.
  for (const std::uint32_t number : by_slot_[index(slot)].seen) {
    const Entry& other = entries_[number];
    const BodyAt body = around.at(other.slot, t);
    const PartialForce as_point = pull_of(body, {}, target.x, target.v);
    difference +=
        (own != nullptr ? mean_over_members(body, other.members) : pull_of(body, other.members, target.x, target.v)) -
        as_point;
  }
  if (own == nullptr) return difference;
  for (const Slot related : own->related) {
    if (in_slot(related) != nullptr) continue;
    const BodyAt body = around.at(related, t);
    difference += mean_over_members(body, {}) - pull_of(body, {}, target.x, target.v);
  }
  return difference;
}

void Subsystems::commit() noexcept {
  for (Entry& entry : entries_) {
    if (entry.is_advanced) entry.inside->commit();
    entry.is_advanced = false;
  }
}

std::vector<Slot> Subsystems::endings(Tick t, std::span<const Slot> slots) const {
  std::vector<Slot> endings;
  if (empty()) return endings;
  for (const Slot slot : slots) {
    const Entry* entry = in_slot(slot);
    if (entry != nullptr && rules_->ends(t, *entry->inside)) endings.push_back(slot);
  }
  return endings;
}

void Subsystems::renumber(std::span<const Slot> new_slot) {
  for (Entry& entry : entries_) {
    if (entry.inside == nullptr) continue;
    entry.slot = new_slot[index(entry.slot)];
    for (Slot& slot : entry.related) slot = new_slot[index(slot)];
    std::ranges::sort(entry.related);
  }
  is_sorted_ = false;
}

void Subsystems::describe(Archive& archive, std::size_t slots) {
  const Archive::Group group(archive, "subsystems");
  auto numbers = static_cast<std::uint64_t>(entries_.size());
  archive.field("numbers", numbers);
  if (archive.loading()) {
    check_loaded(numbers <= slots, "it has more subsystems than slots");
    entries_ = std::vector<Entry>(numbers);
    count_ = 0;
  }
  const auto is_slot = [&](Slot slot) { return index(slot) < slots; };
  for (std::size_t number = 0; number < entries_.size(); ++number) {
    Entry& entry = entries_[number];
    const Archive::Group one(archive, std::to_string(number));
    std::string kind(entry.inside == nullptr ? "" : entry.inside->kind());
    archive.field("kind", kind);
    if (kind.empty()) continue;
    if (archive.loading()) entry.inside = rules_->make(kind);
    archive.field("slot", entry.slot);
    archive.field("related", entry.related);
    entry.inside->describe(archive);
    if (!archive.loading()) continue;
    check_loaded(is_slot(entry.slot) && std::ranges::all_of(entry.related, is_slot), "a subsystem is in no slot");
    entry.members.resize(entry.inside->member_count());
    ++count_;
  }
  if (archive.loading()) {
    is_sorted_ = false;
    sort_by_slot();
  }
}

}  // namespace tucana
