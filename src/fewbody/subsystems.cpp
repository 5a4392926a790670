#include "tucana/fewbody/subsystems.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/for_each_index.h"

namespace tucana {
namespace {

template <class T>
bool contains(const std::vector<T>& sorted, T value) {
  return std::ranges::binary_search(sorted, value);
}
template <class T>
void insert(std::vector<T>& sorted, T value) {
  sorted.insert(std::ranges::lower_bound(sorted, value), value);
}

}  // namespace

Subsystems::OfSlot& Subsystems::of(Slot slot) {
  if (index(slot) >= by_slot_.size()) by_slot_.resize(index(slot) + 1);
  return by_slot_[index(slot)];
}

void Subsystems::add(std::uint32_t number, Slot slot, std::unique_ptr<Subsystem> inside) {
  if (number >= entries_.size()) entries_.resize(number + 1);
  Entry& entry = entries_[number];
  entry = {};
  entry.slot = slot;
  entry.members.resize(inside->member_count());
  if (relativity_.is_on()) inside->set_relativity(relativity_);
  entry.inside = std::move(inside);
  of(slot).own = number;
  ++count_;
}

void Subsystems::remove(std::uint32_t number) {
  Entry& entry = entries_[number];
  for (const Slot slot : std::vector(entry.related)) unrelate(number, slot);
  ended_work_ += entry.inside->relativistic_work();
  forget(entry.slot);
  std::erase(needed_, number);
  entry = {};
  while (!entries_.empty() && entries_.back().inside == nullptr) entries_.pop_back();
  --count_;
}

void Subsystems::forget(Slot slot) {
  if (index(slot) >= by_slot_.size()) return;
  for (const std::uint32_t number : std::vector(by_slot_[index(slot)].seen)) unrelate(number, slot);
  by_slot_[index(slot)].own = OfSlot::none;
}

RelativisticWork Subsystems::relativistic_work() const {
  RelativisticWork sum = ended_work_;
  for (const Entry& entry : entries_)
    if (entry.inside != nullptr) sum += entry.inside->relativistic_work();
  return sum;
}

bool Subsystems::is_related(std::uint32_t number, Slot slot) const { return contains(entries_[number].related, slot); }

void Subsystems::relate(std::uint32_t number, Slot slot) {
  insert(entries_[number].related, slot);
  insert(of(slot).seen, number);
}

void Subsystems::unrelate(std::uint32_t number, Slot slot) {
  std::erase(entries_[number].related, slot);
  std::erase(of(slot).seen, number);
}

void Subsystems::renew_field_tide(std::uint32_t number, Tick t, const BodyAt& centre, const LinearTide& of_others) {
  Entry& entry = entries_[number];
  entry.field_tide = background_at(t, centre.x);
  entry.field_tide.along_x += of_others.along_x;
  entry.field_tide.along_y += of_others.along_y;
  entry.field_tide.along_z += of_others.along_z;
  if (!rules_->feels(*entry.inside, centre.mass, entry.field_tide.size())) entry.field_tide = {};
}

void Subsystems::sort_by_slot() {
  for (OfSlot& one : by_slot_) {
    one.own = OfSlot::none;
    one.seen.clear();
  }
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    if (entries_[number].inside == nullptr) continue;
    of(entries_[number].slot).own = number;
    for (const Slot slot : entries_[number].related) of(slot).seen.push_back(number);
  }
}

void Subsystems::need(std::uint32_t number) {
  if (!std::exchange(entries_[number].is_needed, true)) needed_.push_back(number);
}

void Subsystems::need_for(std::span<const Slot> due) {
  for (const std::uint32_t number : needed_) entries_[number].is_needed = false;
  needed_.clear();
  if (empty()) return;
  for (const Slot slot : due) {
    if (!concern(slot)) continue;
    const OfSlot& one = by_slot_[index(slot)];
    for (const std::uint32_t number : one.seen) need(number);
    if (one.own == OfSlot::none || is_asleep(one.own)) continue;
    need(one.own);
    for (const Slot related : entries_[one.own].related)
      if (const std::uint32_t number = in_slot(related); number != OfSlot::none && !is_asleep(number)) need(number);
  }
}

void Subsystems::advance(Tick t, std::span<const Slot> due, const Surroundings& around, Workers& workers) {
  need_for(due);
  if (!divides_needed()) return advance_needed(t, around, workers, false);
  std::vector<Subsystem*> insides;
  for (const std::uint32_t number : divided_) insides.push_back(entries_[number].inside.get());
  const auto one = [&](std::size_t k) { advance_one(entries_[divided_[k]], t, around); };
  exchange_.advance(insides, costs_, workers, one);
  for_each_index<1>(workers, needed_.size(), [&](std::size_t k) {
    Entry& entry = entries_[needed_[k]];
    if (!entry.inside->shares_trials()) advance_one(entry, t, around);
    find_images(entry, t, around);
  });
}

/// The same in all ranks: it follows from the state and from the blocks before.
bool Subsystems::divides_needed() {
  divided_.clear();
  costs_.clear();
  for (const std::uint32_t number : needed_) {
    const Entry& entry = entries_[number];
    if (!entry.inside->shares_trials()) continue;
    divided_.push_back(number);
    costs_.push_back(TrialExchange::cost_of(entry.last_steps, entry.related.size(), entry.inside->member_count()));
  }
  return exchange_.divides(costs_);
}

void Subsystems::advance_one(Entry& entry, Tick t, const Surroundings& around) const {
  entry.inside->advance(t, Tides(around, entry.slot, entry.related, law_, entry.field_tide));
}

void Subsystems::find_images(Entry& entry, Tick t, const Surroundings& around) const {
  entry.inside->images(entry.images);
  if (!has_paths_) return;
  const Tides tides(around, entry.slot, entry.related, law_, entry.field_tide);
  std::vector<PartialForce> accelerations(entry.images.size());
  entry.inside->accelerate_images(t, tides, entry.images, accelerations);
  entry.paths.clear();
  for (std::size_t k = 0; k < entry.images.size(); ++k) {
    const BodyAt& image = entry.images[k];
    entry.paths.push_back({image.mass, image.x, image.v, accelerations[k].a, accelerations[k].j});
  }
}

void Subsystems::show(Tick t, std::span<const Slot> slots, const Surroundings& around, Workers& workers) {
  need_for(slots);
  for (const Slot slot : slots)
    if (const std::uint32_t number = in_slot(slot); number != OfSlot::none) need(number);
  advance_needed(t, around, workers, true);
}

void Subsystems::advance_needed(Tick t, const Surroundings& around, Workers& workers, bool with_members) {
  for_each_index<1>(workers, needed_.size(), [&](std::size_t k) {
    Entry& entry = entries_[needed_[k]];
    advance_one(entry, t, around);
    find_images(entry, t, around);
    if (with_members) entry.inside->members(entry.members);
  });
}

void Subsystems::commit() noexcept {
  for (const std::uint32_t number : needed_) {
    Entry& entry = entries_[number];
    const std::uint64_t before = entry.inside->inner_steps();
    entry.inside->commit();
    entry.last_steps = entry.inside->inner_steps() - before;
  }
}

void Subsystems::renumber(std::span<const Slot> new_slot) {
  for (Entry& entry : entries_) {
    if (entry.inside == nullptr) continue;
    entry.slot = new_slot[index(entry.slot)];
    for (Slot& slot : entry.related) slot = new_slot[index(slot)];
    std::ranges::sort(entry.related);
  }
  sort_by_slot();
}

void Subsystems::describe_entries(Archive& archive, std::size_t slots) {
  const auto is_slot = [&](Slot slot) { return index(slot) < slots; };
  for (Entry& entry : entries_) {
    std::string kind(entry.inside == nullptr ? "" : entry.inside->kind());
    archive.field("kind", kind);
    if (kind.empty()) continue;
    if (archive.loading()) entry.inside = rules_->make(kind);
    archive.field("slot", entry.slot);
    archive.field("related", entry.related);
    archive.field("check_time", entry.check_time);
    archive.field("tide_along_x", entry.field_tide.along_x);
    archive.field("tide_along_y", entry.field_tide.along_y);
    archive.field("tide_along_z", entry.field_tide.along_z);
    bool knows_beyond = entry.tide_beyond.has_value();
    archive.field("knows_beyond", knows_beyond);
    if (knows_beyond) {
      LinearTide beyond = entry.tide_beyond.value_or(LinearTide{});
      archive.field("beyond_along_x", beyond.along_x);
      archive.field("beyond_along_y", beyond.along_y);
      archive.field("beyond_along_z", beyond.along_z);
      entry.tide_beyond = beyond;
    }
    entry.inside->describe(archive);
    if (!archive.loading()) continue;
    check_loaded(is_slot(entry.slot) && std::ranges::all_of(entry.related, is_slot) &&
                     std::ranges::is_sorted(entry.related) && !contains(entry.related, entry.slot) &&
                     std::isfinite(entry.field_tide.size()),
                 "a subsystem is in no slot");
    entry.members.resize(entry.inside->member_count());
    ++count_;
  }
}

/// All of them in one field: a file with a dataset for each number of each of thousands of pairs would take minutes.
void Subsystems::describe(Archive& archive, std::size_t slots) {
  const Archive::Group group(archive, "subsystems");
  auto numbers = static_cast<std::uint64_t>(entries_.size());
  archive.field("numbers", numbers);
  archive.field("ended_orbit_work", ended_work_.orbit);
  archive.field("ended_waves_work", ended_work_.waves);
  std::vector<std::uint8_t> packed;
  if (!archive.loading()) {
    MemoryArchive inner;
    describe_entries(inner, slots);
    const std::vector<std::byte> bytes = inner.to_bytes();
    packed.resize(bytes.size());
    std::ranges::transform(bytes, packed.begin(), [](std::byte b) { return static_cast<std::uint8_t>(b); });
  }
  archive.field("packed", packed);
  if (!archive.loading()) return;
  check_loaded(std::isfinite(ended_work_.total()), "the work of its relativistic forces is not a number");
  check_loaded(numbers <= slots, "it has more subsystems than slots");
  entries_ = std::vector<Entry>(numbers);
  needed_.clear();
  count_ = 0;
  MemoryArchive inner = MemoryArchive::from_bytes(std::as_bytes(std::span(packed)));
  inner.move_times(archive.moved_by());
  describe_entries(inner, slots);
  by_slot_.clear();
  sort_by_slot();
}

SubsystemEnergy Subsystems::energy() const {
  SubsystemEnergy energy;
  for (const Entry& entry : entries_)
    if (entry.inside != nullptr) energy += entry.inside->energy_by_cause();
  return energy;
}

SubsystemCounts Subsystems::counts() const {
  SubsystemCounts counts;
  for (const Entry& entry : entries_) {
    if (entry.inside == nullptr) continue;
    counts.inner_steps += entry.inside->inner_steps();
    if (entry.inside->member_count() > 2) {
      ++counts.groups;
      continue;
    }
    ++counts.pairs;
    counts.slowed += entry.inside->slow_down() > 1 ? 1 : 0;
    counts.unperturbed += entry.related.empty() && entry.field_tide == LinearTide{} ? 1 : 0;
  }
  return counts;
}

}  // namespace tucana
