#include "tucana/fewbody/tides.h"

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
    tide.add_mass(body.mass, body.x - centre.x, law_.eps2);
  }
  return tide;
}

}  // namespace tucana
