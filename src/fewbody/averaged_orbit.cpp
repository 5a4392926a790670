#include "tucana/fewbody/averaged_orbit.h"

#include <algorithm>
#include <cmath>

#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

double trace(const LinearTide& tide) { return tide.along_x.x + tide.along_y.y + tide.along_z.z; }

AveragedOrbit moved(const AveragedOrbit& orbit, double dt, const AveragedOrbit& rate) {
  return {orbit.e + dt * rate.e, orbit.j + dt * rate.j};
}

/// What rounding and the order of the steps take from e.j = 0 and e^2 + j^2 = 1. The shorter of the two vectors has
/// more digits of the shape.
AveragedOrbit rectified(AveragedOrbit orbit) {
  double j2 = norm2(orbit.j);
  orbit.e -= (dot(orbit.e, orbit.j) / j2) * orbit.j;
  const double e2 = norm2(orbit.e);
  if (e2 < j2) {
    orbit.j *= std::sqrt((1 - e2) / j2);
  } else {
    j2 = std::min(j2, 1.0);
    orbit.e *= std::sqrt((1 - j2) / e2);
  }
  return orbit;
}

/// Circles have no pericentre: any direction in their plane will do.
constexpr double least_eccentricity = 1e-10;

Vec3 towards_pericentre(const AveragedOrbit& orbit, const Vec3& otherwise) {
  if (const double e = norm(orbit.e); e > least_eccentricity) return (1 / e) * orbit.e;
  // Where they are the same, any other one.
  const Vec3 in_plane = otherwise - (dot(otherwise, orbit.j) / norm2(orbit.j)) * orbit.j;
  return (1 / norm(in_plane)) * in_plane;
}

}  // namespace

AveragedOrbit AveragedOrbit::of(const PhasePoint& relative, double mu, double beta) {
  return rectified({eccentricity_vector(relative, mu),
                    (std::sqrt(beta) / mu) * cross(relative.x, relative.v)});  // n a^2 = mu/sqrt(beta)
}

AveragedOrbit AveragedOrbit::rate(const LinearTide& tide, double mu, double beta) const {
  const double axis = mu / beta, momentum = mu / std::sqrt(beta);
  const Vec3 by_j = (axis * axis / 2) * (tide * j - trace(tide) * j), by_e = (-2.5 * axis * axis) * (tide * e);
  return {(-1 / momentum) * (cross(j, by_e) + cross(e, by_j)), (-1 / momentum) * (cross(j, by_j) + cross(e, by_e))};
}

AveragedOrbit AveragedOrbit::after(double dt, const LinearTide& at_start, const LinearTide& in_middle,
                                   const LinearTide& at_end, double mu, double beta) const {
  const AveragedOrbit first = rate(at_start, mu, beta);
  const AveragedOrbit second = moved(*this, dt / 2, first).rate(in_middle, mu, beta);
  const AveragedOrbit third = moved(*this, dt / 2, second).rate(in_middle, mu, beta);
  const AveragedOrbit fourth = moved(*this, dt, third).rate(at_end, mu, beta);
  const auto mean = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return (1.0 / 6) * (a + 2 * b + 2 * c + d);
  };
  return rectified(
      moved(*this, dt, {mean(first.e, second.e, third.e, fourth.e), mean(first.j, second.j, third.j, fourth.j)}));
}

/// With A and B the lengths of the two vectors, P and Q their directions: A P P^T A + B Q Q^T B is the mean of x x^T,
/// and changes by A A' and B B' along the axes, 5 a^2 e (de/dt.Q) between them, and with the plane of the orbit. How
/// the points turn within the plane is of no importance, so that nothing is singular for circles.
AveragedOrbit::Axes AveragedOrbit::axes(const AveragedOrbit& rate, double mu, double beta) const {
  const double axis = mu / beta, flatness = norm(j), e2 = norm2(e), eccentricity = std::sqrt(e2);
  const Vec3 normal = (1 / flatness) * j;
  const Vec3 any = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 along = towards_pericentre(*this, any), across = cross(normal, along);
  const double longer = axis * std::sqrt(1 + 4 * e2), shorter = axis * flatness;
  const double longer_rate = 4 * axis * axis * eccentricity * dot(rate.e, along) / longer;
  const double shorter_rate = axis * dot(rate.j, normal);
  const double between = 5 * axis * axis * eccentricity * dot(rate.e, across) / (longer + shorter);
  const Vec3 turn = (1 / flatness) * cross(normal, rate.j);
  return {longer * along, shorter * across, longer_rate * along + between * across + longer * cross(turn, along),
          shorter_rate * across + between * along + shorter * cross(turn, across)};
}

PhasePoint AveragedOrbit::place(const PhasePoint& before, double mu, double beta) const {
  const AveragedOrbit former = of(before, mu, beta);
  const double axis = mu / beta, speed = std::sqrt(beta), r = norm(before.x);
  // e cos E and e sin E; for a circle, E is counted from the present place, which is towards_pericentre().
  const double cosine_part = 1 - r / axis, sine_part = dot(before.x, before.v) * speed / mu;
  const bool is_circle = norm(former.e) <= least_eccentricity;
  const double anomaly = is_circle ? 0 : std::atan2(sine_part, cosine_part);
  const double cosine = std::cos(anomaly), sine = std::sin(anomaly);
  const Vec3 along = towards_pericentre(*this, before.x);
  const double eccentricity = norm(e), flatness = norm(j);
  const Vec3 across = (1 / flatness) * cross(j, along);
  return {axis * ((cosine - eccentricity) * along + (flatness * sine) * across),
          (speed / (1 - eccentricity * cosine)) * ((flatness * cosine) * across - sine * along)};
}

}  // namespace tucana
