#pragma once

#include "tucana/core/function_ref.h"
#include "tucana/physics/stellar/binary/pair_outcomes.h"
#include "tucana/physics/stellar/binary/pair_step.h"

namespace tucana::stellar {

/// The life of a pair by the formulae of this folder: winds that widen the orbit and are caught in part, tides,
/// magnetic braking, gravitational radiation, Roche-lobe overflow (steady, with a common envelope or with a merger),
/// supernovae and collisions. Stars evolve by the provider; between its steps the orbit is followed with steps over
/// which it changes by a few per cent (PairStep).
class PairEvolution {
 public:
  using EventSink = FunctionRef<void(PairEventKind, const PairState&)>;

  /// The provider must outlive it.
  PairEvolution(const SseProvider& provider, const PairOptions& options)
      : provider_(provider), options_(options), step_(provider_, options_), outcomes_(provider_, options_) {}
  PairEvolution(const PairEvolution&) = delete;
  PairEvolution& operator=(const PairEvolution&) = delete;

  /// Two stars at the start of their main sequences. The period is in days.
  PairState birth(double mass1, double mass2, double metallicity, double period, double eccentricity) const;
  /// The pair at a later age in Myr; what happens on the way is reported in its order, with the pair after it.
  void advance(PairState& pair, double to_age, EventSink report) const;
  /// A step of its own length in the life of a bound pair, not beyond an age, with what happens at its end.
  void advance_once(PairState& pair, double to_age, EventSink report) const;

 private:
  void advance_single(PairState& pair, double to_age, EventSink report) const;
  void advance_detached(PairState& pair, double to_age, EventSink report) const;
  void advance_transfer(PairState& pair, double to_age, EventSink report) const;
  static void tell(const PairStep::Happened& happened, const PairState& pair, EventSink report);
  static void tell_outcome(bool was_common_envelope, const PairState& pair, EventSink report);

  const SseProvider& provider_;
  PairOptions options_;
  PairStep step_;
  PairOutcomes outcomes_;
};

}  // namespace tucana::stellar
