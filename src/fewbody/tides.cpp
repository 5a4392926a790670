#include "tucana/fewbody/tides.h"

#include <cmath>

namespace tucana {

void Tides::on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<PartialForce> forces) const {
  for (std::size_t k = 0; k < x.size(); ++k) forces[k] = {of_field_ * x[k], of_field_ * v[k]};
  if (related_.empty()) return;
  const BodyAt centre = around_.at(own_, t);
  for (const Slot slot : related_) {
    const BodyAt body = around_.at(slot, t);
    const Vec3 r = body.x - centre.x, u = body.v - centre.v;
    for (std::size_t k = 0; k < x.size(); ++k) forces[k] += pull(body.mass, r - x[k], u - v[k], law_);
  }
}

LinearTide Tides::linear(Tick t) const {
  LinearTide tide = of_field_;
  if (related_.empty()) return tide;
  const BodyAt centre = around_.at(own_, t);
  for (const Slot slot : related_) {
    const BodyAt body = around_.at(slot, t);
    const Vec3 r = body.x - centre.x;
    const double r2 = norm2(r) + law_.eps2, m_r3 = body.mass / (r2 * std::sqrt(r2));
    tide.along_x += m_r3 * (3 * r.x / r2 * r - Vec3{1, 0, 0});
    tide.along_y += m_r3 * (3 * r.y / r2 * r - Vec3{0, 1, 0});
    tide.along_z += m_r3 * (3 * r.z / r2 * r - Vec3{0, 0, 1});
  }
  return tide;
}

}  // namespace tucana
