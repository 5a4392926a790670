// What tides do to an orbit on average, against an integration of every revolution.
#include "tucana/fewbody/averaged_orbit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/orbit_mean.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

/// Two halves with an axis of one.
PhasePoint orbit_with(double e, double phase = 0.3) {
  const OrbitalElements elements{{1 - e, e, 1, 1}, 1.1, 0.4, 0.7};
  return state_at_time(elements, phase * elements.shape.period());
}

/// Symmetric, with a trace: that of some field.
LinearTide tide_of_size(double size) {
  return {size * Vec3{1, 0.3, -0.4}, size * Vec3{0.3, -0.8, 0.5}, size * Vec3{-0.4, 0.5, 0.2}};
}

AveragedOrbit averaged(const PhasePoint& state) { return AveragedOrbit::of(state, 1, kepler_beta(state, 1)); }

/// Through so many revolutions, from apocentre to apocentre.
PhasePoint followed(const PhasePoint& start, const LinearTide& tide, int revolutions) {
  KsPair pair({0.5, 0.5}, start, {});
  const auto pull = [&](const PairMotion& at) { return Perturbation{tide * (at.x1 - at.x2), tide * (at.v1 - at.v2)}; };
  pair.start(pull(pair.present()));
  const int steps = 200;
  const double d = 2 * std::numbers::pi / steps;
  for (int k = 0; k < revolutions * steps; ++k) pair.step(d, pull);
  return pair.relative();
}

TEST(AveragedOrbits, ChangeAsOrbitsDoThatAreFollowed) {
  for (const double e : {0.0, 0.3, 0.9}) {
    const LinearTide tide = tide_of_size(1e-7);
    const PhasePoint start = orbit_with(e, 0.5);
    const int revolutions = 20;
    const AveragedOrbit before = averaged(start), right = averaged(followed(start, tide, revolutions)),
                        found = before.after(revolutions * 2 * std::numbers::pi, tide, tide, tide, 1, 1);
    const double change = norm(right.e - before.e) + norm(right.j - before.j);
    EXPECT_GT(change, 1e-6) << e;
    EXPECT_LT(norm(found.e - right.e) + norm(found.j - right.j), 1e-4 * change) << e;
  }
}

TEST(AveragedOrbits, KeepTheMeanEnergyInASteadyTide) {
  const LinearTide tide = tide_of_size(1e-3);
  PhasePoint state = orbit_with(0.5);
  AveragedOrbit orbit = averaged(state);
  const auto mean_energy = [&] {
    const auto axes = orbit.axes({}, 1, 1);
    return -0.25 * (dot(axes.along, tide * axes.along) + dot(axes.side, tide * axes.side));
  };
  const double before = mean_energy(), shape = norm(orbit.e);
  double largest = 0;
  for (int k = 0; k < 4000; ++k) {
    orbit = orbit.after(1, tide, tide, tide, 1, 1);
    largest = std::max(largest, std::abs(norm(orbit.e) - shape));
  }
  EXPECT_GT(largest, 0.1);
  EXPECT_NEAR(mean_energy() / before, 1, 1e-9);
}

TEST(AveragedOrbits, AreOfFourthOrderInAChangingTide) {
  const auto tide_at = [](double t) { return tide_of_size(0.02 * (1 + std::sin(t))); };
  const auto end = [&](int steps) {
    AveragedOrbit orbit = averaged(orbit_with(0.4));
    const double dt = 6.0 / steps;
    for (int k = 0; k < steps; ++k)
      orbit = orbit.after(dt, tide_at(k * dt), tide_at((k + 0.5) * dt), tide_at((k + 1) * dt), 1, 1);
    return orbit.e;
  };
  const Vec3 exact = end(600);
  const double coarse = norm(end(12) - exact), fine = norm(end(24) - exact);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.4);
}

/// The mean of x x^T times two, applied to a vector.
Vec3 mean_matrix(const AveragedOrbit::Axes& axes, const Vec3& u) {
  return dot(axes.along, u) * axes.along + dot(axes.side, u) * axes.side;
}

TEST(AveragedOrbits, HaveThePointsOfTheMeanOrbit) {
  for (const double e : {0.0, 1e-9, 0.6, 0.999}) {
    const PhasePoint state = orbit_with(e);
    const auto points = orbit_mean({0.5, 0.5}, state);
    const auto axes = averaged(state).axes({}, 1, 1);
    for (const Vec3& u : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      Vec3 sum;
      for (const BodyAt& point : points) sum += (point.mass * dot(point.x, u)) * point.x;
      EXPECT_LT(norm(sum - 0.125 * mean_matrix(axes, u)), 1e-12) << e;
    }
  }
}

TEST(AveragedOrbits, MoveTheirPointsAsTheyChange) {
  const LinearTide tide = tide_of_size(1e-3);
  for (const double e : {1e-9, 0.01, 0.5, 0.99}) {
    const AveragedOrbit now = averaged(orbit_with(e)), rate = now.rate(tide, 1, 1);
    const double h = 1e-4;
    const auto before = now.after(-h, tide, tide, tide, 1, 1).axes({}, 1, 1),
               after = now.after(h, tide, tide, tide, 1, 1).axes({}, 1, 1);
    const auto axes = now.axes(rate, 1, 1);
    for (const Vec3& u : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      const Vec3 right = (1 / (2 * h)) * (mean_matrix(after, u) - mean_matrix(before, u));
      const Vec3 found = dot(axes.along_rate, u) * axes.along + dot(axes.along, u) * axes.along_rate +
                         dot(axes.side_rate, u) * axes.side + dot(axes.side, u) * axes.side_rate;
      EXPECT_LT(norm(found - right), 1e-8) << e;
    }
  }
}

TEST(AveragedOrbits, HaveTheirPlaceOnTheNewOrbit) {
  for (const double e : {0.0, 0.2, 0.99999}) {
    const PhasePoint before = orbit_with(e, 0.2);
    const AveragedOrbit same = averaged(before);
    const PhasePoint again = same.place(before, 1, 1);
    EXPECT_LT(norm(again.x - before.x), 1e-10) << e;
    EXPECT_LT(norm(again.v - before.v), 1e-8) << e;
    const LinearTide tide = tide_of_size(1e-2);
    const AveragedOrbit turned = same.after(10, tide, tide, tide, 1, 1);
    const PhasePoint there = turned.place(before, 1, 1);
    const AveragedOrbit found = averaged(there);
    EXPECT_NEAR(kepler_beta(there, 1), 1, 1e-9) << e;
    EXPECT_LT(norm(found.e - turned.e) + norm(found.j - turned.j), 1e-8) << e;
  }
}

}  // namespace
}  // namespace tucana
