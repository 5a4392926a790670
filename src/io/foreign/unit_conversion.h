#pragma once

#include <vector>

#include "tucana/core/units.h"
#include "tucana/io/snapshot.h"

namespace tucana {

/// km/s in a pc/Myr.
inline constexpr double kms_per_pc_myr = UnitScale::pc_per_kms_in_myr;

/// Stars whose numbers are multiples of Msun, pc and km/s by these factors become stars in code units: the mass unit is
/// their total mass, the length unit the given one.
inline void take_units(LoadedStars& loaded, double msun, double pc, double kms, double length_unit_pc) {
  double total = 0;
  for (const double m : loaded.stars.mass) total += m * msun;
  const UnitScale scale{length_unit_pc, total > 0 ? total : 1};
  for (double& m : loaded.stars.mass) m *= msun / scale.mass_msun;
  for (double& r : loaded.stars.radius) r *= pc / scale.length_pc;
  for (Vec3& x : loaded.stars.position) x *= pc / scale.length_pc;
  for (Vec3& v : loaded.stars.velocity) v *= kms / scale.velocity_kms();
  loaded.units = scale;
}

}  // namespace tucana
