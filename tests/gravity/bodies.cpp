#include "tests/gravity/bodies.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/random.h"

namespace tucana::test {
namespace {

struct Long3 {
  long double x, y, z;
};
Long3 wide(const Vec3& a) { return {a.x, a.y, a.z}; }
Long3 operator+(Long3 a, Long3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Long3 operator-(Long3 a, Long3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Long3 operator*(long double s, Long3 a) { return {s * a.x, s * a.y, s * a.z}; }
long double dot(Long3 a, Long3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 narrow(Long3 a) { return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)}; }

struct LongPoint {
  Long3 position, velocity, acceleration;
};

LongPoint long_predicted(const Bodies& bodies, std::size_t i, Tick when) {
  const long double d = static_cast<long double>((when - bodies.time[i]).n) / static_cast<long double>(Tick::per_unit);
  const auto higher = [i](const std::vector<Vec3>& column) { return column.empty() ? Long3{} : wide(column[i]); };
  const Long3 x = wide(bodies.position[i]), v = wide(bodies.velocity[i]);
  const Long3 a = wide(bodies.acceleration[i]), j = wide(bodies.jerk[i]);
  const Long3 s = higher(bodies.snap), c = higher(bodies.crackle);
  const long double d2 = d * d / 2, d3 = d2 * d / 3, d4 = d3 * d / 4, d5 = d4 * d / 5;
  return {x + d * v + d2 * a + d3 * j + d4 * s + d5 * c, v + d * a + d2 * j + d3 * s + d4 * c,
          a + d * j + d2 * s + d3 * c};
}

}  // namespace

void Bodies::add(double m, const Vec3& x, const Vec3& v, const Vec3& a, const Vec3& j, Tick t) {
  mass.push_back(m);
  position.push_back(x);
  velocity.push_back(v);
  acceleration.push_back(a);
  jerk.push_back(j);
  time.push_back(t);
}

std::vector<Slot> Bodies::slots() const {
  std::vector<Slot> all(size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = slot_at(i);
  return all;
}

SourceRows Bodies::row(std::size_t i) const {
  const auto one = [i](const auto& column) { return std::span(column).subspan(i, 1); };
  const auto higher = [&](const std::vector<Vec3>& column) { return column.empty() ? std::span(column) : one(column); };
  return {one(mass), one(position), one(velocity), one(acceleration),
          one(jerk), one(time),     higher(snap),  higher(crackle)};
}

Bodies make_bodies(std::size_t n, std::uint64_t seed) {
  Bodies bodies;
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(seed, RandomUse::test, i);
    // Density rises to the centre, as in a cluster; masses over two decades.
    const auto vector = [&random](double size, double power) {
      const double length = size * std::pow(random.uniform(), power);  // drawn before the direction
      return length * random.direction();
    };
    const double m = std::pow(10.0, 2 * random.uniform()) / static_cast<double>(n);
    const Vec3 x = vector(1, 0.7) + Vec3{0.3, -0.2, 0.1};
    const Vec3 v = vector(1, 1);
    const Vec3 a = vector(3, 1);
    const Vec3 j = vector(10, 1);
    bodies.add(m, x, v, a, j, Tick::nearest(1 + std::floor(random.uniform() * 64) / 1024));
  }
  return bodies;
}

Bodies make_bodies_with_crackle(std::size_t n, std::uint64_t seed) {
  Bodies bodies = make_bodies(n, seed);
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(seed + 1000, RandomUse::test, i);
    bodies.snap.push_back(100 * random.direction());
    bodies.crackle.push_back(1000 * random.direction());
  }
  return bodies;
}

std::unique_ptr<SourceSet> make_sources(ForceEngine& engine, const Bodies& bodies) {
  auto sources = engine.make_sources(bodies.snap.empty() ? Prediction::jerk : Prediction::crackle);
  sources->resize(bodies.size());
  sources->write(bodies.slots(), bodies.rows());
  return sources;
}

Point predicted(const Bodies& bodies, std::size_t i, Tick when) {
  const LongPoint p = long_predicted(bodies, i, when);
  return {narrow(p.position), narrow(p.velocity), narrow(p.acceleration)};
}

void TargetsAndResults::add(Slot s, const Point& point, double list_radius2, double list_ahead) {
  slot.push_back(s);
  position.push_back(point.position);
  velocity.push_back(point.velocity);
  own_acceleration.push_back(point.acceleration);
  radius2.push_back(list_radius2);
  list_time.push_back(list_ahead);
}

Results TargetsAndResults::results() {
  acceleration.assign(size(), {-7, -7, -7});
  jerk = snap = acceleration;
  potential.assign(size(), -7);
  nearest_distance2 = potential;
  nearest.assign(size(), slot_at(77777));
  return {acceleration, jerk, potential, nearest, nearest_distance2, &lists, snap};
}

TargetsAndResults all_targets(const Bodies& bodies, Tick when, double list_radius2, double list_ahead) {
  TargetsAndResults targets;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    targets.add(slot_at(i), predicted(bodies, i, when), list_radius2, list_ahead);
  return targets;
}

ExactForce exact_force(const Bodies& bodies, Tick when, Slot self, const Point& target, double eps2,
                       std::span<const Slot> without) {
  ExactForce exact;
  Long3 acceleration{}, jerk{}, snap{};
  long double potential = 0;
  const auto size = [](const Long3& a) { return static_cast<double>(std::sqrt(dot(a, a))); };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (slot_at(i) == self || std::find(without.begin(), without.end(), slot_at(i)) != without.end()) continue;
    const LongPoint source = long_predicted(bodies, i, when);
    const Long3 r = source.position - wide(target.position);
    const Long3 v = source.velocity - wide(target.velocity);
    const Long3 a_ = source.acceleration - wide(target.acceleration);
    const long double r2 = dot(r, r) + eps2;
    const long double m_r3 = bodies.mass[i] / (r2 * std::sqrt(r2));
    const long double al = dot(r, v) / r2, be = (dot(v, v) + dot(r, a_)) / r2 + al * al;
    const Long3 a = m_r3 * r;
    const Long3 j = m_r3 * v - (3 * al) * a;
    const Long3 s = m_r3 * a_ - (6 * al) * j - (3 * be) * a;
    acceleration = acceleration + a;
    jerk = jerk + j;
    snap = snap + s;
    potential -= bodies.mass[i] / std::sqrt(r2);
    exact.acceleration_scale += size(a);
    exact.jerk_scale += size(m_r3 * v);
    exact.snap_scale += size(m_r3 * a_) + 3 * static_cast<double>(dot(v, v) / r2) * size(a);
  }
  exact.acceleration = narrow(acceleration);
  exact.jerk = narrow(jerk);
  exact.snap = narrow(snap);
  exact.potential = static_cast<double>(potential);
  return exact;
}

Errors errors_of(const TargetsAndResults& got, std::size_t t, const ExactForce& exact) {
  return {norm(got.acceleration[t] - exact.acceleration) / exact.acceleration_scale,
          norm(got.jerk[t] - exact.jerk) / exact.jerk_scale,
          std::abs(got.potential[t] - exact.potential) / std::abs(exact.potential),
          norm(got.snap[t] - exact.snap) / exact.snap_scale};
}

Errors worst(const Errors& a, const Errors& b) {
  const auto larger = [](double x, double y) { return x <= y || std::isnan(y) ? y : x; };
  return {larger(a.acceleration, b.acceleration), larger(a.jerk, b.jerk), larger(a.potential, b.potential),
          larger(a.snap, b.snap)};
}

}  // namespace tucana::test
