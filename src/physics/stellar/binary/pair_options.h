#pragma once

#include <cstdint>

#include "tucana/physics/stellar/binary/common_envelope.h"
#include "tucana/physics/stellar/binary/mass_transfer.h"
#include "tucana/physics/stellar/binary/wind_accretion.h"
#include "tucana/physics/stellar/kicks.h"

namespace tucana::stellar {

/// What can be chosen about the lives of pairs.
struct PairOptions {
  WindAccretionOptions winds;
  GiantStability giant_stability = GiantStability::hjellming_webbink;
  AccretionOptions accretion;
  CommonEnvelopeOptions envelope;
  KickOptions kicks;
  std::uint64_t seed = 1;
  bool tides = true;
  bool radiation = true;  ///< gravitational waves shrink the orbit, unless somebody else takes care of it
  /// A supernova ends a pair; the caller knows the phase of the orbit at that time, and whether the two stay together.
  bool leave_supernovae = false;
};

}  // namespace tucana::stellar
