#pragma once

#include <cmath>
#include <numbers>

#include "tucana/core/random.h"

namespace tucana {

/// A number from the normal distribution of mean 0 and variance 1 (Box & Muller 1958), from two uniform ones.
inline double normal_deviate(RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

}  // namespace tucana
