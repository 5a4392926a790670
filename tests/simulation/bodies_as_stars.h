#pragma once

#include <vector>

#include "tucana/core/body_at.h"
#include "tucana/core/stars.h"

namespace tucana::test {

/// Stars with the numbers 1, 2, 3, ... in the order of the bodies.
inline StarsBuffer bodies_as_stars(const std::vector<BodyAt>& bodies) {
  StarsBuffer stars;
  stars.resize(bodies.size());
  stars.number_from_one();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    stars.mass[i] = bodies[i].mass;
    stars.position[i] = bodies[i].x;
    stars.velocity[i] = bodies[i].v;
  }
  return stars;
}

}  // namespace tucana::test
