#include "tucana/tree/tuning/tuning_schedule.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {

double WorkCosts::walk(const WorkCounts& counts) const {
  return body_pair * static_cast<double>(counts.body_pairs) + cell_pair * static_cast<double>(counts.cell_pairs) +
         list_entry * static_cast<double>(counts.list_entries);
}

TuningSchedule::TuningSchedule(const TuningOptions& options, std::int64_t bodies)
    : options_(options), rebuild_(options.rebuild), split_(options.split), split_radius_(split_.radius()) {
  if (options.mode == TuningMode::pinned) {
    throw InputError("tree.tuning = \"pinned\" needs the tuning record of a run");
  }
  record_.bodies = bodies;
}

TuningSchedule::TuningSchedule(const TuningOptions& options, std::int64_t bodies, TuningRecord pinned)
    : options_(options),
      rebuild_(options.rebuild),
      split_(options.split),
      pinned_(std::move(pinned)),
      split_radius_(split_.radius()) {
  options_.mode = TuningMode::pinned;
  if (pinned_.bodies != bodies) {
    throw InputError("tree.tuning = \"pinned\": the tuning record is of " + std::to_string(pinned_.bodies) +
                     " bodies, this run has " + std::to_string(bodies) + "; give the record of a run like this one");
  }
  if (pinned_.built.empty()) throw InputError("tree.tuning = \"pinned\": the tuning record has no build of a tree");
  record_.bodies = bodies;
}

bool TuningSchedule::rebuild_due(double age, double size) const {
  if (record_.built.empty()) return true;
  if (options_.mode != TuningMode::pinned) return rebuild_.due(age, size);
  const std::int64_t now = record_.evaluations;
  const auto builds = static_cast<std::int64_t>(pinned_.built.size());
  if (pinned_next_ < builds) return now >= pinned_.built[static_cast<std::size_t>(pinned_next_)];
  if (now < pinned_.evaluations) return false;
  std::int64_t interval = options_.rebuild.most_walks;
  if (builds > 1) interval = pinned_.built.back() - pinned_.built[pinned_.built.size() - 2];
  return now - record_.built.back() >= interval;
}

double TuningSchedule::agreed(double seconds) const {
  return options_.decider->decide([=] { return seconds; });
}

void TuningSchedule::built(double seconds) {
  if (options_.mode == TuningMode::pinned) {
    const auto builds = static_cast<std::int64_t>(pinned_.built.size());
    while (pinned_next_ < builds && pinned_.built[static_cast<std::size_t>(pinned_next_)] <= record_.evaluations) {
      split_radius_ = pinned_.split_radius[static_cast<std::size_t>(pinned_next_++)];
    }
  } else {
    rebuild_.built(options_.mode == TuningMode::timed ? agreed(seconds) : options_.costs.build(record_.bodies));
    // A value of the split radius is the mean of at least one walk of full size, over whole intervals.
    if (size_ >= 1) {
      split_.measured(cost_ / size_);
      cost_ = size_ = 0;
    }
    split_radius_ = split_.radius();
  }
  // Two builds before one evaluation count as one when the run is repeated.
  if (!record_.built.empty() && record_.built.back() == record_.evaluations) {
    record_.split_radius.back() = split_radius_;
    return;
  }
  record_.built.push_back(record_.evaluations);
  record_.split_radius.push_back(split_radius_);
}

void TuningSchedule::walked(const WalkReport& walk) {
  if (record_.evaluations < std::numeric_limits<std::int64_t>::max()) ++record_.evaluations;
  if (options_.mode == TuningMode::pinned) return;
  const double cost = options_.mode == TuningMode::timed ? agreed(walk.seconds) : options_.costs.walk(walk.counts);
  const double fresh = rebuild_.walked({cost, walk.size, walk.age});
  if (!std::isfinite(fresh)) return;
  cost_ += fresh * walk.size, size_ += walk.size;
}

void TuningSchedule::describe(Archive& archive) {
  const Archive::Group group(archive, "tuning");
  auto mode = static_cast<std::uint8_t>(options_.mode);
  archive.field("mode", mode);
  check_loaded(mode <= static_cast<std::uint8_t>(TuningMode::pinned), "the tuning of its tree is of no known kind");
  options_.mode = static_cast<TuningMode>(mode);
  {
    const Archive::Group part(archive, "rebuild");
    rebuild_.describe(archive);
  }
  {
    const Archive::Group part(archive, "split");
    split_.describe(archive);
  }
  {
    const Archive::Group part(archive, "record");
    record_.describe(archive);
  }
  {
    const Archive::Group part(archive, "pinned");
    pinned_.describe(archive);
  }
  archive.field("pinned_next", pinned_next_);
  archive.field("split_radius", split_radius_);
  archive.field("cost", cost_);
  archive.field("size", size_);
  if (!archive.loading()) return;
  check_loaded(pinned_next_ >= 0 && pinned_next_ <= static_cast<std::int64_t>(pinned_.built.size()),
               "the tuning of its tree has left its record");
  check_loaded(std::isfinite(split_radius_) && split_radius_ > 0, "the split radius of its tree is not a number > 0");
}

}  // namespace tucana
