#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/physics/stellar/stellar_type.h"

namespace tucana::stellar {

/// A star at one age: masses, luminosity and radius in solar units, ages in Myr.
struct Star {
  double age = 0;
  StellarType type = StellarType::main_sequence;
  double mass = 0;
  /// The mass whose track the star follows: falls with the mass on the main sequence, stays behind after it.
  double track_mass = 0;
  /// The age on that track; since its formation for a remnant.
  double track_age = 0;
  double core_mass = 0;     ///< helium in giants, carbon and oxygen where the shells have met; all of a remnant
  double co_core_mass = 0;  ///< carbon and oxygen alone
  double core_radius = 0;
  double luminosity = 0;
  double radius = 0;
  double spin = 0;  ///< angular velocity in 1/yr, as a rigid body

  /// Effective temperature in K; 5772 K for the Sun (IAU 2015 resolution B3).
  double temperature() const;
  /// The members as fields of the archive's present group. Throws InputError for a type that does not exist.
  void describe(Archive& archive);
};

/// All that the future of a star depends on. A value: copy it to try something out.
struct StarState {
  double initial_mass = 0;
  double metallicity = 0;
  /// As the star is at the age that was last asked for.
  Star now;
  /// Evolution proceeds from `base` to `next` in steps that do not depend on which ages are asked for, so that these
  /// have no effect on the star's life; `now` lies between the two.
  Star base, next;
  /// How the step ends: not at all, with a phase of evolution, or with the loss of the envelope.
  enum class StepEnd : std::int32_t { none = 0, phase = 1, envelope = 2 };
  StepEnd end = StepEnd::none;
  /// How many supernovae there were: the number of the next one, for its random numbers.
  std::uint32_t supernovae = 0;

  void describe(Archive& archive);
};

}  // namespace tucana::stellar
