#pragma once

#include <cstdint>

#include "tucana/core/enum_words.h"
#include "tucana/core/ids.h"
#include "tucana/core/vec3.h"
#include "tucana/physics/stellar/remnant_mass.h"

namespace tucana::stellar {

/// How speeds of newborn neutron stars are distributed.
/// - disberg_mandel: Disberg & Mandel 2025 (ApJL 989, L8): ln(v / km/s) is normal with mean 5.60 and standard deviation
///   0.68, cut at 1000 km/s
/// - hobbs: Hobbs et al. 2005 (MNRAS 360, 974): Maxwellian, 265 km/s in one dimension
/// - maxwellian: with KickOptions::dispersion and max_speed; NBODY6 has 2 V* and 10 V* (Wang et al. 2015, table A1)
enum class KickRule { off, disberg_mandel, hobbs, maxwellian };

}  // namespace tucana::stellar

namespace tucana {
template <>
inline constexpr auto enum_words<stellar::KickRule> =
    std::to_array<EnumWord<stellar::KickRule>>({{stellar::KickRule::disberg_mandel, "disberg_mandel"},
                                                {stellar::KickRule::hobbs, "hobbs"},
                                                {stellar::KickRule::maxwellian, "maxwellian"},
                                                {stellar::KickRule::off, "off"}});
}  // namespace tucana

namespace tucana::stellar {

struct KickOptions {
  KickRule rule = KickRule::disberg_mandel;
  /// Of the maxwellian rule, in one dimension; km/s.
  double dispersion = 265;
  /// Greater speeds are drawn again; km/s.
  double max_speed = 1e4;
  /// After electron capture: Maxwellian, in one dimension; km/s.
  double electron_capture_dispersion = 20;
  /// Kicks of black holes are multiplied by (1 - fall-back).
  bool reduce_by_fall_back = true;
  bool operator==(const KickOptions&) const = default;
};

/// The velocity that a supernova gives to the remnant, in km/s, relative to the star before. A pure function of seed,
/// star and the number of the supernova in the star's life, so that threads, ranks and restarts see the same kick; the
/// direction is uniform on the sphere. Zero where there is no remnant.
Vec3 supernova_kick(const KickOptions& options, const Collapse& collapse, std::uint64_t seed, StarId star,
                    std::uint32_t supernova_number);

}  // namespace tucana::stellar
