#pragma once

#include <chrono>
#include <utility>

namespace tucana {

/// Wall time since it was made or last reset.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void reset() { start_ = Clock::now(); }
  /// Since construction, the last reset or the last lap.
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Adds the life of a scope to a sum of seconds.
class ScopedSeconds {
 public:
  explicit ScopedSeconds(double& sum) : sum_(sum) {}
  ~ScopedSeconds() { sum_ += watch_.seconds(); }
  ScopedSeconds(const ScopedSeconds&) = delete;
  ScopedSeconds& operator=(const ScopedSeconds&) = delete;

 private:
  double& sum_;
  Stopwatch watch_;
};

}  // namespace tucana
