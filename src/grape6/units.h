#pragma once

#include <array>
#include <limits>

#include "tucana/core/vec3.h"
#include "tucana/grape6/clock.h"
#include "tucana/gravity/precision.h"

namespace tucana::grape6 {

/// The sizes of what takes part in a force, in the client's units.
struct Extent {
  double coordinate = 0;
  double softening = 0, smallest_softening = std::numeric_limits<double>::infinity();  ///< of those that are not zero
  double largest_mass = 0, smallest_mass = std::numeric_limits<double>::infinity();    ///< of those that are not zero
  std::array<double, 5> derivative{};  ///< velocity, acceleration, ..., crackle

  void add_mass(double mass);
  void add_softening(double length);
  void add_place(double size) { coordinate = std::max(coordinate, size); }
  void add_derivative(std::size_t order, const Vec3& value);
};

/// The largest coordinate, without sign; a NaN counts as nothing.
double largest_of(const Vec3& a);

/// The units of an engine in those of the client, as powers of two. Floats reach from 1e-38 to 1e38, and m/r^3 leaves
/// that range soon in units that a client may well have. With units of the engine's own everything stays near one.
/// Powers of two change no bit of a result that was in range before.
struct Units {
  int length = 0, mass = 0, time = 0;

  /// True when sums in this precision stay in range. Only mass and length are judged.
  bool suit(const Extent& extent, Precision precision) const;
  /// The client's own units where they suit, else the best. Throws InputError when masses differ by too much.
  static Units best(const Extent& extent, Precision precision);
  /// Units of time in which velocities, and what their prediction is made of, stay in range; with this unit of length.
  UnitBounds time_bounds(const Extent& extent, Precision precision) const;
  /// True when the unit of time is within these bounds, or near them.
  bool suits_motion(const Extent& extent, Precision precision) const;

  /// A number with the dimensions length^l mass^m time^t, from the client to the engine and back.
  double to_engine(double value, int l, int m, int t) const {
    return scaled(value, -(l * length + m * mass + t * time));
  }
  Vec3 to_engine(const Vec3& value, int l, int m, int t) const {
    return {to_engine(value.x, l, m, t), to_engine(value.y, l, m, t), to_engine(value.z, l, m, t)};
  }
  double to_client(double value, int l, int m, int t) const { return scaled(value, l * length + m * mass + t * time); }
  Vec3 to_client(const Vec3& value, int l, int m, int t) const {
    return {to_client(value.x, l, m, t), to_client(value.y, l, m, t), to_client(value.z, l, m, t)};
  }

  /// Sums of |m|/r below this, in the engine's units, may have lost terms that are too small for the arithmetic.
  double least_potential(const Extent& extent, std::size_t sources, Precision precision) const;

  bool operator==(const Units&) const = default;

 private:
  static double scaled(double value, int power) { return power == 0 ? value : std::ldexp(value, power); }
};

}  // namespace tucana::grape6
