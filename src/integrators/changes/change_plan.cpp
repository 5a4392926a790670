#include "tucana/integrators/changes/change_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "tucana/core/error.h"

namespace tucana {
namespace {

[[noreturn]] void refuse(StarId star, std::string_view why) {
  throw InputError(fmt::format("star {} {}", value(star), why));
}

bool is_amount(double x) { return std::isfinite(x) && x >= 0; }

void check_mass(StarId star, double mass) {
  if (!is_amount(mass)) refuse(star, fmt::format("cannot have mass {}", mass));
}
void check_radius(StarId star, double radius) {
  if (!is_amount(radius)) refuse(star, fmt::format("cannot have radius {}", radius));
}

/// Each star at most once in one list.
class Once {
 public:
  void add(StarId star, std::string_view what) {
    if (!seen_.insert(value(star)).second) refuse(star, fmt::format("is named twice among those that {}", what));
  }

 private:
  std::unordered_set<std::int64_t> seen_;
};

struct PlaceHash {
  std::size_t operator()(const Vec3& x) const {
    const std::hash<double> hash;
    return hash(x.x) ^ (31 * hash(x.y)) ^ (961 * hash(x.z));
  }
};

}  // namespace

ChangePlan::ChangePlan(const ChangeSet& set, const SlotTable& slots) {
  std::unordered_map<std::int64_t, Slot> slot_of;
  slot_of.reserve(slots.star_count());
  for (const Slot slot : slots.bodies()) {
    if (slots.holds_star(slot)) {
      slot_of.emplace(value(slots.star(slot)), slot);
      continue;
    }
    for (const std::uint32_t row : slots.member_rows(slot)) slot_of.emplace(value(slots.id(row)), slot);
  }
  read_changes(set, slot_of);
  read_added(set, slot_of);
  for (const Slot slot : slots_)
    if (slots.holds_subsystem(slot) && std::ranges::find(subsystems_, slot) == subsystems_.end())
      subsystems_.push_back(slot);
  std::size_t gone = 0;
  for (const Star& star : stars_) gone += star.is_gone ? 1 : 0;
  if (slots.star_count() + set.added.size() == gone) throw InputError("no star would be left");
}

std::size_t ChangePlan::star_of(StarId id, const std::unordered_map<std::int64_t, Slot>& slot_of) {
  if (const auto known = number_of_.find(value(id)); known != number_of_.end()) return known->second;
  const auto found = slot_of.find(value(id));
  if (found == slot_of.end()) refuse(id, "cannot change: there is none");
  Star& star = stars_.emplace_back();
  star.slot = found->second;
  star.id = id;
  slots_.push_back(star.slot);
  number_of_.emplace(value(id), stars_.size() - 1);
  return stars_.size() - 1;
}

void ChangePlan::read_changes(const ChangeSet& set, const std::unordered_map<std::int64_t, Slot>& slot_of) {
  const auto number = [&](StarId id) { return star_of(id, slot_of); };
  Once with_mass, with_radius, with_kick, with_merger;
  for (const auto& [id, mass] : set.masses) {
    with_mass.add(id, "get a mass");
    check_mass(id, mass);
    masses_.push_back({number(id), mass});
  }
  for (const auto& [id, radius] : set.radii) {
    with_radius.add(id, "get a radius");
    check_radius(id, radius);
    radii_.push_back({stars_[number(id)].slot, radius});
  }
  for (const auto& [id, change, shift] : set.kicks) {
    with_kick.add(id, "are kicked");
    if (!is_finite(change)) refuse(id, "cannot be kicked: the change of its velocity is not finite");
    if (!is_finite(shift)) refuse(id, "cannot be moved: the change of its place is not finite");
    kicks_.push_back({number(id), change, shift});
    stars_[kicks_.back().star].restarts = true;
  }
  for (const auto& merger : set.mergers) {
    with_merger.add(merger.kept, "merge");
    with_merger.add(merger.lost, "merge");
    check_mass(merger.kept, merger.mass);
    check_radius(merger.kept, merger.radius);
    mergers_.push_back({number(merger.kept), number(merger.lost), merger.mass});
    stars_[mergers_.back().kept].restarts = true;
    stars_[mergers_.back().lost].is_gone = true;
    radii_.push_back({stars_[mergers_.back().kept].slot, merger.radius});
  }
  for (const StarId id : set.removed) {
    const std::size_t star = number(id);
    if (stars_[star].is_gone) refuse(id, "cannot be removed: it is removed, or lost in a merger, already");
    stars_[star].is_gone = true;
    removals_.push_back(star);
  }
}

void ChangePlan::read_added(const ChangeSet& set, const std::unordered_map<std::int64_t, Slot>& slot_of) {
  for (std::size_t k = 0; k < set.added.size(); ++k) {
    const StarId id = set.added.id[k];
    const auto known = number_of_.find(value(id));
    const bool leaves = known != number_of_.end() && stars_[known->second].is_gone;
    if ((slot_of.contains(value(id)) && !leaves) || (known != number_of_.end() && !leaves))
      refuse(id, "is there already");
    check_mass(id, set.added.mass[k]);
    check_radius(id, set.added.radius[k]);
    if (!is_finite(set.added.position[k]) || !is_finite(set.added.velocity[k]))
      refuse(id, "cannot appear: its mass or state is not finite");
    Star& star = stars_.emplace_back();
    star.id = id;
    star.restarts = true;
    number_of_[value(id)] = stars_.size() - 1;
  }
}

void ChangePlan::set_states(std::span<const BodyAt> before, const StarsBuffer& added) {
  for (std::size_t k = 0; k < before.size(); ++k) stars_[k].before = stars_[k].after = before[k];
  for (std::size_t k = 0; k < added.size(); ++k)
    stars_[before.size() + k].after = {added.mass[k], added.position[k], added.velocity[k]};
  for (const auto& [star, mass] : masses_) stars_[star].after.mass = mass;
  for (const auto& [star, change, shift] : kicks_) {
    stars_[star].after.v += change;
    stars_[star].after.x += shift;
  }
  for (const auto& [kept, lost, mass] : mergers_)
    stars_[kept].after = merged(stars_[kept].after, stars_[lost].after, mass);
}

void ChangePlan::check_places(std::span<const Slot> others, std::span<const Vec3> x, const SlotTable& slots) const {
  std::unordered_map<Vec3, StarId, PlaceHash> place;
  for (const Star& star : stars_) {
    if (star.is_gone) continue;
    const auto [other, is_free] = place.emplace(star.after.x, star.id);
    if (!is_free && star.restarts)
      refuse(star.id, fmt::format("cannot appear at the place of star {}", value(other->second)));
  }
  for (std::size_t k = 0; k < others.size(); ++k) {
    const auto found = place.find(x[k]);
    if (found == place.end() || !stars_[number_of_.at(value(found->second))].restarts) continue;
    refuse(found->second, fmt::format("cannot appear at the place of star {}", value(slots.star(others[k]))));
  }
}

}  // namespace tucana
