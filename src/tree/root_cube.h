#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tucana/core/vec3.h"
#include "tucana/tree/hilbert_key.h"
#include "tucana/tree/tree_bodies.h"

namespace tucana::tree {

/// The cube in which keys are defined. A body outside gets the key of the nearest cell at its border: keys only
/// determine which bodies are grouped, and moments use the actual positions.
struct RootCube {
  Vec3 corner;
  double side = 1;

  std::uint64_t key(const Vec3& x) const {
    const double cells = key_cells / side;
    const auto axis = [cells](double offset) {
      return static_cast<std::uint32_t>(std::clamp(offset * cells, 0.0, static_cast<double>(key_cells - 1)));
    };
    return hilbert_key(axis(x.x - corner.x), axis(x.y - corner.y), axis(x.z - corner.z));
  }
};

/// The root cube is computed from at least this many bodies, if there are more.
inline constexpr std::size_t root_cube_sample = 4096;

/// Around a sample of the bodies: a cube that contains nearly all of them. It is not the box of all, in which one
/// distant body would leave the others in few cells.
inline RootCube root_cube(const std::vector<Vec3>& sample) {
  // What is farther from the median than `wide` times the interval between these quantiles may be outside.
  constexpr double quantile = 0.02, wide = 16;
  RootCube cube{{}, 0};
  const auto axis = [&](auto member, double& corner) {
    std::vector<double> values;
    values.reserve(sample.size());
    for (const Vec3& x : sample) values.push_back(x.*member);
    std::sort(values.begin(), values.end());
    const auto at = [&](double q) {
      return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
    };
    const double middle = at(0.5), reach = wide * (at(1 - quantile) - at(quantile));
    const double low = std::max(values.front(), middle - reach), high = std::min(values.back(), middle + reach);
    corner = 0.5 * (low + high);
    cube.side = std::max(cube.side, high - low);
  };
  axis(&Vec3::x, cube.corner.x);
  axis(&Vec3::y, cube.corner.y);
  axis(&Vec3::z, cube.corner.z);
  // The sample may miss the outermost few by a little. All bodies at one point: any cube does.
  cube.side = cube.side > 0 ? 1.05 * cube.side : 1.0;
  cube.corner -= Vec3{0.5, 0.5, 0.5} * cube.side;
  return cube;
}

/// For bodies in the cube, the heaviest of which in the sample has this mass.
inline KernelUnits kernel_units(const RootCube& cube, double mass) {
  const auto power_of_two_near = [](double x) {
    return x > 0 && std::isfinite(x) ? std::ldexp(1.0, std::ilogb(x)) : 1.0;
  };
  return {power_of_two_near(cube.side), power_of_two_near(mass)};
}

}  // namespace tucana::tree
