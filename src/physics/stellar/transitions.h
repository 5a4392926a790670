#pragma once

#include <optional>

#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/star_state.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// What a star becomes at the end of a phase. Luminosity and radius are still those before.
struct Transition {
  Star after;
  std::optional<Collapse> collapse;
};

/// The phase has ended in the course of the star's evolution, or because its envelope is gone: Hurley, Pols & Tout
/// 2000, sections 5 and 6.
Transition transition(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star,
                      StarState::StepEnd end);

}  // namespace tucana::stellar
