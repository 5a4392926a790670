#include "tucana/tree/tuning/split_tuner.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {

SplitTuner::SplitTuner(SplitLimits limits) : limits_(limits) {
  const bool right = limits.least > 0 && limits.least <= limits.most && std::isfinite(limits.most) &&
                     limits.start >= limits.least && limits.start <= limits.most && limits.tolerance > 0 &&
                     limits.spread > 1 && std::isfinite(limits.spread) && limits.rest >= 1;
  if (!right) {
    throw InputError(
        "tree: the group split radius needs 0 < least <= start <= most, a tolerance > 0, a spread > 1 and a rest of at "
        "least 1");
  }
  spread_ = std::log(limits_.spread);
  found_ = std::log(limits_.start);
  if (limits_.least < limits_.most) search(found_);
}

double SplitTuner::radius() const {
  if (limits_.least == limits_.most) return limits_.start;
  return std::clamp(std::exp(searching() ? brent_.ask() : found_), limits_.least, limits_.most);
}

double SplitTuner::best() const {
  if (limits_.least == limits_.most) return limits_.start;
  return std::clamp(std::exp(found_), limits_.least, limits_.most);
}

void SplitTuner::search(double centre) {
  const double low = std::max(centre - spread_, std::log(limits_.least));
  const double high = std::min(centre + spread_, std::log(limits_.most));
  brent_ = BrentMinimiser(low, high, centre, limits_.tolerance);
  resting_ = 0;
  ++searches_;
}

void SplitTuner::measured(double cost) {
  if (limits_.least == limits_.most || !std::isfinite(cost) || cost < 0) return;
  if (!searching()) {
    if (--resting_ == 0) search(found_);
    return;
  }
  brent_.tell(cost);
  if (!brent_.done()) return;
  const double moved = std::abs(brent_.best() - found_);
  found_ = brent_.best();
  const double widest = std::log(limits_.most) - std::log(limits_.least);
  const double narrowest = std::min(std::log(limits_.spread), widest);
  if (moved > spread_ - 3 * limits_.tolerance) {
    // At the edge of what was searched: the optimum lies further, unless this is the end of what is allowed.
    spread_ = std::min(2 * spread_, widest);
    if (found_ - std::log(limits_.least) > limits_.tolerance && std::log(limits_.most) - found_ > limits_.tolerance) {
      search(found_);
      return;
    }
  } else {
    spread_ = std::max(0.5 * spread_, narrowest);
  }
  resting_ = limits_.rest;
}

void SplitTuner::describe(Archive& archive) {
  {
    const Archive::Group group(archive, "brent");
    brent_.describe(archive);
  }
  archive.field("spread", spread_);
  archive.field("found", found_);
  archive.field("resting", resting_);
  archive.field("searches", searches_);
  if (!archive.loading()) return;
  check_loaded(std::isfinite(spread_) && std::isfinite(found_) && std::isfinite(brent_.ask()) && resting_ >= 0,
               "the split radius of its tree is not a number");
}

}  // namespace tucana
