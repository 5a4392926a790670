#pragma once

#include <span>

#include "tucana/core/body_at.h"

namespace tucana {

/// The energy of some bodies about their centre of mass, from their differences: no digits are lost by where the centre
/// is and how it moves.
inline double relative_energy(std::span<const BodyAt> bodies) {
  double mass = 0, kinetic = 0, potential = 0;
  for (const BodyAt& body : bodies) mass += body.mass;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double product = bodies[i].mass * bodies[j].mass;
      if (product == 0) continue;
      kinetic += product * norm2(bodies[i].v - bodies[j].v);
      potential -= product / norm(bodies[i].x - bodies[j].x);
    }
  }
  return (mass > 0 ? kinetic / (2 * mass) : 0) + potential;
}

}  // namespace tucana
