#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/gravity/force_engine.h"

namespace tucana::test {

/// Sources at times of their own, and what their targets should get. Columns as the engines take them.
struct Bodies {
  std::vector<double> mass;
  std::vector<Vec3> position, velocity, acceleration, jerk;
  std::vector<Vec3> snap, crackle;  ///< empty: zero, and sources with Prediction::jerk
  std::vector<Tick> time;

  std::size_t size() const { return mass.size(); }
  void add(double m, const Vec3& x, const Vec3& v = {}, const Vec3& a = {}, const Vec3& j = {}, Tick t = {});
  std::vector<Slot> slots() const;
  SourceRows rows() const { return {mass, position, velocity, acceleration, jerk, time, snap, crackle}; }
  SourceRows row(std::size_t i) const;
};

/// A clumpy ball of unequal masses, with derivatives and own times spread over 1/16 time unit.
Bodies make_bodies(std::size_t n, std::uint64_t seed = 1);
/// The same bodies, with snap and crackle.
Bodies make_bodies_with_crackle(std::size_t n, std::uint64_t seed = 1);

/// With Prediction::crackle for bodies that have it.
std::unique_ptr<SourceSet> make_sources(ForceEngine& engine, const Bodies& bodies);

struct Point {
  Vec3 position, velocity, acceleration = {};
};

/// Body i predicted to `when` in long double.
Point predicted(const Bodies& bodies, std::size_t i, Tick when);

/// The targets of some bodies at one time, with room for every answer.
struct TargetsAndResults {
  std::vector<Slot> slot;
  std::vector<Vec3> position, velocity;
  std::vector<Vec3> own_acceleration;
  std::vector<double> radius2, list_time;
  std::vector<Vec3> acceleration, jerk, snap;
  std::vector<double> potential, nearest_distance2;
  std::vector<Slot> nearest;
  NeighbourLists lists;

  void add(Slot s, const Point& point, double list_radius2 = 0, double list_ahead = 0);
  std::size_t size() const { return slot.size(); }
  Targets targets() const { return {slot, position, velocity, radius2, own_acceleration, list_time}; }
  Point point(std::size_t t) const { return {position[t], velocity[t], own_acceleration[t]}; }
  Results results();
};

/// All bodies as targets, predicted to `when`.
TargetsAndResults all_targets(const Bodies& bodies, Tick when, double list_radius2 = 0, double list_ahead = 0);

inline constexpr Wanted force_and_potential{true, true, false, false};
inline constexpr Wanted everything{true, true, true, true};

inline constexpr Wanted force_and_snap{.potential = true, .snap = true};

/// The exact answer: a direct sum in long double.
struct ExactForce {
  Vec3 acceleration, jerk, snap;
  double potential = 0;
  /// Sums of the sizes of the terms: what rounding errors are measured against.
  double acceleration_scale = 0, jerk_scale = 0, snap_scale = 0;
};
ExactForce exact_force(const Bodies& bodies, Tick when, Slot self, const Point& target, double eps2,
                       std::span<const Slot> without = {});

/// Of the results for target t against exact ones, relative to the sums of the sizes of the terms.
struct Errors {
  double acceleration = 0, jerk = 0, potential = 0, snap = 0;
};
Errors errors_of(const TargetsAndResults& got, std::size_t t, const ExactForce& exact);
/// The larger of each; a NaN stays.
Errors worst(const Errors& a, const Errors& b);

}  // namespace tucana::test
