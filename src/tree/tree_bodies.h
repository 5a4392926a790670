#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/gravity/cpu/leaf.h"

namespace tucana::tree {

/// A body at its own time: a cache line. Displacements since then are short compared with the distances that matter, so
/// float is enough for the quantities they are computed from; the forces of a tree are no more accurate.
struct BodyRow {
  Vec3 position;
  double mass = 0;
  float velocity[3] = {};
  float acceleration[3] = {};
  std::int64_t time = 0;

  Vec3 at(Tick when) const {
    const auto h = static_cast<float>((when - Tick{time}).units());
    const auto moved = [h](double x, float v, float a) { return x + static_cast<double>(h * (v + 0.5F * h * a)); };
    return {moved(position.x, velocity[0], acceleration[0]), moved(position.y, velocity[1], acceleration[1]),
            moved(position.z, velocity[2], acceleration[2])};
  }
};
static_assert(sizeof(BodyRow) == 64);

using cpu::FloatPair;
inline FloatPair pair_of(double x) { return cpu::rounded<FloatPair>(x); }

/// Code units over those of the kernels, powers of two: lengths and masses near one stay within the range of float.
struct KernelUnits {
  double length = 1;
  double mass = 1;
};

/// Code units over those of the kernels, too.
inline double acceleration_unit(const KernelUnits& units) { return units.mass / (units.length * units.length); }

/// Columns of places as pairs of floats, whose differences are good to a float whatever the distance from the origin.
struct PlaceColumns {
  std::vector<float> x_high, y_high, z_high, x_low, y_low, z_low;

  /// Entries behind the last that vectors may read.
  static constexpr std::size_t padding = 16;

  void resize(std::size_t n) {
    for (auto* column : {&x_high, &y_high, &z_high, &x_low, &y_low, &z_low}) column->resize(n + padding);
  }
  void set(std::size_t i, const Vec3& x) {
    const auto split = [i](double value, std::vector<float>& high, std::vector<float>& low) {
      const FloatPair pair = pair_of(value);
      high[i] = pair.high, low[i] = pair.low;
    };
    split(x.x, x_high, x_low);
    split(x.y, y_high, y_low);
    split(x.z, z_high, z_low);
  }
  Vec3 get(std::size_t i) const {
    const auto join = [i](const std::vector<float>& high, const std::vector<float>& low) {
      return static_cast<double>(high[i]) + static_cast<double>(low[i]);
    };
    return {join(x_high, x_low), join(y_high, y_low), join(z_high, z_low)};
  }
};

/// Bodies in the order of the tree, predicted to the time of an evaluation, in kernel units.
struct PredictedBodies {
  PlaceColumns place;
  std::vector<float> mass;
  std::vector<float> softening2;  ///< half the square of each, where bodies have their own; else empty

  void resize(std::size_t n) {
    place.resize(n);
    mass.resize(n + PlaceColumns::padding);
  }
  /// Seven columns of one length, and perhaps one more.
  std::size_t bytes() const { return (7 * mass.capacity() + softening2.capacity()) * sizeof(float); }
};

}  // namespace tucana::tree
