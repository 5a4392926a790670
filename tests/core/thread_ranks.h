#pragma once

#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/error.h"

namespace tucana::test {

/// Ranks that are threads of one process: for tests of everything but MPI itself.
class ThreadRanks {
 public:
  explicit ThreadRanks(int size) : size_(size) {}

  /// Calls work(Communicator&) in each rank and throws what the first rank with an error threw.
  template <class Work>
  void run(const Work& work) {
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(size_));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size_; ++rank) {
      threads.emplace_back([&, rank] {
        Rank communicator(*this, rank);
        try {
          work(static_cast<Communicator&>(communicator));
        } catch (const Abandoned&) {
        } catch (...) {
          errors[static_cast<std::size_t>(rank)] = std::current_exception();
          abandon();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors)
      if (error) std::rethrow_exception(error);
  }

 private:
  struct Abandoned {};

  class Rank final : public Communicator {
   public:
    Rank(ThreadRanks& all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return all_.size_; }
    std::string host(int rank) const override { return "host" + std::to_string(rank); }
    int rank_on_host() const override { return rank_; }
    int ranks_on_host() const override { return all_.size_; }

   private:
    void do_broadcast(std::span<std::byte> bytes) override {
      if (rank_ == 0) all_.board_.assign(bytes.begin(), bytes.end());
      all_.meet();
      if (all_.board_.size() != bytes.size()) throw FailureError("ranks exchange different things");
      if (rank_ != 0) std::memcpy(bytes.data(), all_.board_.data(), bytes.size());
      all_.meet();
    }
    void do_gather(std::span<std::byte> bytes, std::span<const std::size_t> first) override {
      if (rank_ == 0) all_.board_.resize(bytes.size());
      all_.meet();
      if (all_.board_.size() != bytes.size()) throw FailureError("ranks exchange different things");
      const auto r = static_cast<std::size_t>(rank_);
      if (first[r + 1] > first[r])
        std::memcpy(all_.board_.data() + first[r], bytes.data() + first[r], first[r + 1] - first[r]);
      all_.meet();
      std::memcpy(bytes.data(), all_.board_.data(), bytes.size());
      all_.meet();
    }

    ThreadRanks& all_;
    int rank_;
  };

  void meet() {
    std::unique_lock lock(mutex_);
    const std::size_t round = round_;
    if (++arrived_ == size_) {
      arrived_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round || is_abandoned_; });
    if (round_ == round) throw Abandoned{};
  }

  void abandon() {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
    changed_.notify_all();
  }

  int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  std::size_t round_ = 0;
  bool is_abandoned_ = false;
  std::vector<std::byte> board_;
};

}  // namespace tucana::test
