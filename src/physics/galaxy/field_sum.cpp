#include "tucana/physics/galaxy/field_sum.h"

#include <algorithm>

namespace tucana::galaxy {

FieldValue FieldSum::at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const {
  FieldValue sum;
  for (const auto& part : parts_) sum += part->at(time, x, v, a);
  return sum;
}

Vec3 FieldSum::acceleration(double time, const Vec3& x) const {
  Vec3 sum;
  for (const auto& part : parts_) sum += part->acceleration(time, x);
  return sum;
}

double FieldSum::potential(double time, const Vec3& x) const {
  double sum = 0;
  for (const auto& part : parts_) sum += part->potential(time, x);
  return sum;
}

bool FieldSum::is_static() const {
  return std::ranges::all_of(parts_, [](const auto& part) { return part->is_static(); });
}

Vec3 FieldSum::angular_velocity() const {
  for (const auto& part : parts_)
    if (const Vec3 turning = part->angular_velocity(); norm2(turning) > 0) return turning;
  return {};
}

std::string FieldSum::name() const {
  std::string names;
  for (const auto& part : parts_) names += (names.empty() ? "" : " + ") + part->name();
  return names;
}

}  // namespace tucana::galaxy
