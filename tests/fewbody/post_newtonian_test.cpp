#include "tucana/fewbody/post_newtonian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/fewbody/gravitational_radiation.h"

namespace tucana {
namespace {

constexpr double mass1 = 0.7, mass2 = 0.3;

struct State {
  Vec3 x, v;
};

/// At the apocentre of an ellipse with a = 1.
State apocentre_state(double e) { return {{1 + e, 0, 0}, {0, std::sqrt((1 - e) / (1 + e)), 0}}; }

/// Runge-Kutta of fourth order with a fixed step.
State advanced(State s, double time, int steps, double c, const PostNewtonianOrders& orders) {
  const double h = time / steps;
  const auto slope = [&](const State& at) {
    const double r = norm(at.x);
    return State{at.v, at.x * (-(mass1 + mass2) / (r * r * r)) +
                           post_newtonian_acceleration(mass1, mass2, at.x, at.v, c, orders)};
  };
  const auto moved = [&](const State& k, double by) { return State{s.x + by * k.x, s.v + by * k.v}; };
  for (int i = 0; i < steps; ++i) {
    const State k1 = slope(s), k2 = slope(moved(k1, h / 2)), k3 = slope(moved(k2, h / 2)), k4 = slope(moved(k3, h));
    s.x += (h / 6) * (k1.x + 2 * k2.x + 2 * k3.x + k4.x);
    s.v += (h / 6) * (k1.v + 2 * k2.v + 2 * k3.v + k4.v);
  }
  return s;
}

/// Direction of the pericentre: that of the Laplace-Runge-Lenz vector.
double pericentre_angle(const State& s) {
  const Vec3 l = cross(s.x, s.v), lenz = cross(s.v, l) - s.x * (1 / norm(s.x));
  return std::atan2(lenz.y, lenz.x);
}

TEST(PostNewtonian, FirstOrderTurnsThePericentre) {
  const double e = 0.3, c = 300, orbits = 20;
  const State start = apocentre_state(e);
  // From apocentre to apocentre the oscillating parts cancel.
  const State end = advanced(start, orbits * 2 * std::numbers::pi, 80000, c, {true, false, false});
  const double turned = std::remainder(pericentre_angle(end) - pericentre_angle(start), 2 * std::numbers::pi);
  EXPECT_NEAR(turned / (orbits * pericentre_advance(1, 1, e, c)), 1, 3e-3);
}

/// Change of the energy along half an orbit.
double energy_change(double c, const PostNewtonianOrders& orders) {
  const State start = apocentre_state(0.5), end = advanced(start, 3, 6000, c, orders);
  return std::abs(post_newtonian_energy(mass1, mass2, end.x, end.v, c, orders) -
                  post_newtonian_energy(mass1, mass2, start.x, start.v, c, orders));
}

TEST(PostNewtonian, ConservesItsEnergyUpToTheNextOrder) {
  const PostNewtonianOrders one{true, false, false}, two{true, true, false};
  EXPECT_NEAR(std::log2(energy_change(20, one) / energy_change(40, one)), 4, 0.2);
  EXPECT_NEAR(std::log2(energy_change(20, two) / energy_change(40, two)), 6, 0.3);
}

TEST(PostNewtonian, RadiationTakesTheEnergyOfPeters) {
  const double e = 0.4, c = 60, orbits = 10, time = orbits * 2 * std::numbers::pi;
  const PostNewtonianOrders radiation{false, false, true};
  const State start = apocentre_state(e), end = advanced(start, time, 40000, c, radiation);
  const auto axis = [](const State& s) { return 1 / (2 / norm(s.x) - norm2(s.v)); };
  const RadiatingOrbit rates = radiation_rates(mass1, mass2, {1, e}, c);
  EXPECT_NEAR((axis(end) - axis(start)) / (rates.semi_major_axis * time), 1, 0.01);
}

TEST(GravitationalRadiation, CirclesLiveAsLongAsPetersSays) {
  const double c = 100, a = 0.01;
  const double lifetime = std::pow(a, 4) * 5 / 256 / (mass1 * mass2) * std::pow(c, 5);
  EXPECT_NEAR(radiation_merger_time(mass1, mass2, {a, 0}, c) / lifetime, 1, 1e-12);
  const RadiatingOrbit later = radiation_shrunk(mass1, mass2, {a, 0}, c, 15.0 / 16 * lifetime);
  EXPECT_NEAR(later.semi_major_axis / a, 0.5, 1e-12);
  EXPECT_EQ(radiation_shrunk(mass1, mass2, {a, 0}, c, 1.01 * lifetime).semi_major_axis, 0);
}

// Against small steps of the rates themselves.
TEST(GravitationalRadiation, EllipsesFollowTheRates) {
  const double c = 100;
  for (const double e : {0.01, 0.5, 0.9, 0.999}) {
    const RadiatingOrbit start{0.01, e};
    const double time = 0.5 * radiation_merger_time(mass1, mass2, start, c);
    RadiatingOrbit small = start;
    constexpr int steps = 20000;
    for (int i = 0; i < steps; ++i) {
      const double h = time / steps;
      const RadiatingOrbit k = radiation_rates(mass1, mass2, small, c);
      const RadiatingOrbit middle{small.semi_major_axis + h / 2 * k.semi_major_axis,
                                  small.eccentricity + h / 2 * k.eccentricity};
      const RadiatingOrbit at_middle = radiation_rates(mass1, mass2, middle, c);
      small.semi_major_axis += h * at_middle.semi_major_axis;
      small.eccentricity += h * at_middle.eccentricity;
    }
    const RadiatingOrbit found = radiation_shrunk(mass1, mass2, start, c, time);
    EXPECT_NEAR(found.semi_major_axis / small.semi_major_axis, 1, 1e-5) << e;
    EXPECT_NEAR(found.eccentricity / small.eccentricity, 1, 1e-5) << e;
  }
}

// Peters 1964, section 5: for e near 1 the lifetime is 768/425 (1 - e^2)^(7/2) times that of a circle.
TEST(GravitationalRadiation, NarrowEllipsesMergeSoon) {
  const double e = 1 - 1e-7, ratio = radiation_merger_time(mass1, mass2, {1, e}, 100) /
                                     radiation_merger_time(mass1, mass2, {1, 0}, 100);
  EXPECT_NEAR(ratio / (768.0 / 425 * std::pow(1 - e * e, 3.5)), 1, 2e-3);
}

}  // namespace
}  // namespace tucana
