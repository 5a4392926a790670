#pragma once

#include <cstdint>

#include "tucana/core/enum_words.h"
#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/kicks.h"

namespace tucana {

/// Whether the stars of a run evolve, and by which tracks.
enum class StellarKind { off, sse };

template <>
inline constexpr auto enum_words<StellarKind> = std::to_array<EnumWord<StellarKind>>({{StellarKind::off, "off"},
                                                                                      {StellarKind::sse, "sse"}});

/// Whether the stars of close pairs evolve together: tides, mass transfer and mergers.
enum class BinaryKind { on, off };

template <>
inline constexpr auto enum_words<BinaryKind> = std::to_array<EnumWord<BinaryKind>>({{BinaryKind::on, "on"},
                                                                                    {BinaryKind::off, "off"}});

/// The evolution of the stars of a run.
struct StellarOptions {
  StellarKind kind = StellarKind::off;
  double metallicity = 0.02;  ///< of stars whose file does not say otherwise
  std::int64_t seed = 1;      ///< of kicks
  /// Time between two batches of changes, in code units: they happen at multiples of the largest power of two that is
  /// not longer.
  double interval = 0.125;
  bool collisions = true;  ///< stars that touch become one
  BinaryKind binaries = BinaryKind::on;
  /// The run lets pairs radiate gravitational waves (fewbody.post_newtonian). Not an option of its own.
  bool run_radiates = false;
  stellar::EvolutionOptions evolution;
  stellar::KickOptions kicks;
  bool operator==(const StellarOptions&) const = default;
};

}  // namespace tucana
