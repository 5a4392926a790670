#include "tucana/tree/tuning/brent_minimiser.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tucana {
namespace {

/// The smaller part of a golden section, (3 - sqrt 5)/2.
constexpr double golden = 0.38196601125010515;
/// Golden sections alone shrink any range of doubles to rounding in fewer values.
constexpr std::int64_t most_values = 128;

}  // namespace

BrentMinimiser::BrentMinimiser(double low, double high, double start, double tolerance)
    : low_(std::min(low, high)),
      high_(std::max(low, high)),
      tolerance_(std::max(tolerance, 0x1p-26 * std::max(std::abs(low), std::abs(high)))),
      best_(std::clamp(start, low_, high_)),
      next_(best_),
      done_(false) {}

void BrentMinimiser::tell(double value) {
  if (done_) return;
  if (std::isnan(value)) value = std::numeric_limits<double>::infinity();
  if (values_++ == 0) {
    second_ = third_ = best_;
    best_value_ = second_value_ = third_value_ = value;
  } else {
    place(value);
  }
  choose_next();
}

/// Narrows the range by the value at next_ and keeps the best three.
void BrentMinimiser::place(double value) {
  if (value <= best_value_) {
    (next_ >= best_ ? low_ : high_) = best_;
    third_ = second_, third_value_ = second_value_;
    second_ = best_, second_value_ = best_value_;
    best_ = next_, best_value_ = value;
    return;
  }
  (next_ < best_ ? low_ : high_) = next_;
  if (value <= second_value_ || second_ == best_) {
    third_ = second_, third_value_ = second_value_;
    second_ = next_, second_value_ = value;
  } else if (value <= third_value_ || third_ == best_ || third_ == second_) {
    third_ = next_, third_value_ = value;
  }
}

void BrentMinimiser::choose_next() {
  const double middle = 0.5 * (low_ + high_);
  if (std::abs(best_ - middle) <= 2 * tolerance_ - 0.5 * (high_ - low_) || values_ >= most_values) {
    done_ = true;
    return;
  }
  bool parabola = false;
  if (std::abs(move_before_) > tolerance_) {
    // The vertex of the parabola through the best three lies at best + p/q.
    const double r = (best_ - second_) * (best_value_ - third_value_);
    const double s = (best_ - third_) * (best_value_ - second_value_);
    double p = (best_ - third_) * s - (best_ - second_) * r;
    double q = 2 * (s - r);
    q > 0 ? p = -p : q = -q;
    // Taken when it falls inside and the moves shrink by half every second time; false for anything not a number.
    parabola = std::abs(p) < std::abs(0.5 * q * move_before_) && p > q * (low_ - best_) && p < q * (high_ - best_);
    if (parabola) {
      move_before_ = move_;
      move_ = p / q;
      const double there = best_ + move_;
      if (there - low_ < 2 * tolerance_ || high_ - there < 2 * tolerance_) {
        move_ = std::copysign(tolerance_, middle - best_);
      }
    }
  }
  if (!parabola) {
    move_before_ = (best_ >= middle ? low_ : high_) - best_;
    move_ = golden * move_before_;
  }
  next_ = best_ + (std::abs(move_) >= tolerance_ ? move_ : std::copysign(tolerance_, move_));
}

void BrentMinimiser::describe(Archive& archive) {
  archive.field("low", low_);
  archive.field("high", high_);
  archive.field("tolerance", tolerance_);
  archive.field("best", best_);
  archive.field("second", second_);
  archive.field("third", third_);
  archive.field("best_value", best_value_);
  archive.field("second_value", second_value_);
  archive.field("third_value", third_value_);
  archive.field("move", move_);
  archive.field("move_before", move_before_);
  archive.field("next", next_);
  archive.field("values", values_);
  archive.field("done", done_);
}

}  // namespace tucana
