#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "tucana/core/workers.h"

namespace tucana {

/// Threads that claim units of work one by one. Made for blocks of a few bodies on machines that others use
/// too: run() never waits for a thread that has not claimed a unit, so a sleeping or descheduled helper
/// costs nothing; helpers spin for a short while between regions and then sleep.
class ThreadPool final : public Workers {
 public:
  /// threads = 0 takes every processor that the process may use.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool() override;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// How many of the threads that were asked for could not be started (a limit on processes or memory). The others do
  /// their work: what is computed does not depend on how many there are.
  int missing() const { return missing_; }
  int count() const override { return static_cast<int>(threads_.size()) + 1; }
  void run(std::size_t units, Unit unit) override;

 private:
  /// The open region in one word: its number above, how many units are not claimed yet below. A claim is one
  /// compare-and-swap of this word. It fails once nothing is left, whatever is being written for the next region:
  /// that is why the word counts down, and does not count up to a number that stands elsewhere.
  using Word = std::uint64_t;
  static constexpr int unit_bits = 32;
  static constexpr Word unit_mask = (Word{1} << unit_bits) - 1;

  void stop();
  void help(int worker);
  void work(int worker);
  void do_unit(const Unit& unit, std::size_t u, int worker);
  static void run_serially(std::size_t units, const Unit& unit, int worker);

  std::vector<std::thread> threads_;
  int process_;  ///< that has the threads: a forked one has this object only, and works alone
  int missing_ = 0;
  alignas(64) std::atomic<Word> open_{0};
  alignas(64) std::atomic<std::size_t> done_{0};
  alignas(64) std::atomic<std::uint32_t> wake_{0};
  std::atomic<int> sleeping_{0};
  std::atomic<const Unit*> unit_{nullptr};
  std::atomic<std::size_t> units_{0};
  std::atomic<bool> stop_{false};

  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::size_t error_unit_ = 0;
};

}  // namespace tucana
