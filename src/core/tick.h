#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

namespace tucana {

/// Time is an integer: a count of 2^-48 time units, so that block times compare exactly and differences
/// are exact. Reaches +-32768 time units. What lies beyond becomes the end of the range on that side, in every
/// operation below: a time that cannot be reached is later than all others, and never wraps round to an early one.
struct Tick {
  static constexpr int log2_per_unit = 48;
  static constexpr double per_unit = static_cast<double>(std::int64_t{1} << log2_per_unit);
  /// The largest time that still leaves room for one block step.
  static constexpr double largest_time = 32767.0;
  /// The end of the range: later than every time that a run reaches.
  static const Tick never;

  std::int64_t n = 0;

  constexpr auto operator<=>(const Tick&) const = default;  // NOLINT(modernize-use-nullptr): a slip of clang-tidy 14
  constexpr Tick operator+(Tick d) const {
    std::int64_t sum = 0;
    return __builtin_add_overflow(n, d.n, &sum) ? end_of_range(d.n > 0) : Tick{sum};
  }
  constexpr Tick operator-(Tick d) const {
    std::int64_t difference = 0;
    return __builtin_sub_overflow(n, d.n, &difference) ? end_of_range(d.n < 0) : Tick{difference};
  }

  /// In time units. Exact while |n| < 2^53, and always for differences of block times.
  constexpr double units() const { return static_cast<double>(n) / per_unit; }
  /// In time units too, but as the number with the fewest decimals that nearest() converts back to this tick: an output
  /// requested at 0.7 is labelled 0.7.
  double label() const;
  /// The tick nearest to a time in units, which is a number.
  static Tick nearest(double time) {
    const double ticks = time * per_unit;
    return std::abs(ticks) < 0x1p63 ? Tick{std::llround(ticks)} : end_of_range(ticks > 0);
  }

 private:
  static constexpr Tick end_of_range(bool is_last) { return {is_last ? INT64_MAX : INT64_MIN}; }
};

inline constexpr Tick Tick::never{INT64_MAX};

/// A block step: 2^log2 ticks.
struct Level {
  int log2 = 0;

  constexpr auto operator<=>(const Level&) const = default;  // NOLINT(modernize-use-nullptr): as above
  constexpr Tick step() const { return {std::int64_t{1} << log2}; }
  constexpr double units() const { return step().units(); }
  constexpr bool divides(Tick t) const { return (t.n & (step().n - 1)) == 0; }
  /// The first multiple of the step after `t`.
  constexpr Tick next_multiple(Tick t) const { return Tick{t.n | (step().n - 1)} + Tick{1}; }

  /// The largest block step that is not longer than `dt` time units; level 0 (one tick) when dt is shorter.
  static constexpr Level at_most(double dt) {
    const double ticks = dt * Tick::per_unit;
    if (!(ticks >= 2)) return {0};
    // The exponent of a number that is finite and not tiny: std::ilogb is a call into a library.
    return {ticks >= 0x1p62 ? 62 : static_cast<int>(std::bit_cast<std::uint64_t>(ticks) >> 52) - 1023};
  }
  /// The largest block step whose multiple `t` is (62 for t = 0).
  static constexpr Level largest_dividing(Tick t) {
    return {t.n == 0 ? 62 : std::countr_zero(static_cast<std::uint64_t>(t.n))};
  }
};

}  // namespace tucana
