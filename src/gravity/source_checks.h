#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// A row that an engine cannot accept. Engines know rows only by their slots; a caller that knows the stars can name
/// the star instead: `text("star 7")`.
struct SlotProblem {
  Slot slot = no_slot;
  std::string quantity;  ///< "velocity"
  std::string problem;   ///< "is not finite"

  std::string text(std::string_view whose) const;
};
class SlotInputError : public InputError, public SlotProblem {
 public:
  explicit SlotInputError(const SlotProblem& p);
};
class SlotFailure : public FailureError, public SlotProblem {
 public:
  explicit SlotFailure(const SlotProblem& p);
};

/// The largest coordinate, velocity component or mass of a row or target: its square stays finite in the
/// arithmetic, with room for sums and products.
double largest_coordinate(Precision precision);

/// Throws SlotFailure for a row that is not finite and SlotInputError for one that is too large for the precision.
void check_source_rows(std::span<const Slot> slots, const SourceRows& rows, std::size_t size, Precision precision);
/// That the rows exist: a contract, for debug builds.
void check_slots(std::span<const Slot> slots, std::size_t size);
void check_targets(const Targets& targets, Precision precision);
/// That columns are there for what is wanted: a contract, for debug builds.
void check_wanted(const Wanted& wanted, const Targets& targets, Prediction prediction, const Results& results);
/// Throws InputError for a softening that is negative, not finite or too large for the precision.
void check_law(const PairLaw& law, Precision precision);

}  // namespace tucana
