#pragma once

#include <optional>

#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/star_state.h"
#include "tucana/physics/stellar/tracks/helium_star.h"
#include "tucana/physics/stellar/tracks/landmarks.h"

namespace tucana::stellar {

/// One phase in the life of one star, from a given star on: which star results for a mass and a progress.
///
/// On the main sequences (of hydrogen and of helium), and in the Hertzsprung gap of stars that will have a giant
/// branch, a star that loses mass becomes a star of that lower mass which has come equally far: progress is the part of
/// the phase that is over, 0 to 1, and the track mass is the present mass. Later, the core does not notice a loss from
/// the envelope: the track mass stays, and progress is the age on the track (Hurley, Pols & Tout 2000, section 7.1).
class Phase {
 public:
  Phase(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star);

  /// Progress of the star that the phase was made with.
  double progress() const { return progress_; }
  /// Progress per Myr at a given mass.
  double rate(double mass) const;
  /// The progress at which the phase is over; infinite for remnants.
  double end(double mass) const;
  /// The star with this mass and progress; age and spin are those of the phase's star.
  Star at(double mass, double progress) const;
  /// The mass that the star can still lose or its core can still grow by, until the phase ends for that reason.
  double envelope(const Star& star) const;

 private:
  bool follows_mass() const;
  Structure structure_of(double mass, double progress, Star& star) const;
  Structure gap(const Landmarks& landmarks, double mass, double age) const;
  Structure giant(double mass, double age) const;
  Structure helium_giant(double mass, double age) const;
  Structure remnant(double mass, double age) const;

  const TrackCoefficients& tracks_;
  const EvolutionOptions& options_;
  Star star_;
  std::optional<Landmarks> landmarks_;  ///< of stars with hydrogen after the main sequence
  std::optional<helium_star::ShellBurning> burning_;
  double progress_ = 0;
};

}  // namespace tucana::stellar
