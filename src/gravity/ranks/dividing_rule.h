#pragma once

#include <cstddef>

#include "tucana/core/communicator.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// Decides which work is divided between ranks: that for which the others' share takes longer than bringing their
/// results here. Work is counted in pairs: those of the engine for its sums, and pairs in double precision on the
/// processor for what the host computes beside it; results are counted in bytes.
///
/// What a message and a pair take is measured by rank 0 for all. Which work is divided changes no bits.
class DividingRule {
 public:
  /// Nothing is divided.
  DividingRule() = default;
  /// All work of at least so many pairs is.
  explicit DividingRule(double least_pairs) : share_(1), seconds_{least_pairs, 0, 1, 1} {}

  /// All ranks together. `host` sums pairs in double precision on the processor.
  static DividingRule measured(ForceEngine& engine, ForceEngine& host, Communicator& ranks);
  /// By hand with `least_pairs` > 0, otherwise as measured.
  static DividingRule chosen(double least_pairs, ForceEngine& engine, ForceEngine& host, Communicator& ranks) {
    return least_pairs > 0 ? DividingRule(least_pairs) : measured(engine, host, ranks);
  }

  bool divides_sums(double pairs, std::size_t bytes) const { return gains(pairs * seconds_.pair, bytes); }
  bool divides_host_work(double pairs, std::size_t bytes) const { return gains(pairs * seconds_.host_pair, bytes); }

  /// As measured.
  struct Seconds {
    double message = 0;  ///< without content
    double byte = 0;     ///< of its content
    double pair = 0, host_pair = 0;
  };
  const Seconds& seconds() const { return seconds_; }

 private:
  bool gains(double work_seconds, std::size_t bytes) const {
    return share_ > 0 && share_ * work_seconds >= seconds_.message + static_cast<double>(bytes) * seconds_.byte;
  }

  double share_ = 0;  ///< of work, that a rank saves where it is divided
  Seconds seconds_;
};

}  // namespace tucana
