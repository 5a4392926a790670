#include "tucana/physics/stellar/compact_mergers.h"

#include <set>
#include <unordered_map>
#include <utility>

#include "tucana/core/check_loaded.h"

namespace tucana {

void CompactMergers::start(const Stars&, const UnitScale&) { contacts_.clear(); }

ChangeSet CompactMergers::act(Tick, const Stars& stars, EventSink& events) {
  std::unordered_map<std::int64_t, std::size_t> row_of;
  for (std::size_t row = 0; row < stars.size(); ++row) row_of.emplace(value(stars.id[row]), row);
  std::set<StarId> taken;
  ChangeSet changes;
  for (const auto& [one, other] : std::exchange(contacts_, {})) {
    const auto first = row_of.find(value(one)), second = row_of.find(value(other));
    if (first == row_of.end() || second == row_of.end() || taken.contains(one) || taken.contains(other)) continue;
    taken.insert({one, other});
    std::size_t kept = first->second, lost = second->second;
    if (stars.mass[lost] > stars.mass[kept] ||
        (stars.mass[lost] == stars.mass[kept] && stars.id[lost] < stars.id[kept]))
      std::swap(kept, lost);
    const double mass = stars.mass[kept] + stars.mass[lost], radius = stars.radius[kept] + stars.radius[lost];
    changes.mergers.push_back({stars.id[kept], stars.id[lost], mass, radius});
    events.record({"merger",
                   {stars.id[kept], stars.id[lost]},
                   {{"mass1", stars.mass[kept]}, {"mass2", stars.mass[lost]}, {"mass", mass}}});
  }
  return changes;
}

void CompactMergers::describe(Archive& archive) {
  std::vector<StarId> touching;
  for (const auto& pair : contacts_) touching.insert(touching.end(), pair.begin(), pair.end());
  archive.field("touching", touching);
  if (!archive.loading()) return;
  check_loaded(touching.size() % 2 == 0, "it holds half a pair of stars that touch");
  contacts_.clear();
  for (std::size_t k = 0; k < touching.size(); k += 2) contacts_.push_back({touching[k], touching[k + 1]});
}

}  // namespace tucana
