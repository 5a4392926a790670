#pragma once

#include <cstdint>
#include <span>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/models/cluster/cluster_profile.h"

namespace tucana {

/// The centres of mass of a cluster in the units of its profile, one for each of the masses, which are kept; ids 1 ..
/// n. Neither centred nor scaled. With segregation in (0, 1] heavy ones are more bound (segregation.h). Throws
/// InputError for a fractal with segregation, and for options out of range.
StarsBuffer draw_centres(const ClusterProfileOptions& profile, double segregation, std::span<const double> masses,
                         std::uint64_t seed, Workers& workers);

/// Makes a part of the kinetic energy, 0 <= part < 1, a solid rotation about the z axis, anticlockwise: what rotation
/// there is by chance is replaced, all other motion is scaled down, and the kinetic energy stays as it is to rounding.
/// The centre of mass must be at rest at the origin.
void set_rotation(StarsBuffer& stars, double part);

}  // namespace tucana
