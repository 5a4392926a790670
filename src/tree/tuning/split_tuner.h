#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/tree/tuning/brent_minimiser.h"

namespace tucana {

struct SplitLimits {
  /// The group split radius is looked for between these; equal ones fix it. All > 0 and finite.
  double least = 1, most = 1, start = 1;
  /// To which part of itself the radius is found.
  double tolerance = 0.1;
  /// The first search, and each new one, looks within this factor to both sides.
  double spread = 4;
  /// For how many values the radius found is kept before it is looked for again.
  std::int64_t rest = 16;
};

/// Follows the group split radius of least cost (Miki & Umemura 2017, section 2.4): Brent's method over the logarithm
/// of the radius, and again and again around the radius found, since the optimum moves as the bodies do. A search that
/// ends at the edge of its range starts anew from there with twice the range (in the logarithm); else the range shrinks
/// to what is needed. Nothing is remembered of the values of an earlier search: they are stale.
class SplitTuner {
 public:
  explicit SplitTuner(SplitLimits limits = {});

  /// The radius to split groups by until the next measured().
  double radius() const;
  /// What a walk cost per size with radius(). Anything but a finite number >= 0 is not learnt from.
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
