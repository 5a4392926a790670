#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/fma_peak.h"
#include "tucana/gravity/force_engine.h"

namespace tucana::bench {

struct DirectBenchOptions {
  std::size_t n = 16384;
  std::vector<std::string> engines{"cpu"};
  std::vector<Precision> precisions{Precision::two_float, Precision::fp32, Precision::fp64, Precision::extended};
  std::vector<int> threads{1, 2};
  std::string simd = "best";
  bool snap = false;      ///< acceleration + jerk + potential + snap
  int neighbours = 0;     ///< about so many a body are listed in the same pass; 0: none
  bool far_only = false;  ///< and left out of the sums
  ListRule list_rule = ListRule::distance;
  int rounds = 5;  ///< the best of these counts: other users of the machine only slow a round down
};

struct DirectBenchResult {
  std::string engine, precision, simd;
  int threads = 0;
  double interactions_per_second = 0;
  double per_peak_flop = 0;  ///< interactions per flop of the FMA peak of the arithmetic's width, same threads
  double acc_error_median = 0, acc_error_max = 0;  ///< relative, against long double over the same pairs
};

struct DirectBenchReport {
  std::string cpu;
  std::size_t n = 0;
  int rounds = 0;
  std::string wanted;  ///< "acceleration + jerk + potential" and what was asked for besides
  std::vector<int> threads;
  std::vector<FmaPeak> fma_peak;  ///< for each entry of threads
  std::vector<DirectBenchResult> results;
};

/// Acceleration, jerk and potential, and more if asked, of all bodies of a Plummer model on all others.
/// Peak and kernels take turns in every round, so that noise hits both. Throws InputError for a number of neighbours
/// that has no radius.
DirectBenchReport run_direct_bench(const DirectBenchOptions& options);

std::string to_json(const DirectBenchReport& report);
std::string to_table(const DirectBenchReport& report);

}  // namespace tucana::bench
