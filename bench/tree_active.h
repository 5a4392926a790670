#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/tree_bench.h"

namespace tucana::bench {

/// A walk of the bodies with the largest accelerations on a tree that is there, the best of the rounds.
struct ActiveRow {
  std::size_t active = 0;
  std::size_t group_bodies = 0;  ///< targets that share a walk, whatever is due; 0: chosen from how many are due
  std::size_t groups = 0;
  double walk_seconds = 0;   ///< with groups
  double total_seconds = 0;  ///< with prediction and moments
  std::uint64_t interactions = 0;
};

struct ActiveReport {
  std::string processor, engine, model;
  std::size_t n = 0;
  int rounds = 0;
  double accuracy = 0;
  std::vector<std::size_t> sizes;  ///< of groups
  std::vector<ActiveRow> rows;     ///< for each number of due bodies the chosen size first, then these
};

/// Figure 7 of Miki & Umemura 2017: the time of a walk over the number of due bodies, which doubles from 16 to all of
/// them. Where few share a walk, more workers are there for each: the paper's S threads for a body are 32/S of them.
ActiveReport run_active_bench(const TreeBenchOptions& options);

std::string to_table(const ActiveReport& report);
std::string to_json(const ActiveReport& report);

}  // namespace tucana::bench
