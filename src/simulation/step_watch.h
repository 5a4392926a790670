#pragma once

#include <cstdint>
#include <optional>

namespace tucana {

/// Notices, from one row of the log to the next, that a run takes far more body-steps in a time unit than at first: the
/// sign of a pair that holds everything up. Of one session, and only for a warning.
class StepWatch {
 public:
  /// So many times the first rate are too many.
  static constexpr double factor = 30;

  /// The rate and how many times the first one it is, when it is too large for the first time.
  struct Excess {
    double rate, times;
  };
  std::optional<Excess> see(double time, std::uint64_t steps) {
    const double rate = has_row_ && time > time_ ? static_cast<double>(steps - steps_) / (time - time_) : 0;
    // A run that went back has fewer steps than it had.
    const bool is_forward = has_row_ && time > time_ && steps > steps_;
    has_row_ = true;
    time_ = time;
    steps_ = steps;
    if (!is_forward) return {};
    if (first_rate_ == 0) first_rate_ = rate;
    if (has_told_ || rate <= factor * first_rate_) return {};
    has_told_ = true;
    return Excess{rate, rate / first_rate_};
  }

 private:
  bool has_row_ = false, has_told_ = false;
  double time_ = 0, first_rate_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace tucana
