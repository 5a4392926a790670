#pragma once

#include <string>
#include <vector>

#include "tucana/gravity/precision.h"

namespace tucana::bench {

struct Grape6BenchOptions {
  int targets = 2048, few_targets = 8, sources = 16384;
  std::string engine = "cpu";
  Precision precision = Precision::two_float;
  int rounds = 10;  ///< the best of these counts, part by part
};

struct Grape6BenchReport {
  std::string engine, precision;
  int targets = 0, few_targets = 0, sources = 0, threads = 0;
  double direct_rate = 0;                    ///< pairs a second of the engine alone, as `bench direct` measures it
  double g6_rate = 0;                        ///< through libg6, in calls of 256 targets
  double few_rate = 0, few_rate_serial = 0;  ///< through libg6 with few targets, on all processors and on one
  double nearest_rate = 0;                   ///< with the nearest neighbours
  double demand_list_rate = 0;               ///< and with lists of about 50, read after every force
  double force_list_rate = 0;                ///< the same, made in the pass of the force
};

/// What the coat of libg6 costs. The engine and the library take turns, so that noise hits both.
Grape6BenchReport run_grape6_bench(const Grape6BenchOptions& options);

std::string to_json(const Grape6BenchReport& report);
std::string to_table(const Grape6BenchReport& report);

}  // namespace tucana::bench
