#include "tucana/tree/ball/enclosing_ball.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Several maxima at once, so that one comparison need not wait for another.
constexpr std::size_t lanes = 4;

double farthest2(const Vec3& centre, std::span<const Vec3> points) {
  std::array<double, lanes> most{};
  const std::size_t whole = points.size() / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) {
      const double d = norm2(points[i + k] - centre);
      most[k] = d > most[k] ? d : most[k];
    }
  }
  for (std::size_t i = whole; i < points.size(); ++i) most[0] = std::max(most[0], norm2(points[i] - centre));
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

struct Box {
  Vec3 low, high;
  Vec3 middle() const { return 0.5 * low + 0.5 * high; }
};

Box bounding_box(std::span<const Vec3> points) {
  std::array<Box, 2> box;
  box[0] = box[1] = {points[0], points[0]};
  const auto widen = [](Box& b, const Vec3& p) {
    b.low = {p.x < b.low.x ? p.x : b.low.x, p.y < b.low.y ? p.y : b.low.y, p.z < b.low.z ? p.z : b.low.z};
    b.high = {p.x > b.high.x ? p.x : b.high.x, p.y > b.high.y ? p.y : b.high.y, p.z > b.high.z ? p.z : b.high.z};
  };
  std::size_t i = 0;
  for (; i + 1 < points.size(); i += 2) widen(box[0], points[i]), widen(box[1], points[i + 1]);
  if (i < points.size()) widen(box[0], points[i]);
  widen(box[0], box[1].low);
  widen(box[0], box[1].high);
  return box[0];
}

Vec3 mean_of(std::span<const Vec3> points) {
  Vec3 even, odd;
  std::size_t i = 0;
  for (; i + 1 < points.size(); i += 2) even += points[i], odd += points[i + 1];
  if (i < points.size()) even += points[i];
  return (even + odd) * (1 / static_cast<double>(points.size()));
}

/// The ball around a centre whose farthest point is known.
Ball ball_around(const Vec3& centre, double most2, std::span<const Vec3> points) {
  double radius = std::sqrt(most2);
  if (!(most2 > 0x1p-960)) {
    // Squares that vanish: take the distances one by one.
    for (const Vec3& p : points) radius = std::max(radius, std::hypot(p.x - centre.x, p.y - centre.y, p.z - centre.z));
  }
  // The squares are right to 5 units of 2^-53, the root to 3.5; a tiny radius is increased by one more step.
  if (radius > 0) radius = std::nextafter(radius * (1 + 0x1p-50), 2 * radius + 1);
  return {centre, radius};
}

}  // namespace

Ball ball_around(const Vec3& centre, std::span<const Vec3> points) {
  return ball_around(centre, farthest2(centre, points), points);
}

Ball mean_ball(std::span<const Vec3> points) {
  if (points.empty()) return {};
  return ball_around(mean_of(points), points);
}

Ball centre_of_mass_ball(std::span<const Vec3> points, std::span<const double> masses) {
  TUCANA_EXPECT(points.size() == masses.size());
  Vec3 sum;
  double mass = 0;
  for (std::size_t i = 0; i < points.size(); ++i) sum += masses[i] * points[i], mass += masses[i];
  return mass > 0 ? ball_around(sum * (1 / mass), points) : mean_ball(points);
}

Ball box_ball(std::span<const Vec3> points) {
  if (points.empty()) return {};
  return ball_around(bounding_box(points).middle(), points);
}

Ball box_or_mean_ball(std::span<const Vec3> points) {
  if (points.empty()) return {};
  const Vec3 middle = bounding_box(points).middle(), mean = mean_of(points);
  const double from_middle = farthest2(middle, points), from_mean = farthest2(mean, points);
  return from_mean < from_middle ? ball_around(mean, from_mean, points) : ball_around(middle, from_middle, points);
}

Ball ritter_ball(std::span<const Vec3> points) {
  if (points.empty()) return {};
  // The two points farthest apart along each axis; the pair with the largest distance starts the ball.
  std::array<std::size_t, 6> end{};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if (p.x < points[end[0]].x) end[0] = i;
    if (p.x > points[end[1]].x) end[1] = i;
    if (p.y < points[end[2]].y) end[2] = i;
    if (p.y > points[end[3]].y) end[3] = i;
    if (p.z < points[end[4]].z) end[4] = i;
    if (p.z > points[end[5]].z) end[5] = i;
  }
  std::size_t widest = 0;
  for (std::size_t k = 2; k < 6; k += 2) {
    if (norm2(points[end[k + 1]] - points[end[k]]) > norm2(points[end[widest + 1]] - points[end[widest]])) widest = k;
  }
  const Vec3 &a = points[end[widest]], &b = points[end[widest + 1]];
  Vec3 centre = 0.5 * a + 0.5 * b;
  double radius = 0.5 * norm(b - a), radius2 = radius * radius;
  for (const Vec3& p : points) {
    const double d2 = norm2(p - centre);
    if (d2 <= radius2) continue;
    const double d = std::sqrt(d2);
    radius = 0.5 * (radius + d), radius2 = radius * radius;
    centre += (d - radius) / d * (p - centre);
  }
  return ball_around(centre, points);
}

Ball enclosing_ball(BallKind kind, std::span<const Vec3> points) {
  switch (kind) {
    case BallKind::mean: return mean_ball(points);
    case BallKind::box: return box_ball(points);
    case BallKind::box_or_mean: return box_or_mean_ball(points);
    case BallKind::ritter: return ritter_ball(points);
    case BallKind::smallest: return smallest_ball(points);
  }
  return box_ball(points);
}

}  // namespace tucana
