#pragma once

#include <cstddef>
#include <span>

#include "tucana/gravity/force_engine.h"

namespace tucana {

/// The largest coordinate, velocity component or mass of a row or target: its square stays finite in the
/// arithmetic, with room for sums and products.
double largest_coordinate(Precision precision);

/// Throws FailureError for a row that is not finite and InputError for one that is too large for the precision.
void check_source_rows(std::span<const Slot> slots, const SourceRows& rows, std::size_t size, Precision precision);
void check_targets(const Targets& targets, Precision precision);
/// That columns are there for what is wanted: a contract, for debug builds.
void check_wanted(const Wanted& wanted, const Targets& targets, Prediction prediction, const Results& results);
/// Throws InputError for a softening that is negative, not finite or too large for the precision.
void check_law(const PairLaw& law, Precision precision);

}  // namespace tucana
