#pragma once

#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"

namespace tucana {

/// The state of the bodies, one row a slot, each row at its own time.
struct BodyColumns {
  std::vector<StarId> id;
  std::vector<double> mass, radius;
  std::vector<Vec3> x, v, a, j;
  std::vector<Tick> time;

  std::size_t size() const { return id.size(); }
  hermite4::State state(std::size_t i) const { return {x[i], v[i], a[i], j[i]}; }

  /// All bodies at tick 0, without derivatives yet.
  void take(const Stars& stars);
  void describe(Archive& archive);
};

}  // namespace tucana
