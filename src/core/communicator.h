#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/decider.h"
#include "tucana/core/exchange_counts.h"
#include "tucana/core/stopwatch.h"

namespace tucana {

/// The processes that compute a run together, its ranks. All hold the same bodies and call the same functions in the
/// same order. Values are copied from one rank to the others and never summed up on the way: each sum is made by one
/// rank in a fixed order, so that its bits do not depend on the number of ranks.
///
/// Rank 0 decides for all (Decider), and it alone writes files.
class Communicator : public Decider {
 public:
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The machine that a rank is on, for messages.
  virtual std::string host(int rank) const = 0;
  /// The number of this rank among those of its machine, and how many these are.
  virtual int rank_on_host() const = 0;
  virtual int ranks_on_host() const = 0;

  bool is_alone() const { return size() == 1; }
  bool is_first() const { return rank() == 0; }

  /// Replaces the bytes by those of rank 0.
  void broadcast(std::span<std::byte> bytes);
  /// Part r of `all` is all[first[r] .. first[r + 1]), and first has size() + 1 numbers, the same in all ranks. Every
  /// rank has filled in its own part; afterwards it has all parts.
  void gather(std::span<std::byte> all, std::span<const std::size_t> first, ExchangePhase phase = ExchangePhase::other);
  /// Text of any length: that of rank 0 in all ranks.
  std::string from_first(std::string text);

  const ExchangeCounts& counts() const { return counts_; }
  /// Interactions that this rank has computed of work which is divided.
  void count_divided(std::uint64_t interactions) { counts_.divided += interactions; }
  /// Seconds of copying to and from messages.
  void count_moving(double seconds) { counts_.moving += seconds; }
  /// Brings the seconds by phase in counts() up to date, which takes the clocks of all ranks. It does so by itself
  /// every so many exchanges.
  void settle();

 private:
  bool decides() const final { return is_first(); }
  void share(std::span<std::byte> value) final { broadcast(value); }

  virtual void do_broadcast(std::span<std::byte> bytes) = 0;
  virtual void do_gather(std::span<std::byte> all, std::span<const std::size_t> first) = 0;

  template <class Exchange>
  void timed(ExchangePhase phase, std::size_t bytes, const Exchange& exchange);

  ExchangeCounts counts_;
  Stopwatch watch_;
  std::vector<ExchangeTiming> timings_;  ///< since the last settle()
};

/// That of a process which computes alone.
Communicator& alone();
/// Who decides: rank 0 where there are several, otherwise `own`.
inline Decider& decider_of(Communicator& ranks, Decider& own) { return ranks.is_alone() ? own : ranks; }

/// "rank 2 on node17"
std::string rank_name(const Communicator& ranks, int rank);

}  // namespace tucana
