#include "tests/gravity/bodies.h"

#include <array>
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
  Long3 position, velocity;
};

LongPoint long_predicted(const Bodies& bodies, std::size_t i, Tick when) {
  const long double d = static_cast<long double>((when - bodies.time[i]).n) / static_cast<long double>(Tick::per_unit);
  const Long3 x = wide(bodies.position[i]), v = wide(bodies.velocity[i]);
  const Long3 a = wide(bodies.acceleration[i]), j = wide(bodies.jerk[i]);
  return {x + d * v + (d * d / 2) * a + (d * d * d / 6) * j, v + d * a + (d * d / 2) * j};
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
  return {std::span(mass).subspan(i, 1),         std::span(position).subspan(i, 1), std::span(velocity).subspan(i, 1),
          std::span(acceleration).subspan(i, 1), std::span(jerk).subspan(i, 1),     std::span(time).subspan(i, 1)};
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

std::unique_ptr<SourceSet> make_sources(ForceEngine& engine, const Bodies& bodies) {
  auto sources = engine.make_sources();
  sources->resize(bodies.size());
  sources->write(bodies.slots(), bodies.rows());
  return sources;
}

Point predicted(const Bodies& bodies, std::size_t i, Tick when) {
  const LongPoint p = long_predicted(bodies, i, when);
  return {narrow(p.position), narrow(p.velocity)};
}

void TargetsAndResults::add(Slot s, const Point& point, double list_radius2) {
  slot.push_back(s);
  position.push_back(point.position);
  velocity.push_back(point.velocity);
  radius2.push_back(list_radius2);
}

Results TargetsAndResults::results() {
  acceleration.assign(size(), {-7, -7, -7});
  jerk = acceleration;
  potential.assign(size(), -7);
  nearest_distance2 = potential;
  nearest.assign(size(), slot_at(77777));
  return {acceleration, jerk, potential, nearest, nearest_distance2, &lists};
}

TargetsAndResults all_targets(const Bodies& bodies, Tick when, double list_radius2) {
  TargetsAndResults targets;
  for (std::size_t i = 0; i < bodies.size(); ++i) targets.add(slot_at(i), predicted(bodies, i, when), list_radius2);
  return targets;
}

ExactForce exact_force(const Bodies& bodies, Tick when, Slot self, const Point& target, double eps2) {
  ExactForce exact;
  Long3 acceleration{}, jerk{};
  long double potential = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (slot_at(i) == self) continue;
    const LongPoint source = long_predicted(bodies, i, when);
    const Long3 r = source.position - wide(target.position);
    const Long3 v = source.velocity - wide(target.velocity);
    const long double r2 = dot(r, r) + eps2;
    const long double m_r3 = bodies.mass[i] / (r2 * std::sqrt(r2));
    const Long3 a = m_r3 * r;
    const Long3 j = m_r3 * v - (3 * dot(r, v) / r2) * a;
    acceleration = acceleration + a;
    jerk = jerk + j;
    potential -= bodies.mass[i] / std::sqrt(r2);
    exact.acceleration_scale += static_cast<double>(std::sqrt(dot(a, a)));
    exact.jerk_scale += static_cast<double>(m_r3 * std::sqrt(dot(v, v)));
  }
  exact.acceleration = narrow(acceleration);
  exact.jerk = narrow(jerk);
  exact.potential = static_cast<double>(potential);
  return exact;
}

}  // namespace tucana::test
