#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/tree/tuning/brent_minimiser.h"

namespace tucana {

struct SplitLimits {
  /// The group split radius is searched between these; equal ones fix it. All > 0 and finite.
  double least = 1, most = 1, start = 1;
  /// The relative accuracy to which the radius is determined.
  double tolerance = 0.1;
  /// The first search, and each new one, extends by this factor to both sides.
  double spread = 4;
  /// For how many values the radius is kept before a new search.
  std::int64_t rest = 16;
};

/// Follows the group split radius of least cost (Miki & Umemura 2017, section 2.4): Brent's method over the logarithm
/// of the radius, repeated around the radius found, since the optimum moves as the bodies do. A search that ends at the
/// edge of its range restarts from there with twice the range (in the logarithm); otherwise the range shrinks to what
/// is needed. Values of an earlier search are discarded, since they are out of date.
class SplitTuner {
 public:
  explicit SplitTuner(SplitLimits limits = {});

  /// The radius for splitting groups until the next measured().
  double radius() const;
  /// The cost of a walk per size with radius(). Anything but a finite number >= 0 is ignored.
  void measured(double cost);

  bool searching() const { return resting_ == 0; }
  /// The best radius known.
  double best() const;
  std::int64_t searches() const { return searches_; }
  void describe(Archive& archive);

 private:
  void search(double centre);

  SplitLimits limits_;
  BrentMinimiser brent_;
  double spread_ = 0;  ///< of this search, as a logarithm
  double found_ = 0;   ///< the logarithm of the radius that the last search found
  std::int64_t resting_ = 0, searches_ = 0;
};

}  // namespace tucana
