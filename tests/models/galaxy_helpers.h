#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/models/galaxy/galaxy.h"

namespace tucana::testing_support {

inline Component sphere(ProfileKind profile, CutKind cut = CutKind::none, double cut_radius = 0) {
  Component component{.name = "sphere", .profile = profile};
  component.cut = cut;
  component.cut_radius = cut_radius;
  return component;
}

inline StarsBuffer drawn(const Galaxy& galaxy, std::size_t n, std::uint64_t seed = 1) {
  SerialWorkers workers;
  return draw_galaxy(galaxy, n, seed, workers);
}

inline std::vector<double> radii_of(const StarsBuffer& stars) {
  std::vector<double> radii;
  for (const Vec3& x : stars.position) radii.push_back(norm(x));
  return radii;
}

/// The message of the InputError; "" when there is none.
template <class F>
std::string complaint(F&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace tucana::testing_support
