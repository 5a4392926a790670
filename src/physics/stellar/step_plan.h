#pragma once

#include "tucana/physics/stellar/phase.h"

namespace tucana::stellar {

/// Chooses the next step of a star, from state.base: sets state.next and state.end. The step ends where a phase does,
/// where the envelope is gone, where the type changes, or before mass or radius have changed by more than the options
/// allow. `previous` is the length of the step before, 0 if there is none.
void plan_step(const TrackCoefficients& tracks, const EvolutionOptions& options, StarState& state, double previous);

}  // namespace tucana::stellar
