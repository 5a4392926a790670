#pragma once

#include <cstdint>

#include "tucana/core/archive.h"

namespace tucana {

/// Brent's minimiser in one dimension (Brent 1973, Algorithms for Minimization without Derivatives, chapter 5):
/// parabolic steps where they are well-behaved, golden sections otherwise. It requests one value at a time, which is
/// passed to it whenever it has been measured:
///   while (!search.done()) search.tell(f(search.ask()));
class BrentMinimiser {
 public:
  BrentMinimiser() = default;
  /// Searches from low to high, first at `start`, until the position is known to about `tolerance`.
  BrentMinimiser(double low, double high, double start, double tolerance);

  bool done() const { return done_; }
  /// Where the next value is wanted; the best place when done.
  double ask() const { return done_ ? best_ : next_; }
  /// A value that is not a number counts as the largest.
  void tell(double value);

  double best() const { return best_; }
  double best_value() const { return best_value_; }
  std::int64_t values() const { return values_; }
  void describe(Archive& archive);

 private:
  void place(double value);
  void choose_next();

  double low_ = 0, high_ = 0, tolerance_ = 0;
  // The best three places so far: x, w, v of the book; and the last two moves, d and e.
  double best_ = 0, second_ = 0, third_ = 0;
  double best_value_ = 0, second_value_ = 0, third_value_ = 0;
  double move_ = 0, move_before_ = 0;
  double next_ = 0;
  std::int64_t values_ = 0;
  bool done_ = true;
};

}  // namespace tucana
