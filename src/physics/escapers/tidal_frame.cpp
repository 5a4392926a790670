#include "tucana/physics/escapers/tidal_frame.h"

#include <cmath>

namespace tucana {

double TidalFrame::jacobi_radius(double mass) const { return std::cbrt(mass / strength); }

std::optional<TidalFrame> tidal_frame(const ExternalField& field, double time, const PhasePoint& cluster) {
  const double distance2 = norm2(cluster.x);
  if (!(distance2 > 0)) return {};
  TidalFrame frame;
  frame.angular_velocity = cross(cluster.x, cluster.v) * (1 / distance2);
  // The jerk is linear in the velocity, so that the difference of two is the gradient along a direction.
  const Vec3 outwards = cluster.x * (1 / std::sqrt(distance2));
  const Vec3 moving = field.at(time, cluster.x, outwards, {}).jerk, resting = field.at(time, cluster.x, {}, {}).jerk;
  frame.strength = norm2(frame.angular_velocity) + dot(outwards, moving - resting);
  if (!(frame.strength > 0 && std::isfinite(frame.strength))) return {};
  return frame;
}

}  // namespace tucana
