#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "tucana/simulation/simulation.h"

/// Stars that may touch each other in runs, and what happens to them.
namespace tucana::test {

struct Body {
  double mass;  ///< Msun
  Vec3 x, v;
};

struct EventRecorder final : Observer {
  void happened(double, std::string_view who, const Event& event) override {
    if (who == "stellar_evolution") events.push_back(event);
  }
  std::size_t count(std::string_view kind) const {
    return static_cast<std::size_t>(std::ranges::count(events, kind, &Event::kind));
  }
  std::vector<Event> events;
};

/// Code units of 1 Msun and some pc.
inline Simulation with_stars(const Options& options, const std::vector<Body>& bodies, double length_pc) {
  InitialStars initial;
  initial.stars.resize(bodies.size());
  initial.stars.number_from_one();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    initial.stars.mass[i] = bodies[i].mass;
    initial.stars.position[i] = bodies[i].x;
    initial.stars.velocity[i] = bodies[i].v;
  }
  initial.units = {length_pc, 1};
  return Simulation(options, {.stars = std::move(initial)});
}

/// Two single stars on a hyperbola with a pericentre distance, on the way in, among others that are far away.
/// `agitation`: by how much the others are faster.
inline std::vector<Body> encounter(double pericentre, double speed, double distance, double agitation = 1) {
  constexpr double mass = 2;
  const double e_speed2 = speed * speed + 2 * mass / distance;
  // Conservation of angular momentum, from the speed at the pericentre.
  const double across = pericentre * std::sqrt(speed * speed + 2 * mass / pericentre) / distance;
  const Vec3 v =
      pericentre > 0 ? Vec3{-std::sqrt(e_speed2 - across * across), across, 0} : Vec3{-std::sqrt(e_speed2), 0, 0};
  std::vector<Body> bodies{{1, {distance / 2, 0, 0}, 0.5 * v}, {1, {-distance / 2, 0, 0}, -0.5 * v}};
  for (int k = 0; k < 10; ++k)
    bodies.push_back(
        {0.5, {3 * std::cos(0.7 * k), 3 * std::sin(0.7 * k), 0.3 * k - 1.5}, agitation * Vec3{0.1, -0.2, 0.05 * k}});
  return bodies;
}

}  // namespace tucana::test
