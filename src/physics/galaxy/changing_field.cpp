#include "tucana/physics/galaxy/changing_field.h"

#include <cmath>
#include <utility>

namespace tucana::galaxy {
namespace {

/// Dehnen (2000, AJ 119, 800): 3/16 u^5 - 5/8 u^3 + 15/16 u + 1/2 with u = 2 phase - 1; its first two derivatives
/// vanish at both ends.
FieldStrength grown(double phase, double duration) {
  if (phase <= 0) return {0, 0, 0};
  if (phase >= 1) return {1, 0, 0};
  const double u = 2 * phase - 1, u2 = u * u, rate = 2 / duration;
  return {u * (15 + u2 * (-10 + 3 * u2)) / 16 + 0.5, 15.0 / 16 * (1 - u2) * (1 - u2) * rate,
          -15.0 / 4 * u * (1 - u2) * rate * rate};
}

}  // namespace

FieldStrength strength_at(FieldChange change, double start, double duration, double time) {
  const double phase = (time - start) / duration;
  switch (change) {
    case FieldChange::none: break;
    case FieldChange::decay: {
      if (phase <= 0) break;
      const double factor = std::exp(-phase);
      return {factor, -factor / duration, factor / (duration * duration)};
    }
    case FieldChange::grow: return grown(phase, duration);
    case FieldChange::fade: {
      const FieldStrength up = grown(phase, duration);
      return {1 - up.factor, -up.first, -up.second};
    }
  }
  return {1, 0, 0};
}

ChangingField::ChangingField(std::unique_ptr<ExternalField> field, FieldChange change, double start, double duration)
    : field_(std::move(field)), change_(change), start_(start), duration_(duration) {}

/// The rule of products.
FieldValue ChangingField::at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const {
  const FieldStrength now = strength(time);
  const FieldValue whole = field_->at(time, x, v, a);
  return {now.factor * whole.acceleration, now.factor * whole.jerk + now.first * whole.acceleration,
          now.factor * whole.snap + 2 * now.first * whole.jerk + now.second * whole.acceleration};
}

Vec3 ChangingField::acceleration(double time, const Vec3& x) const {
  return strength(time).factor * field_->acceleration(time, x);
}

double ChangingField::potential(double time, const Vec3& x) const {
  return strength(time).factor * field_->potential(time, x);
}

std::string ChangingField::name() const { return "changing " + field_->name(); }

}  // namespace tucana::galaxy
