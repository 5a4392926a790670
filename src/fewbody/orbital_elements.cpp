#include "tucana/fewbody/orbital_elements.h"

#include <algorithm>
#include <cmath>

#include "tucana/fewbody/stumpff.h"

namespace tucana {
namespace {

/// The orbit's own axes in space: towards the ascending node, and at right angles to it in the plane of the motion.
struct NodeAxes {
  Vec3 node, ahead;
};

NodeAxes node_axes(double inclination, double ascending_node) {
  const double ci = std::cos(inclination), si = std::sin(inclination);
  const double cn = std::cos(ascending_node), sn = std::sin(ascending_node);
  return {{cn, sn, 0}, {-sn * ci, cn * ci, si}};
}

/// The direction of the angular momentum; for a radial orbit some direction at right angles to it. What rounding leaves
/// of the position in it, which is much of a small momentum, is taken off: the state stays in its own plane.
Vec3 normal_of(const PhasePoint& relative) {
  const Vec3 momentum = cross(relative.x, relative.v);
  const Vec3& x = relative.x;
  if (norm2(momentum) > 0) return momentum - (dot(momentum, x) / norm2(x)) * x;
  const double least = std::min({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  if (least == std::abs(x.x)) return cross(x, Vec3{1, 0, 0});
  return least == std::abs(x.y) ? cross(x, Vec3{0, 1, 0}) : cross(x, Vec3{0, 0, 1});
}

/// Position and velocity in the plane of the orbit, the first axis towards the pericentre.
struct PlaneState {
  double x, y, vx, vy;
};

PhasePoint in_space(const OrbitalElements& elements, const PlaneState& s) {
  const auto [node, ahead] = node_axes(elements.inclination, elements.ascending_node);
  const double c = std::cos(elements.pericentre_argument), w = std::sin(elements.pericentre_argument);
  const Vec3 to_pericentre = c * node + w * ahead, along = c * ahead - w * node;
  return {s.x * to_pericentre + s.y * along, s.vx * to_pericentre + s.vy * along};
}

}  // namespace

double true_anomaly(const PhasePoint& relative, double mu) {
  const double r = norm(relative.x), p = norm2(cross(relative.x, relative.v)) / mu;
  return std::atan2(std::sqrt(p / mu) * dot(relative.x, relative.v) / r, p / r - 1);
}

OrbitalElements orbital_elements(const PhasePoint& relative, double mu) {
  OrbitalElements elements;
  elements.shape = orbit_phase(relative, mu).shape;
  const Vec3 normal = normal_of(relative);
  elements.inclination = std::atan2(std::hypot(normal.x, normal.y), normal.z);
  if (normal.x != 0 || normal.y != 0) elements.ascending_node = std::atan2(normal.x, -normal.y);
  const auto [node, ahead] = node_axes(elements.inclination, elements.ascending_node);
  elements.pericentre_argument = std::atan2(dot(relative.x, ahead), dot(relative.x, node)) - true_anomaly(relative, mu);
  return elements;
}

PhasePoint state_at_true_anomaly(const OrbitalElements& elements, double true_anomaly) {
  const OrbitShape& shape = elements.shape;
  const double e = shape.eccentricity, p = shape.pericentre * (1 + e);
  const double c = std::cos(true_anomaly), s = std::sin(true_anomaly), half = std::cos(true_anomaly / 2);
  // 1 + e cos nu, where 1 - e is known better than e.
  const double r = p / (shape.pericentre * shape.beta / shape.mu + 2 * e * half * half);
  const double speed = std::sqrt(shape.mu / p);
  return in_space(elements, {r * c, r * s, -speed * s, speed * (c + e)});
}

PhasePoint state_at_time(const OrbitalElements& elements, double time) {
  const OrbitShape& shape = elements.shape;
  // At the pericentre u = (sqrt q, 0) and u' = (0, sqrt(mu (1 + e))/2), which is finite for q = 0 too.
  const KsPoint pericentre{{std::sqrt(shape.pericentre), 0, 0, 0},
                           {0, std::sqrt(shape.mu * (1 + shape.eccentricity)) / 2, 0, 0}};
  const UniversalOrbit orbit{shape.pericentre, 0, shape.mu * shape.eccentricity, shape.beta, shape.mu};
  const PhasePoint state = from_ks(ks_drift(pericentre, shape.mu, shape.beta, orbit.anomaly(time)).point);
  return in_space(elements, {state.x.x, state.x.y, state.v.x, state.v.y});
}

Vec3 eccentricity_vector(const PhasePoint& relative, double mu) {
  return (1 / mu) * cross(relative.v, cross(relative.x, relative.v)) - (1 / norm(relative.x)) * relative.x;
}

}  // namespace tucana
