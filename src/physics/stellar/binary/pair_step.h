#pragma once

#include <optional>

#include "tucana/physics/stellar/binary/pair_options.h"
#include "tucana/physics/stellar/binary/pair_state.h"
#include "tucana/physics/stellar/binary/tidal_friction.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {

/// A star that overflows is no larger than its lobe for tides and for its rotation.
Star within_lobe(const PairState& pair, std::size_t i);
/// The part of the radius by which a star overflows its Roche lobe; negative within it. The lobe is that of a circular
/// orbit with the same axis.
double overflow(const PairState& pair, std::size_t i);
/// The star that overflows most; -1: neither.
int overflowing_star(const PairState& pair);
/// The part of the distance at pericentre by which the radii exceed it; negative where the stars do not touch.
double contact(const PairState& pair);

/// One step in the life of a bound pair: gravitational radiation, tides, steady mass transfer from PairState::donor if
/// there is one, winds, magnetic braking, the stars' own evolution and their supernovae. What the spins of the stars
/// gain the orbit loses. Each process is exact for constant coefficients, so that a step is stable whatever its length;
/// tides, braking and radiation act for one half before and for the other half after the stars have changed, which
/// makes them of second order; the transfer of mass is of first order.
class PairStep {
 public:
  PairStep(const SseProvider& provider, const PairOptions& options);

  /// What happened to the stars within a step.
  struct Happened {
    bool type_change = false, supernova = false, disruption = false;
  };

  /// How long a step may be, in Myr: to the next step of a star, and little against the orbit's changes.
  double longest(const PairState& pair, double limit) const;
  Happened make(PairState& pair, double h) const;
  /// The rate of steady mass transfer in Msun/yr.
  double transfer_rate_of(const PairState& pair) const;

 private:
  /// Angular momenta of the stars' rotation, during a step.
  using Spins = std::array<double, 2>;
  using SupernovaSink = StellarEvolutionProvider::EventSink;

  void radiate(PairState& pair, double years) const;
  void tides(PairState& pair, double years, Spins& spins) const;
  TidalRates tides_in(const PairState& pair, std::size_t i, const PairState& turning) const;
  double relax_spins(PairState& pair, const PairState& at, double years, Spins& spins) const;
  double circularization(const PairState& orbit, const PairState& turning) const;
  static double excess_of_spin(const PairState& pair, std::size_t i, Spins& spins);
  void transfer(PairState& pair, double years, Spins& spins, Happened& happened) const;
  std::optional<TypeChange> accrete(PairState& pair, std::size_t companion, const Star& donor,
                                    const Accretion& accreted, double years, Happened& happened) const;
  void brake(const PairState& pair, std::size_t i, double h, Spins& spins) const;
  void evolve_donor(PairState& pair, double years, SupernovaSink report) const;
  void evolve(PairState& pair, double h, Spins& spins, Happened& happened) const;
  std::optional<TypeChange> wind(PairState& pair, std::size_t i, const Star& start, const Star& end, Spins& spins,
                                 Happened& happened) const;
  void collapse(PairState& pair, std::size_t i, const TypeChange& change, Spins& spins, Happened& happened) const;
  void supernova(PairState& pair, std::size_t i, const TypeChange& change, Happened& happened) const;
  void set_spins(PairState& pair, const Spins& spins) const;
  const TrackCoefficients& tracks(const PairState& pair) const { return provider_.tracks(pair.stars[0].metallicity); }

  const SseProvider& provider_;
  const PairOptions& options_;
  SseProvider calm_;  ///< the same stars without winds
};

}  // namespace tucana::stellar
