#pragma once

#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::bench {

struct RunRow {
  std::string integrator, engine;
  std::size_t n = 0;
  int threads = 0;
  double eta = 0, from = 0, to = 0;
  double wall_seconds = 0;
  IntegratorCounts counts;  ///< between `from` and `to`
  PhaseSeconds seconds;
  double regular_bound_seconds = 0;  ///< what the regular pairs alone take; 0 without a neighbour scheme
  double energy_error_per_unit = 0;
};

/// Integrates from 0 to `from` untimed, then to `to` with the clock running: an equal-mass Plummer model as in
/// Nitadori & Aarseth 2012, section 4. The times should be multiples of the largest step.
RunRow run_run_bench(const Options& options, double from, double to);

std::string to_table(const std::vector<RunRow>& rows);
std::string to_json(const std::vector<RunRow>& rows);

}  // namespace tucana::bench
