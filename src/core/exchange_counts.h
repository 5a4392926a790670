#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tucana {

/// What an exchange between ranks is for.
enum class ExchangePhase : std::uint8_t { force, irregular, subsystem, other };
constexpr std::size_t exchange_phases = 4;

/// Seconds of exchanges of one phase, in one rank.
struct ExchangeSeconds {
  double communication = 0;  ///< in calls, as long as the rank that arrived last was in them
  double waiting = 0;        ///< in calls beyond that: until the last rank arrived
  double imbalance = 0;      ///< between exchanges: work of the slowest rank beyond the mean over ranks

  ExchangeSeconds& operator+=(const ExchangeSeconds& other);
};

/// Exchanges of one phase.
struct ExchangeTotals {
  std::uint64_t messages = 0, bytes = 0;
};

/// What a process has exchanged with others so far.
struct ExchangeCounts {
  double seconds = 0;  ///< in calls, the waiting for slower ranks included
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;       ///< of all parts that were exchanged, of whatever rank
  std::uint64_t divided = 0;     ///< interactions that this rank has computed for all of them
  double moving = 0;             ///< seconds of copying to and from messages
  double largest_over_mean = 1;  ///< of `divided`, over the ranks, when the seconds by phase were last known
  std::array<ExchangeSeconds, exchange_phases> phases{};
  std::array<ExchangeTotals, exchange_phases> totals{};  ///< of `messages` and `bytes`

  ExchangeTotals& totals_of(ExchangePhase phase) { return totals[static_cast<std::size_t>(phase)]; }
  const ExchangeTotals& totals_of(ExchangePhase phase) const { return totals[static_cast<std::size_t>(phase)]; }
  const ExchangeSeconds& of(ExchangePhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
  ExchangeSeconds total() const;
};

/// How long one rank worked before an exchange, and how long it was in it.
struct ExchangeTiming {
  ExchangePhase phase = ExchangePhase::other;
  float work = 0, call = 0;
};

/// Adds what the timings of all ranks tell this one: `all` has those of rank 0 for a number of exchanges, then those of
/// rank 1 for the same ones, and so on. The rank that arrives last at an exchange does not wait there: the shortest
/// call is what the exchange itself took.
void add_timings(ExchangeCounts& counts, const std::vector<ExchangeTiming>& all, std::size_t ranks, std::size_t own);

}  // namespace tucana
