#include "tucana/tree/tuned_sources.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana::tree {
namespace {

/// Whether every number below n is there once.
bool is_order(const std::vector<std::uint32_t>& place, std::size_t n) {
  std::vector<bool> seen(n);
  for (const std::uint32_t p : place) {
    if (p >= n || seen[p]) return false;
    seen[p] = true;
  }
  return place.size() == n;
}

/// Whether bodies are in front of parked rows.
bool has_bodies_first(const std::vector<std::uint32_t>& place, const OccupiedRows& occupied) {
  for (std::size_t slot = 0; slot < place.size(); ++slot)
    if (occupied.has(slot_at(slot)) != (place[slot] < occupied.count())) return false;
  return true;
}

}  // namespace

bool TunedSources::holds(std::span<const Slot> slots) const {
  return std::ranges::all_of(slots, [&](Slot slot) { return slot == no_slot || occupied_.has(slot); });
}

bool TunedSources::build_due(Tick when, double size, bool looking) const {
  if (!is_built_) return true;
  if (looking) return false;
  if (is_for_look_) return true;
  if (options_.rebuild_interval == 0 || options_.tuning == TuningMode::pinned)
    return tuning_->rebuild_due(age(when), size);
  const TuningRecord& record = tuning_->record();
  return record.evaluations - record.built.back() >= options_.rebuild_interval;
}

void TunedSources::learn_build(double seconds, bool looking) {
  is_for_look_ = looking;
  if (!looking) tuning_->built(seconds);
}

void TunedSources::forget_tree(std::size_t rows) {
  is_built_ = false;
  occupied_.resize(rows);
  tuning_ = tuning_of(options_, rows, decider_);
}

void TunedSources::occupy(std::span<const Slot> slots) {
  if (occupied_.occupy(slots)) is_built_ = false;
}

void TunedSources::vacate(std::span<const Slot> slots) {
  if (occupied_.park(slots)) is_built_ = false;
}

void TunedSources::note_build(Tick when, const KernelUnits& units) {
  is_built_ = true;
  built_at_ = when;
  units_ = units;
}

void TunedSources::describe_tree(Archive& archive, std::vector<std::uint32_t>& place, Octree& octree) {
  const Archive::Group group(archive, "tree");
  archive.field("place", place);
  bool is_built = keeps_order();
  archive.field("is_built", is_built);
  archive.field("built_at", built_at_);
  archive.field("length", units_.length);
  archive.field("mass", units_.mass);
  octree.describe(archive);
  tuning_->describe(archive);
  if (!archive.loading()) return;
  is_built_ = is_built;
  is_for_look_ = false;
  if (!is_order(place, occupied_.size()) ||
      (is_built_ && !(octree.holds(body_count()) && has_bodies_first(place, occupied_))))
    throw InputError("the checkpoint is damaged: its tree is not one of its bodies");
  if (!is_built_) return;
  const auto is_unit = [](double unit) { return std::isfinite(unit) && unit > 0; };
  check_loaded(is_unit(units_.length) && is_unit(units_.mass), "the units of its tree are not numbers > 0");
  check_loaded(!tuning_->record().built.empty(), "its tree was never built");
  check_loaded(tuning_->record().bodies == static_cast<std::int64_t>(occupied_.size()), "its tree is of other bodies");
}

}  // namespace tucana::tree
