#pragma once

#include "tucana/core/event.h"
#include "tucana/physics/stellar/events.h"

namespace tucana::stellar {

/// A change of type as events.jsonl has it: "supernova" where there was one, "type_change" otherwise. The kick is a
/// speed in km/s.
Event event_of(StarId star, const TypeChange& change, double kick);

/// "collision": two stars that have touched, and what they have become.
Event collision_event(StarId kept, const Star& star, StarId lost, const Star& other, const Star& product);

}  // namespace tucana::stellar
