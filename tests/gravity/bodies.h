#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tucana/gravity/force_engine.h"

namespace tucana::test {

/// Sources at times of their own, and what their targets should get. Columns as the engines take them.
struct Bodies {
  std::vector<double> mass;
  std::vector<Vec3> position, velocity, acceleration, jerk;
  std::vector<Tick> time;

  std::size_t size() const { return mass.size(); }
  void add(double m, const Vec3& x, const Vec3& v = {}, const Vec3& a = {}, const Vec3& j = {}, Tick t = {});
  std::vector<Slot> slots() const;
  SourceRows rows() const { return {mass, position, velocity, acceleration, jerk, time}; }
  SourceRows row(std::size_t i) const;
};

/// A clumpy ball of unequal masses, with derivatives and own times spread over 1/16 time unit.
Bodies make_bodies(std::size_t n, std::uint64_t seed = 1);

std::unique_ptr<SourceSet> make_sources(ForceEngine& engine, const Bodies& bodies);

struct Point {
  Vec3 position, velocity;
};

/// Body i predicted to `when` in long double.
Point predicted(const Bodies& bodies, std::size_t i, Tick when);

/// The targets of some bodies at one time, with room for every answer.
struct TargetsAndResults {
  std::vector<Slot> slot;
  std::vector<Vec3> position, velocity;
  std::vector<double> radius2;
  std::vector<Vec3> acceleration, jerk;
  std::vector<double> potential, nearest_distance2;
  std::vector<Slot> nearest;
  NeighbourLists lists;

  void add(Slot s, const Point& point, double list_radius2 = 0);
  std::size_t size() const { return slot.size(); }
  Targets targets() const { return {slot, position, velocity, radius2}; }
  Results results();
};

/// All bodies as targets, predicted to `when`.
TargetsAndResults all_targets(const Bodies& bodies, Tick when, double list_radius2 = 0);

inline constexpr Wanted force_and_potential{true, true, false, false};
inline constexpr Wanted everything{true, true, true, true};

/// The exact answer: a direct sum in long double.
struct ExactForce {
  Vec3 acceleration, jerk;
  double potential = 0;
  /// Sums of the sizes of the terms: what rounding errors are measured against.
  double acceleration_scale = 0, jerk_scale = 0;
};
ExactForce exact_force(const Bodies& bodies, Tick when, Slot self, const Point& target, double eps2);

}  // namespace tucana::test
