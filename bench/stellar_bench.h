#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tucana/core/workers.h"

namespace tucana::bench {

/// How fast single stars evolve.
struct StellarRow {
  std::size_t n = 0;
  int threads = 0;
  double until_myr = 0, metallicity = 0;
  double seconds = 0;
  std::uint64_t type_changes = 0;
  double remaining_mass = 0;  ///< of all stars at the end, relative to that at birth
};

/// Evolves stars with masses of Kroupa 2001 from 0.08 to 100 Msun, each from birth to the same age, with the default
/// options. The stars are those of every quantile, so that the same n always means the same work.
StellarRow run_stellar_bench(std::size_t n, double until_myr, double metallicity, Workers& workers);

std::string to_text(const StellarRow& row);
std::string to_json(const StellarRow& row);

}  // namespace tucana::bench
