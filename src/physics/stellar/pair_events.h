#pragma once

#include <array>

#include "tucana/core/event.h"
#include "tucana/physics/stellar/binary/pair_state.h"

namespace tucana::stellar {

/// What happened to a pair as events.jsonl has it: "overflow_begins", "overflow_ends", "common_envelope" or "merger",
/// with both stars as they are after it. Types and supernovae are events of single stars (evolution_events.h).
Event pair_event(PairEventKind kind, const std::array<StarId, 2>& ids, const PairState& pair);

}  // namespace tucana::stellar
