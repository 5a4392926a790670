// The part of PairStep that is about tides.
#include <algorithm>
#include <array>
#include <cmath>

#include "tucana/physics/stellar/binary/pair_step.h"
#include "tucana/physics/stellar/binary/tidal_friction.h"
#include "tucana/physics/stellar/spin.h"

namespace tucana::stellar {

/// Spins relax towards that of the orbit `at`, with the rates there, whatever the step. Returns what they gain.
double PairStep::relax_spins(PairState& pair, const PairState& at, double years, Spins& spins) const {
  std::array<double, 2> changes{};
  for (std::size_t i = 0; i < 2; ++i) {
    const TidalRates rates = tides_in(at, i, at);
    changes[i] = (rates.rest_spin - pair.star(i).spin) * -std::expm1(-rates.relaxation * years);
  }
  double gained = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const double moved = changes[i] * moment_of_inertia(within_lobe(pair, i));
    pair.stars[i].now.spin += changes[i];
    spins[i] += moved;
    gained += moved;
  }
  return gained;
}

/// The rate of the eccentricity relative to itself in an orbit, of stars that turn as in `turning`.
double PairStep::circularization(const PairState& orbit, const PairState& turning) const {
  if (orbit.eccentricity <= 0) return 0;
  return (tides_in(orbit, 0, turning).eccentricity + tides_in(orbit, 1, turning).eccentricity) / orbit.eccentricity;
}

/// In one star, which turns as in `turning`.
TidalRates PairStep::tides_in(const PairState& pair, std::size_t i, const PairState& turning) const {
  Star star = within_lobe(pair, i);
  star.spin = turning.star(i).spin;
  return tidal_rates(tracks(pair), star, {pair.semi_major_axis, pair.eccentricity, pair.star(1 - i).mass});
}

/// Of second order: rates as they are in the middle. The orbit pays for the spins. Since these may relax in far less
/// than a step, what the tides do to the eccentricity is that of the spins afterwards.
void PairStep::tides(PairState& pair, double years, Spins& spins) const {
  const double momentum = pair.angular_momentum();
  const auto move_orbit = [momentum](PairState& state, double to_spins, double circularized) {
    state.eccentricity *= std::exp(circularized);
    if (state.eccentricity < 1e-6) state.eccentricity = 0;
    state.set_angular_momentum(std::max(momentum - to_spins, 1e-10));
  };
  const double half = years / 2;
  Spins unused{};
  PairState first = pair;
  const double guess = relax_spins(first, pair, half, unused);
  move_orbit(first, guess, circularization(pair, first) * half);
  // Once more, since the spins at rest are those of the orbit there.
  PairState middle = pair;
  const double to_spins = relax_spins(middle, first, half, unused);
  move_orbit(middle, to_spins, circularization(first, middle) * half);
  const double rate = circularization(middle, middle);
  const double gained = relax_spins(pair, middle, years, spins);
  move_orbit(pair, gained, rate * years);
}

}  // namespace tucana::stellar
