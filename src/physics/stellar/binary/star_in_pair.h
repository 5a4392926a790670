#pragma once

#include <optional>

#include "tucana/physics/stellar/events.h"
#include "tucana/physics/stellar/sse_provider.h"

/// What a companion does to a star beside its own evolution.
namespace tucana::stellar {

/// With a core and an envelope around it.
bool has_envelope(const Star& star);

/// Nothing is left of the star.
void vanish(StarState& state, double age);
/// The star turns at another rate from now on.
void set_spin(StarState& state, double spin);
/// It continues as another star, at its age.
void become(const SseProvider& provider, StarState& state, Star star);

/// What matter that is gained does to the age of a star on the main sequence. Mixing brings fresh hydrogen into
/// convective cores, which makes the star younger (Hurley, Tout & Pols 2002, section 2.6.6).
enum class Mixing { none, into_convective_core };

/// More or less mass at the same point of the star's evolution. White dwarfs whose mass exceeds the Chandrasekhar mass
/// explode, or become neutron stars if they are of oxygen and neon; a neutron star may become a black hole. The track
/// mass of a white dwarf stays: the mass above it is a layer that was accreted.
void change_mass(const SseProvider& provider, StarState& state, double change, Mixing mixing);

/// The supernova by electron capture that has happened if what was this white dwarf before it gained mass is a neutron
/// star now.
std::optional<TypeChange> collapse_of_dwarf(StarState& state, const Star& dwarf, double gained);

}  // namespace tucana::stellar
