#pragma once

#include <string>

#include "tucana/simulation/simulation.h"

namespace tucana {

/// What may have spoiled the energy of a run by time t, and what to do: the closest pair, whether it is bound, who has
/// the shortest step, and which option to turn first. One line; a search for nearest neighbours, n log n.
std::string energy_diagnosis(Simulation& simulation, const Options& options, Tick t);

/// Of these, who has the shortest step, in which pair or group it is and who outside of that pulls most, with "; "
/// behind; "" if that is not known.
std::string shortest_step_text(Simulation& simulation, Tick t);

/// Of these, what to do alone.
std::string energy_advice(const Options& options);

}  // namespace tucana
