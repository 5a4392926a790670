#include "tucana/physics/stellar/binary/pair_supernova.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/binary/binary_units.h"

namespace tucana::stellar {

PairAfterSupernova explode(const ExplodingPair& pair, const Vec3& kick) {
  const double before = pair.mass + pair.companion_mass, after = pair.remnant_mass + pair.companion_mass;
  const Vec3 velocity = pair.velocity + kick;
  const double mu = pair_gravity * after, r = norm(pair.position);
  const Vec3 momentum = cross(pair.position, velocity);
  PairAfterSupernova result;
  result.semi_major_axis = 1 / (2 / r - norm2(velocity) / mu);
  result.is_bound = result.semi_major_axis > 0;
  result.eccentricity = std::sqrt(std::max(0.0, 1 - norm2(momentum) / (mu * result.semi_major_axis)));
  // Velocities relative to the old centre: the star's m2/M v + kick, the companion's -m1/M v.
  result.systemic_velocity = (pair.remnant_mass / after) * ((pair.companion_mass / before) * pair.velocity + kick) -
                             (pair.companion_mass / after) * ((pair.mass / before) * pair.velocity);
  return result;
}

}  // namespace tucana::stellar
