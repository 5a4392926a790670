#include "tucana/tree/tuned_sources.h"

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

}  // namespace

bool TunedSources::build_due(Tick when, double size, bool looking) const {
  if (!is_built_) return true;
  if (looking) return false;
  if (options_.rebuild_interval == 0 || options_.tuning == TuningMode::pinned)
    return tuning_->rebuild_due(age(when), size);
  const TuningRecord& record = tuning_->record();
  return record.evaluations - record.built.back() >= options_.rebuild_interval;
}

void TunedSources::forget_tree(std::size_t bodies) {
  is_built_ = false;
  tuning_ = tuning_of(options_, bodies);
}

void TunedSources::note_build(Tick when, const KernelUnits& units) {
  is_built_ = true;
  built_at_ = when;
  units_ = units;
}

void TunedSources::describe_tree(Archive& archive, std::size_t bodies, std::vector<std::uint32_t>& place,
                                 Octree& octree) {
  const Archive::Group group(archive, "tree");
  archive.field("place", place);
  archive.field("is_built", is_built_);
  archive.field("built_at", built_at_);
  archive.field("length", units_.length);
  archive.field("mass", units_.mass);
  octree.describe(archive);
  tuning_->describe(archive);
  if (!archive.loading()) return;
  if (!is_order(place, bodies) || (is_built_ && !octree.holds(bodies)))
    throw InputError("the checkpoint is damaged: its tree is not one of its bodies");
  if (!is_built_) return;
  const auto is_unit = [](double unit) { return std::isfinite(unit) && unit > 0; };
  check_loaded(is_unit(units_.length) && is_unit(units_.mass), "the units of its tree are not numbers > 0");
  check_loaded(!tuning_->record().built.empty(), "its tree was never built");
  check_loaded(tuning_->record().bodies == static_cast<std::int64_t>(bodies), "its tree is of other bodies");
}

}  // namespace tucana::tree
