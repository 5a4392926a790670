#pragma once

#include <chrono>
#include <ctime>
#include <string>
#include <thread>

#include "tucana/core/communicator.h"

namespace tucana::bench {

/// Ranks whose exchanges take longer: those of one machine stand for several with a network between them. Counts what
/// the processor does in exchanges, which is waiting for the most part.
class DelayingRanks final : public Communicator {
 public:
  /// `ranks` must outlive it.
  DelayingRanks(Communicator& ranks, double seconds) : ranks_(ranks), delay_(seconds) {}

  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  std::string host(int rank) const override { return ranks_.host(rank); }
  int rank_on_host() const override { return ranks_.rank_on_host(); }
  int ranks_on_host() const override { return ranks_.ranks_on_host(); }

  double processor_seconds() const { return processor_seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  void do_broadcast(std::span<std::byte> bytes) override {
    const double before = seconds_of_thread();
    ranks_.broadcast(bytes);
    wait();
    processor_seconds_ += seconds_of_thread() - before;
  }
  void do_gather(std::span<std::byte> all, std::span<const std::size_t> first) override {
    const double before = seconds_of_thread();
    ranks_.gather(all, first);
    wait();
    processor_seconds_ += seconds_of_thread() - before;
  }
  static double seconds_of_thread() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  /// Sleeping takes longer than asked for by some tens of microseconds.
  void wait() const {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(delay_);
    while (Clock::now() < end) std::this_thread::yield();
  }

  Communicator& ranks_;
  std::chrono::duration<double> delay_;
  double processor_seconds_ = 0;
};

}  // namespace tucana::bench
