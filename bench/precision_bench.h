#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tucana/gravity/precision.h"

namespace tucana::bench {

/// The defaults keep truncation (hermite6, fixed steps: the error of the fp64 run) orders of magnitude below the
/// rounding of fp32: no pair is ever closer than what a step resolves.
struct PrecisionBenchOptions {
  std::size_t n = 4096;
  std::uint64_t seed = 1;
  double softening = 0x1p-3;
  double step = 0x1p-7;           ///< of all bodies, in every precision the same
  double to = 8;                  ///< end time
  double interval = 0x1p-4;       ///< between two looks at the state
  std::string engine = "opencl";  ///< opencl or cuda
  std::vector<Precision> precisions = {Precision::fp64, Precision::extended, Precision::fp32};
};

struct PrecisionPoint {
  double time = 0;
  double energy_error = 0;            ///< (E - E0)/|E0|, signed
  double angular_momentum_error = 0;  ///< |L - L0|/|L0|
};

struct PrecisionRun {
  std::string precision, engine;
  std::uint64_t steps = 0;  ///< of all bodies together
  double wall_seconds = 0;  ///< of the steps alone
  std::vector<PrecisionPoint> points = {};

  double largest_energy_error() const;
  double largest_angular_momentum_error() const;
};

struct PrecisionReport {
  PrecisionBenchOptions options;
  std::vector<PrecisionRun> runs;
};

/// The test of Goz et al. 2018, figures 1 and 2: a Plummer sphere integrated by hermite6 wholly on a device, once in
/// each precision, with the state in that precision too. Errors are taken from the state that is read back, by sums
/// in double precision on the host: the same yardstick for all. Each run compares with its own start.
/// Throws InputError for what cannot be compared so: an engine that keeps its state in double, two_float.
PrecisionReport run_precision_bench(const PrecisionBenchOptions& options);

std::string to_table(const PrecisionReport& report);
std::string to_json(const PrecisionReport& report);

}  // namespace tucana::bench
