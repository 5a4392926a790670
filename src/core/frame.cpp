#include "tucana/core/frame.h"

#include <algorithm>
#include <vector>

#include "tucana/core/check_loaded.h"

namespace tucana {
namespace {

/// A frame is kept while its bodies are within this many of their own median distances of the origin, and likewise for
/// velocities. This costs two bits of a float; models that are centred on the origin keep the frame at rest.
constexpr double tolerance = 4;

/// Changes the order of the values. Of an even number the mean of the two in the middle, so that two bodies have the
/// place between them.
double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

/// The median of vectors, axis by axis, unless it is nearer to zero than a few times the median distance from it.
std::optional<Vec3> significant_median(std::size_t count, FunctionRef<Vec3(std::size_t)> vector) {
  std::vector<double> values(count);
  const auto median_of = [&](auto&& value) {
    for (std::size_t i = 0; i < count; ++i) values[i] = value(vector(i));
    return median(values);
  };
  const Vec3 centre{median_of([](const Vec3& a) { return a.x; }), median_of([](const Vec3& a) { return a.y; }),
                    median_of([](const Vec3& a) { return a.z; })};
  const double spread = median_of([&](const Vec3& a) { return norm(a - centre); });
  return norm(centre) > tolerance * spread ? std::optional(centre) : std::nullopt;
}

}  // namespace

void Frame::enter(StarsBuffer& stars, Tick t) const {
  if (is_at_rest()) return;
  stars.shift(-origin(t), -velocity_);
}

void Frame::leave(StarsBuffer& stars, Tick t) const {
  if (is_at_rest()) return;
  stars.shift(origin(t), velocity_);
}

void Frame::move_by(const PhasePoint& shift, Tick t) {
  origin_ = origin(t) + shift.x;
  velocity_ += shift.v;
  since_ = t;
}

void Frame::describe(Archive& archive) {
  const Archive::Group group(archive, "frame");
  archive.field("origin", origin_);
  archive.field("velocity", velocity_);
  archive.field("since", since_);
  // Ticks count from a later time than when this was saved: a frame that lasts long must not fall out of their range.
  if (archive.moved_by().n != 0) move_by({}, Tick{0});
  check_loaded(is_finite(origin_) && is_finite(velocity_) && since_.n >= 0, "its frame is at no place or time");
}

std::optional<PhasePoint> frame_shift(std::size_t count, FunctionRef<PhasePoint(std::size_t)> body) {
  if (count < 2) return std::nullopt;
  const auto place = significant_median(count, [&](std::size_t i) { return body(i).x; });
  const auto velocity = significant_median(count, [&](std::size_t i) { return body(i).v; });
  if (!place && !velocity) return std::nullopt;
  return PhasePoint{place.value_or(Vec3{}), velocity.value_or(Vec3{})};
}

}  // namespace tucana
