#pragma once

#include "tucana/physics/stellar/remnant_mass.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// A star changes its type: the star just before and just after, at the same age.
struct TypeChange {
  Star before, after;
  /// A supernova or a quiet collapse has happened, as described below.
  bool is_supernova = false;
  Collapse collapse;
  /// Counts the supernovae of one star from 0, for random numbers.
  std::uint32_t supernova_number = 0;
};

}  // namespace tucana::stellar
