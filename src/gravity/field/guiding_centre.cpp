#include "tucana/gravity/field/guiding_centre.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/check_loaded.h"

namespace tucana {
namespace {

/// Steps are this fraction of the time in which the force changes: 600 for a circular orbit, which then closes to
/// 1e-13.
constexpr double accuracy = 0.01;
/// The first step, before differences are known, is shorter by this factor.
constexpr double first_fraction = 1.0 / 16;
constexpr double longest_step = 1, shortest_step = 0x1p-40;
/// Passes of the corrector; each gains at least the order of the step in accuracy.
constexpr int passes = 3;

Tick step_of(double wanted) { return Level::at_most(std::clamp(wanted, shortest_step, longest_step)).step(); }

}  // namespace

GuidingCentre::GuidingCentre(const ExternalField& field, double start_time, const PhasePoint& start, Drag drag)
    : field_(field), start_time_(start_time), drag_(std::move(drag)) {
  const Vec3 a = field.acceleration(start_time, start.x);
  node_ = {start, field_at(Tick{}, start, a), 0};
  const double j = norm(node_.field.jerk), s = norm(node_.field.snap), size = norm(a);
  const double changes = std::max(size > 0 ? j / size : 0, size > 0 ? std::sqrt(s / size) : 0);
  step_ = step_of(changes > 0 ? first_fraction * accuracy / changes : first_fraction * accuracy);
  find_drag();
  last_ = node_;
}

/// The snap of the field along the orbit depends on it too.
void GuidingCentre::find_drag() {
  if (!drag_) return;
  const double half = step_.units() / 2;
  const auto& [x, v] = node_.point;
  const Vec3 a = field_.acceleration(start_time_ + time_.units(), x);
  dragged_ = drag_(start_time_ + time_.units() + half, {x + half * (v + half / 2 * a), v + half * a});
  node_.field = field_at(time_, node_.point, a + dragged_);
}

FieldValue GuidingCentre::field_at(Tick t, const PhasePoint& at, const Vec3& a) const {
  return field_.at(start_time_ + t.units(), at.x, at.v, a);
}

const GuidingCentre::State& GuidingCentre::at(Tick t) {
  if (t == last_time_) return last_;
  while (t >= time_ + step_) {
    const Tick end = time_ + step_;
    const State there = after(node_, time_, end);
    const Tick next = next_step(there, node_.field, step_.units());
    node_ = there;
    step_ = next;
    time_ = end;
    find_drag();
  }
  last_ = t == time_ ? node_ : after(node_, time_, t);
  last_time_ = t;
  return last_;
}

GuidingCentre::State GuidingCentre::after(const State& from, Tick begin, Tick end) const {
  const double h = (end - begin).units();
  const auto& [x0, v0] = from.point;
  const auto& [a0, j0, s0] = from.field;
  PhasePoint at{x0 + h * (v0 + h / 2 * (a0 + h / 3 * (j0 + h / 4 * s0))), v0 + h * (a0 + h / 2 * (j0 + h / 3 * s0))};
  const auto whole_acceleration = [&] { return field_.acceleration(start_time_ + end.units(), at.x) + dragged_; };
  FieldValue there = field_at(end, at, whole_acceleration());
  for (int pass = 0; pass < passes; ++pass) {
    const auto& [a1, j1, s1] = there;
    at.v = v0 + h / 2 * (a0 + a1) + h * h / 10 * (j0 - j1) + h * h * h / 120 * (s0 + s1);
    if (drag_) at.v += h * dragged_;
    at.x = x0 + h / 2 * (v0 + at.v) + h * h / 10 * (a0 - a1) + h * h * h / 120 * (j0 + j1);
    there = field_at(end, at, whole_acceleration());
  }
  return {at, there, from.work + dot(dragged_, at.x - x0)};
}

/// Aarseth's criterion, with the crackle as a difference; at most twice the step before.
Tick GuidingCentre::next_step(const State& end, const FieldValue& begin, double h) const {
  const double a = norm(end.field.acceleration), j = norm(end.field.jerk), s = norm(end.field.snap);
  const double c = norm(end.field.snap - begin.snap) / h, below = j * c + s * s;
  const double wanted = below > 0 ? accuracy * std::sqrt((a * s + j * j) / below) : longest_step;
  return step_of(std::min(wanted, 2 * h));
}

void GuidingCentre::enter(StarsBuffer& stars, Tick t) {
  const PhasePoint origin = at(t).point;
  stars.shift(-origin.x, -origin.v);
}

void GuidingCentre::leave(StarsBuffer& stars, Tick t) {
  const PhasePoint origin = at(t).point;
  stars.shift(origin.x, origin.v);
}

void GuidingCentre::describe(Archive& archive) {
  const Archive::Group group(archive, "guiding_centre");
  if (drag_) {
    archive.field("drag", dragged_);
    archive.field("work", node_.work);
  }
  archive.field("x", node_.point.x);
  archive.field("v", node_.point.v);
  archive.field("time", time_);
  archive.field("step", step_.n);  // no time, but a duration
  if (!archive.loading()) return;
  check_loaded(is_finite(dragged_) && std::isfinite(node_.work) && is_finite(node_.point.x) &&
                   is_finite(node_.point.v) && time_ > Tick{} - Tick::nearest(2 * longest_step) && step_.n > 0,
               "the centre of its coordinates is at no place or time");
  const Vec3 a = field_.acceleration(start_time_ + time_.units(), node_.point.x) + dragged_;
  node_.field = field_at(time_, node_.point, a);
  last_ = node_;
  last_time_ = time_;
}

}  // namespace tucana
