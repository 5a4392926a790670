#include "tucana/fewbody/orbit_mean.h"

#include <algorithm>
#include <cmath>

namespace tucana {

namespace {

/// An ellipse by its half axes, which are those of the mean of x x^T: sqrt(1 + 4 e^2) a towards the pericentre and
/// sqrt(1 - e^2) a across.
struct MeanAxes {
  Vec3 along, side;
};

MeanAxes mean_axes(double mu, const PhasePoint& relative) {
  const auto& [x, v] = relative;
  const double r = norm(x), axis = 1 / (2 / r - norm2(v) / mu);
  const Vec3 spin = cross(x, v);
  // The eccentricity vector; for a circle every direction is that of the pericentre.
  Vec3 towards = (1 / mu) * cross(v, spin) - (1 / r) * x;
  const double e = std::min(norm(towards), 1.0);
  towards = e > 1e-8 ? (1 / norm(towards)) * towards : (1 / r) * x;
  Vec3 across = cross(spin, towards);
  const double size = norm(across);
  across = size > 0 ? (1 / size) * across : Vec3{};
  return {(axis * std::sqrt(1 + 4 * e * e)) * towards, (axis * std::sqrt(std::max(0.0, 1 - e * e))) * across};
}

}  // namespace

std::array<BodyAt, 4> orbit_mean(const PairMasses& masses, const PhasePoint& relative) {
  const double mu = masses.sum(), scale = std::sqrt(masses.first * masses.second) / mu;
  const MeanAxes axes = mean_axes(mu, relative);
  const Vec3 along = scale * axes.along, side = scale * axes.side;
  return {{{mu / 4, along, {}}, {mu / 4, -1.0 * along, {}}, {mu / 4, side, {}}, {mu / 4, -1.0 * side, {}}}};
}

double tidal_excess(const LinearTide& tide, const PairMasses& masses, const PhasePoint& relative) {
  const double mu = masses.sum();
  const auto& [x, v] = relative;
  if (!(norm2(v) * norm(x) < 2 * mu)) return 0;
  const auto potential = [&](const Vec3& d) { return -0.5 * dot(d, tide * d); };
  const MeanAxes axes = mean_axes(mu, relative);
  return potential(x) - 0.5 * (potential(axes.along) + potential(axes.side));
}

}  // namespace tucana
