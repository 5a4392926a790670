#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "tucana/core/frame.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"

namespace tucana::stellar {

/// The orbit of two stars that a run carries as a pair, the first relative to the second.
struct PairOrbit {
  std::array<std::size_t, 2> rows;  ///< in the table of stars
  PhasePoint relative;              ///< in code units
  double mass = 0;                  ///< of both, in code units
  double semi_major_axis = 0;       ///< in Rsun
  double eccentricity = 0;
};

/// Nothing for groups, and for two stars that are not bound.
std::optional<PairOrbit> pair_orbit(const Stars& stars, const StarSystem& system, const UnitScale& units);

/// The relative state on another orbit about another mass (in code units) in the same plane, with the pericentre in the
/// same direction and the same part of the period since it.
PhasePoint on_other_orbit(const PairOrbit& orbit, double semi_major_axis, double eccentricity, double mass,
                          const UnitScale& units);

}  // namespace tucana::stellar
