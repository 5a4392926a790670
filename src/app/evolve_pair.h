#pragma once

#include <cstdint>

#include "tucana/physics/stellar/stellar_options.h"

namespace tucana::app {

struct PairWords {
  double mass1, mass2;  ///< Msun
  double metallicity;
  double period;  ///< days
  double eccentricity;
  double until;  ///< Myr
  std::uint64_t seed;
  bool tides;
  bool json;
};

/// Prints the life of a pair, a line for each event. Throws InputError for stars or orbits that cannot be.
void evolve_pair(const PairWords& words, const StellarOptions& options);

}  // namespace tucana::app
