#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "tucana/core/communicator.h"

namespace tucana::bench {

/// Ranks whose exchanges take longer: those of one machine stand for several with a network between them.
class DelayingRanks final : public Communicator {
 public:
  /// `ranks` must outlive it.
  DelayingRanks(Communicator& ranks, double seconds) : ranks_(ranks), delay_(seconds) {}

  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  std::string host(int rank) const override { return ranks_.host(rank); }
  int rank_on_host() const override { return ranks_.rank_on_host(); }
  int ranks_on_host() const override { return ranks_.ranks_on_host(); }

 private:
  using Clock = std::chrono::steady_clock;

  void do_broadcast(std::span<std::byte> bytes) override {
    ranks_.broadcast(bytes);
    wait();
  }
  void do_gather(std::span<std::byte> all, std::span<const std::size_t> first) override {
    ranks_.gather(all, first);
    wait();
  }
  /// Sleeping takes longer than asked for by some tens of microseconds.
  void wait() const {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(delay_);
    while (Clock::now() < end) std::this_thread::yield();
  }

  Communicator& ranks_;
  std::chrono::duration<double> delay_;
};

}  // namespace tucana::bench
