#include "tucana/fewbody/tides.h"

#include <cmath>

namespace tucana {

void Tides::on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<PartialForce> forces) const {
  for (std::size_t k = 0; k < x.size(); ++k) forces[k] = {of_field_ * x[k], of_field_ * v[k]};
  if (related_.empty()) return;
  const BodyAt centre = around_.in_sums(own_, t);
  for (const Slot slot : related_) {
    const BodyAt body = around_.in_sums(slot, t);
    const Vec3 r = body.x - centre.x, u = body.v - centre.v;
    for (std::size_t k = 0; k < x.size(); ++k) forces[k] += pull(body.mass, r - x[k], u - v[k], law_);
  }
}

LinearTide Tides::linear(Tick t) const {
  LinearTide tide = of_field_;
  if (related_.empty()) return tide;
  const BodyAt centre = around_.in_sums(own_, t);
  for (const Slot slot : related_) {
    const BodyAt body = around_.in_sums(slot, t);
    tide.add_mass(body.mass, body.x - centre.x, law_.eps2);
  }
  return tide;
}

TidesDuring::TidesDuring(const Tides& tides, const TidalScale& scale, Tick start, Tick end)
    : tides_(tides), start_(start), far_(tides.of_field_) {
  if (tides.related_.empty()) return;
  const BodyAt centre = tides.around_.in_sums(tides.own_, start), later_centre = tides.around_.in_sums(tides.own_, end);
  const double r2 = scale.extent * scale.extent, limit = scale.smallest * scale.mass / (3 * r2 * r2);
  LinearTide later = far_;
  for (const Slot slot : tides.related_) {
    const BodyAt body = tides.around_.in_sums(slot, start);
    const Vec3 r = body.x - centre.x;
    const double distance2 = norm2(r);
    if (body.mass > limit * distance2 * distance2) {
      near_.push_back(slot);
      continue;
    }
    far_.add_mass(body.mass, r, tides.law_.eps2);
    later.add_mass(body.mass, tides.around_.in_sums(slot, end).x - later_centre.x, tides.law_.eps2);
  }
  if (!(start < end)) return;
  const double rate = 1 / (end - start).units();
  far_rate_ = {rate * (later.along_x - far_.along_x), rate * (later.along_y - far_.along_y),
               rate * (later.along_z - far_.along_z)};
}

LinearTide TidesDuring::far_at(Tick t) const {
  const double h = (t - start_).units();
  return {far_.along_x + h * far_rate_.along_x, far_.along_y + h * far_rate_.along_y,
          far_.along_z + h * far_rate_.along_z};
}

void TidesDuring::on_points(Tick t, std::span<const Vec3> x, std::span<const Vec3> v,
                            std::span<PartialForce> forces) const {
  const LinearTide far = far_at(t);
  for (std::size_t k = 0; k < x.size(); ++k) forces[k] = {far * x[k], far * v[k] + far_rate_ * x[k]};
  if (near_.empty()) return;
  const BodyAt centre = tides_.around_.in_sums(tides_.own_, t);
  for (const Slot slot : near_) {
    const BodyAt body = tides_.around_.in_sums(slot, t);
    const Vec3 r = body.x - centre.x, u = body.v - centre.v;
    for (std::size_t k = 0; k < x.size(); ++k) forces[k] += pull(body.mass, r - x[k], u - v[k], tides_.law_);
  }
}

void TidesDuring::on_points(Tick t, std::span<const Vec3> x, std::span<Vec3> accelerations) const {
  const LinearTide far = far_at(t);
  for (std::size_t k = 0; k < x.size(); ++k) accelerations[k] = far * x[k];
  if (near_.empty()) return;
  const BodyAt centre = tides_.around_.in_sums(tides_.own_, t);
  for (const Slot slot : near_) {
    const BodyAt body = tides_.around_.in_sums(slot, t);
    const Vec3 r = body.x - centre.x;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Vec3 d = r - x[k];
      const double inverse_r2 = 1 / (norm2(d) + tides_.law_.eps2);
      accelerations[k] += (body.mass * inverse_r2 * std::sqrt(inverse_r2)) * d;
    }
  }
}

}  // namespace tucana
