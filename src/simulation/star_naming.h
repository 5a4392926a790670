#pragma once

#include <span>
#include <string>

#include "tucana/core/ids.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {

/// The text of an error about a slot as one about the star in it; "a star" where the ids, in the order of the slots, do
/// not tell which.
std::string naming_star(const SlotProblem& problem, std::span<const StarId> ids);

/// Does work that may throw errors about slots, of which its caller knows nothing: they leave here as errors about
/// stars. ids() returns the ids in the order of the slots and is called after an error only.
template <class Work, class Ids>
void with_star_names(const Work& work, const Ids& ids) {
  try {
    work();
  } catch (const SlotInputError& error) {
    throw InputError(naming_star(error, ids()));
  } catch (const SlotFailure& error) {
    throw FailureError(naming_star(error, ids()));
  }
}

}  // namespace tucana
