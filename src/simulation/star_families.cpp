#include "tucana/simulation/star_families.h"

#include <algorithm>
#include <utility>

#include "tucana/core/check_loaded.h"

namespace tucana {

StarFamilies::StarFamilies(const Stars& stars) {
  std::vector<Range> others;
  for (std::size_t i = 0; i < stars.family.size(); ++i) {
    const std::int64_t id = value(stars.id[i]);
    if (stars.family[i] != Family::star) others.push_back({id, id, static_cast<std::int32_t>(stars.family[i])});
  }
  take(std::move(others));
}

/// In any order, and none overlaps another.
void StarFamilies::take(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
  first_.clear(), last_.clear(), family_.clear();
  for (const auto& [first, last, family] : ranges) {
    if (!family_.empty() && family_.back() == family && last_.back() + 1 == first) {
      last_.back() = last;
    } else {
      first_.push_back(first);
      last_.push_back(last);
      family_.push_back(family);
    }
  }
}

void StarFamilies::apply(const ChangeSet& set) {
  std::vector<std::int64_t> changed;
  std::vector<Range> ranges;
  for (const StarId id : set.removed) changed.push_back(value(id));
  for (const ChangeSet::Merger& merger : set.mergers) changed.push_back(value(merger.lost));
  for (std::size_t k = 0; k < set.added.size(); ++k) {
    const std::int64_t id = value(set.added.id[k]);
    const Family family = set.added.family.empty() ? Family::star : set.added.family[k];
    changed.push_back(id);
    if (family != Family::star) ranges.push_back({id, id, static_cast<std::int32_t>(family)});
  }
  if (changed.empty() || (all_stars() && ranges.empty())) return;
  std::sort(changed.begin(), changed.end());
  cut_out(changed, ranges);
  take(std::move(ranges));
}

/// Appends what remains of the present ranges without some ids, which ascend.
void StarFamilies::cut_out(const std::vector<std::int64_t>& ids, std::vector<Range>& ranges) const {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    std::int64_t first = first_[i];
    bool any_left = true;
    for (auto id = std::lower_bound(ids.begin(), ids.end(), first); id != ids.end() && *id <= last_[i]; ++id) {
      if (first < *id) ranges.push_back({first, *id - 1, family_[i]});
      any_left = *id < last_[i];  // if not, there may be no next id: it is the largest number
      if (any_left) first = *id + 1;
    }
    if (any_left) ranges.push_back({first, last_[i], family_[i]});
  }
}

bool StarFamilies::has(Family family) const {
  return std::find(family_.begin(), family_.end(), static_cast<std::int32_t>(family)) != family_.end();
}

Family StarFamilies::of(StarId id) const {
  const auto range =
      static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), value(id)) - first_.begin());
  if (range == 0 || value(id) > last_[range - 1]) return Family::star;
  return static_cast<Family>(family_[range - 1]);
}

void StarFamilies::fill(StarsBuffer& stars) const {
  stars.family.resize(family_.empty() ? 0 : stars.size());
  for (std::size_t i = 0; i < stars.family.size(); ++i) stars.family[i] = of(stars.id[i]);
}

void StarFamilies::describe(Archive& archive) {
  const Archive::Group group(archive, "families");
  archive.field("first", first_);
  archive.field("last", last_);
  archive.field("family", family_);
  if (!archive.loading()) return;
  check_loaded(last_.size() == first_.size() && family_.size() == first_.size(), "its families differ in length");
  for (std::size_t i = 0; i < first_.size(); ++i) {
    check_loaded(first_[i] <= last_[i] && (i == 0 || last_[i - 1] < first_[i]), "its families do not ascend");
    check_loaded(family_[i] >= 0 && family_[i] <= 5, "a star is of a family that there is not");
  }
}

}  // namespace tucana
