#pragma once

#include <array>
#include <optional>

#include "tucana/physics/stellar/binary/binary_units.h"
#include "tucana/physics/stellar/events.h"
#include "tucana/physics/stellar/star_state.h"

namespace tucana::stellar {

/// Two stars and their orbit. A value: copy it to try something out.
struct PairState {
  std::array<StarState, 2> stars;
  double age = 0;              ///< Myr
  double semi_major_axis = 0;  ///< Rsun
  double eccentricity = 0;
  /// bound: as a pair; apart: each star for itself; merged: the first star is both.
  enum class Bond { bound, apart, merged };
  Bond bond = Bond::bound;
  /// The star that overflows its Roche lobe; none: -1.
  int donor = -1;
  /// The length of the last step of mass transfer in Myr, which the next one may exceed by a factor.
  double transfer_step = 0;
  /// The supernovae of the last step. The orbit is that before them if PairOptions::leave_supernovae.
  std::array<std::optional<TypeChange>, 2> explosions = {};

  const Star& star(std::size_t i) const { return stars[i].now; }
  bool are_both_there() const { return star(0).mass > 0 && star(1).mass > 0; }
  double mass() const { return star(0).mass + star(1).mass; }
  double period() const { return period_in_days(mass(), semi_major_axis); }
  /// Of the orbit, in Msun Rsun^2/yr.
  double angular_momentum() const {
    return star(0).mass * star(1).mass *
           std::sqrt(pair_gravity * semi_major_axis * (1 - eccentricity * eccentricity) / mass());
  }
  void set_angular_momentum(double value) {
    const double ratio = value / (star(0).mass * star(1).mass);
    semi_major_axis = ratio * ratio * mass() / (pair_gravity * (1 - eccentricity * eccentricity));
  }
};

enum class PairEventKind {
  type_change,
  supernova,
  overflow_begins,
  overflow_ends,
  common_envelope,
  merger,
  disruption
};

}  // namespace tucana::stellar
