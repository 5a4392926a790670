#include "tucana/simulation/star_families.h"

#include <algorithm>
#include <utility>

#include "tucana/core/check_loaded.h"

namespace tucana {

StarFamilies::StarFamilies(const Stars& stars) {
  std::vector<std::pair<std::int64_t, Family>> others;
  for (std::size_t i = 0; i < stars.family.size(); ++i) {
    if (stars.family[i] != Family::star) others.emplace_back(value(stars.id[i]), stars.family[i]);
  }
  std::sort(others.begin(), others.end());
  for (const auto& [id, family] : others) {
    const auto number = static_cast<std::int32_t>(family);
    if (!family_.empty() && family_.back() == number && last_.back() + 1 == id) {
      last_.back() = id;
    } else {
      first_.push_back(id);
      last_.push_back(id);
      family_.push_back(number);
    }
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
