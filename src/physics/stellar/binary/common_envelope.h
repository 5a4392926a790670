#pragma once

#include "tucana/physics/stellar/binary/pair_state.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {

struct CommonEnvelopeOptions {
  double efficiency = 1;        ///< alpha_CE: the part of the orbital energy that lifts the envelope
  double binding_lambda = 0.5;  ///< lambda of the binding energy G M M_env / (lambda R)
};

/// What a common envelope leaves: Hurley, Tout & Pols 2002, section 2.7.1.
struct EnvelopeEjection {
  double semi_major_axis = 0;  ///< of the cores, Rsun
  double eccentricity = 0;
  bool merges = false;  ///< a core would fill its Roche lobe: the two become one
  /// Of the star that they become: part of the envelope is expelled before they touch (eqs. 74 to 77).
  double merged_mass = 0;
};

/// The orbital energy of the cores pays for the envelopes (eqs. 69 to 73). A companion without an envelope, on a main
/// sequence or a remnant, is its own core. `giant_exponent` is x of R ~ M^-x for giants.
EnvelopeEjection eject_envelope(const CommonEnvelopeOptions& options, const Star& donor, const Star& companion,
                                double semi_major_axis, double eccentricity, double giant_exponent);

/// The star that donor and companion become in a common envelope, with the given mass. Where the companion has no core
/// the donor goes on with another envelope. Two degenerate helium cores that merge burn all at once, which destroys the
/// star (the result is of type no_remnant); two of carbon and oxygen release more energy than binds any envelope
/// (section 2.7.2).
Star merged_in_envelope(const SseProvider& provider, double metallicity, const Star& donor, const Star& companion,
                        double mass);

}  // namespace tucana::stellar
