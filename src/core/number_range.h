#pragma once

#include <limits>
#include <string>

namespace tucana {

/// The numbers that an option allows. `or_zero` adds 0, where it means "none" or "by itself".
struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;
  bool or_zero = false;

  constexpr bool contains(double value) const {
    if (or_zero && value == 0) return true;
    return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
  }
};

constexpr NumberRange at_least(double low) { return {.low = low}; }
constexpr NumberRange from_to(double low, double high) { return {.low = low, .high = high}; }
constexpr NumberRange above_to(double low, double high) { return {.low = low, .high = high, .low_open = true}; }
constexpr NumberRange zero_or(NumberRange range) { return range.or_zero = true, range; }

/// "> 0, <= 1"; "" when every number is allowed.
std::string text_of(const NumberRange& range);

/// "> 0" and the like for the end that the value breaks, "" when it is in the range.
std::string broken_bound(const NumberRange& range, double value);

}  // namespace tucana
