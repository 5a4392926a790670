#pragma once

#include <cmath>

#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// How a force changes over small distances, as a matrix: each column is what a unit displacement along an axis adds.
struct LinearTide {
  Vec3 along_x, along_y, along_z;

  Vec3 operator*(const Vec3& d) const { return d.x * along_x + d.y * along_y + d.z * along_z; }
  /// An upper bound of what a unit displacement adds (Frobenius).
  double size() const { return std::sqrt(norm2(along_x) + norm2(along_y) + norm2(along_z)); }
  /// Adds that of a mass at a distance, softened by eps.
  void add_mass(double mass, const Vec3& r, double eps2 = 0) {
    const double r2 = norm2(r) + eps2, m_r3 = mass / (r2 * std::sqrt(r2));
    along_x += m_r3 * (3 * r.x / r2 * r - Vec3{1, 0, 0});
    along_y += m_r3 * (3 * r.y / r2 * r - Vec3{0, 1, 0});
    along_z += m_r3 * (3 * r.z / r2 * r - Vec3{0, 0, 1});
  }
  LinearTide operator+(const LinearTide& other) const {
    return {along_x + other.along_x, along_y + other.along_y, along_z + other.along_z};
  }
  bool operator==(const LinearTide&) const = default;
};

/// What pulls the members of a close pair apart beside the bodies around it: an external field. Pairs are so small that
/// the field is linear over them, and the tide changes only as the pair moves through it.
class BackgroundTide {
 public:
  virtual ~BackgroundTide() = default;
  /// At the time of the last block and a place in the coordinates of the integrator.
  virtual LinearTide tide_at(Tick t, const Vec3& x) const = 0;
};

}  // namespace tucana
