#pragma once

#include "tucana/core/function_ref.h"
#include "tucana/physics/stellar/events.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// Where the lives of stars come from: the fits of this folder, other tracks, or a program in Python. All functions may
/// be called from several threads at once.
class StellarEvolutionProvider {
 public:
  using EventSink = FunctionRef<void(const TypeChange&)>;

  virtual ~StellarEvolutionProvider() = default;

  /// A star at the start of its main sequence, of age 0. Throws InputError for a mass (Msun) or metallicity that the
  /// provider does not cover.
  virtual StarState birth(double mass, double metallicity) const = 0;

  /// A star as it was found in a file, which continues on its track. Throws InputError for a metallicity that the
  /// provider does not cover.
  virtual StarState resume(const Star& now, double initial_mass, double metallicity,
                           std::uint32_t supernovae) const = 0;

  /// The star at a later age in Myr; changes of type on the way are reported in their order. What happens does not
  /// depend on the ages at which this is called. An age before that of the star leaves it as it is.
  virtual void advance(StarState& star, double to_age, EventSink report) const = 0;

  /// The age until which mass and radius of the star change little, and before which its type does not change: when it
  /// should be advanced next; infinite where nothing will happen any more.
  virtual double next_update(const StarState& star) const = 0;

  /// What a star becomes that swallows another one, at its own age; of type no_remnant if nothing is left of both.
  virtual StarState merge(const StarState& star, const StarState& other) const = 0;

  void advance(StarState& star, double to_age) const {
    advance(star, to_age, [](const TypeChange&) {});
  }
};

}  // namespace tucana::stellar
