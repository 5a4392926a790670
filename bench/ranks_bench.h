#pragma once

#include <array>
#include <string>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/simulation/options/options.h"

namespace tucana::bench {

/// A run in some ranks and threads between two times.
struct RanksRow {
  std::string integrator, engine;
  std::size_t n = 0;
  double binary_fraction = 0, from = 0, to = 0, delay = 0;
  int ranks = 1, threads = 1;
  // Of rank 0, but for the last one:
  double wall_seconds = 0, regular_seconds = 0, irregular_seconds = 0, subsystem_seconds = 0;
  double communication_seconds = 0, waiting_seconds = 0, moving_seconds = 0;
  double processor_seconds = 0;  ///< of all threads of all ranks: other programs on the machine do not count
  // The same in all ranks, and with any number of them:
  std::uint64_t blocks = 0, steps = 0, regular_steps = 0, interactions = 0;
  double mean_neighbours = 0;
  std::array<ExchangeTotals, exchange_phases> exchanges{};
  std::vector<std::uint64_t> divided;  ///< interactions that each rank has computed for all

  ExchangeTotals exchanged() const;
  double largest_over_mean() const;
};

/// Integrates from 0 to `from` untimed, then to `to` with clocks and counters running. Messages take longer by `delay`
/// seconds.
RanksRow run_ranks_bench(const Options& options, double from, double to, Communicator& ranks, double delay);

std::string to_table(const std::vector<RanksRow>& rows);
/// One object on one line, which the other function reads.
std::string to_json(const RanksRow& row);
RanksRow ranks_row_of(const std::string& json);

}  // namespace tucana::bench
