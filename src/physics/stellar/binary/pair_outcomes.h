#pragma once

#include "tucana/physics/stellar/binary/pair_options.h"
#include "tucana/physics/stellar/binary/pair_state.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {

/// The sudden ends of mass transfer: common envelopes and mergers (Hurley, Tout & Pols 2002, sections 2.6.1 and 2.7).
class PairOutcomes {
 public:
  PairOutcomes(const SseProvider& provider, const PairOptions& options) : provider_(provider), options_(options) {}

  /// Whether the overflow of PairState::donor is dynamical: nothing stops it before the donor, or its envelope, is
  /// gone.
  bool is_dynamical(const PairState& pair) const;
  /// Dynamical overflow; true if it was a common envelope. The pair may be merged after it.
  bool resolve_dynamical(PairState& pair) const;
  /// Both stars fill their lobes, or touch at the pericentre.
  bool resolve_contact(PairState& pair) const;

 private:
  void common_envelope(PairState& pair, std::size_t donor) const;
  void swallow_dwarf(PairState& pair, std::size_t donor) const;
  void collide_stars(PairState& pair) const;
  /// The star that is left, first from now on; the other one is gone.
  void leave_one(PairState& pair, const StarState& state) const;
  double exponent(const PairState& pair) const;

  const SseProvider& provider_;
  const PairOptions& options_;
};

}  // namespace tucana::stellar
