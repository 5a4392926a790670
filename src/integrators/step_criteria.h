#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "tucana/core/vec3.h"

namespace tucana {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Sizes of the acceleration and its first three derivatives.
struct DerivativeNorms {
  double a, j, s, c;
  double j2, s2;  ///< squares
};

/// Aarseth (1985), with eta inside the root (Nitadori & Aarseth 2012, eq. 1 as corrected in the literature):
///   dt = sqrt( eta (|a||s| + |j|^2) / (|j||c| + |s|^2) )
/// from acceleration and its first three derivatives at the end of the step.
inline double aarseth_step(double eta, const DerivativeNorms& norms) {
  const double below = norms.j * norms.c + norms.s2;
  if (!(below > 0)) return no_limit;
  return std::sqrt(eta * (norms.a * norms.s + norms.j2) / below);
}
inline double aarseth_step(double eta, const Vec3& a, const Vec3& j, const Vec3& s, const Vec3& c) {
  return aarseth_step(eta, {norm(a), norm(j), norm(s), norm(c), norm2(j), norm2(s)});
}

/// Close passages of pairs are treated from this fraction of the potential of the whole cluster on.
inline constexpr double passage_depth = 0.01;
/// Steps scale as the square root of eta.
inline constexpr double step_of_half_eta = std::numbers::sqrt2 / 2;

/// The factor by which steps in a close passage are shorter than eta alone requires, where the potential of the pair is
/// `depth` times that of the whole cluster (docs/theory/ahmad_cohen.md, "Passages"). The energy error is a fraction of
/// the depth that scales as eta^2.5 (docs/theory/hermite4.md), and eta scales as the square of the step: with a factor
/// of depth^-0.2 the error does not grow with the depth. It need not remain that small while passages become rarer with
/// depth, so in between steps are those of half eta.
inline double passage_factor(double depth) {
  if (!(depth > passage_depth)) return 1;
  const double factor = std::max(std::pow(depth / passage_depth, -0.2), step_of_half_eta);
  return depth > 1 ? factor * std::pow(depth, -0.2) : factor;
}

/// The longest step in which a body notices approaching neighbours: the time to cross half of the mean distance of the
/// `neighbours` in a sphere, at `speed`. The derivatives of a weak irregular force allow longer steps, since the
/// criterion compares them with the whole acceleration; a body that approaches within such a step would be noticed too
/// late.
inline double neighbour_step_limit(double sphere, std::size_t neighbours, double speed) {
  if (neighbours == 0 || !(speed > 0)) return no_limit;
  return 0.5 * sphere / std::cbrt(static_cast<double>(neighbours)) / speed;
}
/// The step, not above that limit. Most steps are far below it, which is seen without computing a root.
inline double step_among_neighbours(double step, double sphere, std::size_t neighbours, double speed) {
  const double way = 2 * step * speed;
  if (way * way * way * static_cast<double>(neighbours) < sphere * sphere * sphere) return step;
  return std::min(step, neighbour_step_limit(sphere, neighbours, speed));
}

/// The factor by which the regular steps of a body of this mass are shorter than those of the others. The work of its
/// corrections is proportional to its mass, so that few heavy bodies would cause most of the energy error.
inline double regular_mass_factor(double mass_over_mean) {
  return mass_over_mean > 1 ? 1 / std::sqrt(std::sqrt(mass_over_mean)) : 1;
}

/// Limit from the difference of predicted and corrected velocity after a step h (Makino 1991; Aarseth 2003,
/// eq. 2.16): dt <= h (limit h |a| / |v - v_predicted|)^(1/5).
inline double velocity_step_limit(double limit, double h, const Vec3& a, const Vec3& v, const Vec3& v_predicted) {
  const double difference = norm(v - v_predicted);
  if (!(difference > 0)) return no_limit;
  return h * std::pow(limit * h * norm(a) / difference, 0.2);
}

/// The step of a second-order scheme (Springel 2005, eq. 34): eta is how far the acceleration moves
/// a body from rest in such a step, in units of the softening, dt = sqrt(2 eta eps / |a|).
inline double acceleration_step(double eta, double softening, const Vec3& a) {
  const double size = norm(a);
  if (!(size > 0)) return no_limit;
  return std::sqrt(2 * eta * softening / size);
}

/// What is known of a body before its first step.
struct FirstStepInput {
  Vec3 acceleration, jerk;
  double potential = 0;
  double nearest_softened_distance2 = 0;  ///< r^2 + eps^2 of the nearest body
  double nearest_pair_mass = 0;           ///< own mass and that of the nearest body; 0 when alone
};

/// Where forces balance each other, |a| in |a|/|j| is at least this fraction of them.
inline constexpr double balanced_part = 1e-3;

/// A first step without higher derivatives: eta times the shortest of |a|/|j|, which is infinite in a cold start, the
/// free-fall time in the whole field, sqrt|phi|/|a|, and that towards the nearest body, which alone detects a pair
/// whose force is balanced by others. Where forces balance exactly (the middle body of three on the figure-of-eight
/// orbit) |a|/|j| would be zero: for a body whose acceleration is far below the force of the nearest one, a fraction of
/// that force is used instead, and if the nearest has no mass, the time scale of jerk and potential.
inline double first_step(double eta_start, const FirstStepInput& body) {
  const double a = norm(body.acceleration), j = norm(body.jerk);
  const double m = body.nearest_pair_mass, r2 = body.nearest_softened_distance2;
  double t = no_limit;
  if (j > 0) t = std::max(a, m > 0 ? balanced_part * m / r2 : 0) / j;
  if (t == 0) t = balanced_part * std::sqrt(std::sqrt(std::abs(body.potential)) / j);
  // A body without any other around it may still be in an external field, which has no part in the potential.
  if (a > 0 && body.potential != 0) t = std::min(t, std::sqrt(std::abs(body.potential)) / a);
  if (m > 0) {
    const double r = std::sqrt(r2);
    t = std::min(t, r * std::sqrt(r / m));
  }
  return eta_start * t;
}

}  // namespace tucana
