#pragma once

#include "tucana/core/vec3.h"

namespace tucana {

/// Miki & Umemura (2017), eqs. 15 and 16: the position a time d after x, v and a were known. Engines predict their
/// sources in the same way.
inline Vec3 drifted(const Vec3& x, const Vec3& v, const Vec3& a, double d) { return x + d * (v + d / 2 * a); }

/// Eqs. 15 and 17: the velocity after a step d, from the accelerations at both ends. Summed so that a step back
/// retraces the step but for rounding.
inline Vec3 kicked(const Vec3& v, const Vec3& a_start, const Vec3& a_end, double d) {
  const Vec3 half_way = v + d / 2 * a_start;
  return half_way + d / 2 * a_end;
}

}  // namespace tucana
