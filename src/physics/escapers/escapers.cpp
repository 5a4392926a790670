#include "tucana/physics/escapers/escapers.h"

#include <algorithm>
#include <utility>

#include "tucana/core/check_loaded.h"

namespace tucana {

Escapers::Escapers(const EscaperOptions& options, Find find)
    : options_(options), find_(std::move(find)), interval_(Tick::nearest(options.interval)), next_(interval_) {}

ChangeSet Escapers::act(Tick now, const Stars& stars, EventSink& events) {
  while (next_ <= now) next_ = next_ + interval_;
  ChangeSet set;
  for (const Escaper& escaper : find_(now, stars).escapers) {
    const StarId id = stars.id[escaper.row];
    const auto place = std::lower_bound(followed_.begin(), followed_.end(), id);
    if (place != followed_.end() && *place == id) continue;
    events.record({"escaped",
                   {id},
                   {{"mass", stars.mass[escaper.row]}, {"distance", escaper.distance}, {"energy", escaper.energy}}});
    if (options_.kind == EscaperRule::remove) {
      set.removed.push_back(id);
    } else {
      followed_.insert(place, id);
    }
  }
  // A run needs a star to go on with.
  if (set.removed.size() == stars.size()) set.removed.pop_back();
  removed_ += set.removed.size();
  return set;
}

void Escapers::describe(Archive& archive) {
  archive.field("next", next_);
  archive.field("removed", removed_);
  archive.field("followed", followed_);
  if (archive.loading()) {
    check_loaded(next_ > Tick{0} && std::is_sorted(followed_.begin(), followed_.end()),
                 "its escapers are not in order");
  }
}

}  // namespace tucana
