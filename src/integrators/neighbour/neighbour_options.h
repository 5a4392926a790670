#pragma once

#include <cstddef>
#include <string>

#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/integrators/hermite/hermite_options.h"
#include "tucana/integrators/sphere_rule.h"

namespace tucana {

/// eta and the other members of HermiteOptions are those of irregular steps; the fixed step is the regular one.
struct NeighbourOptions : HermiteOptions {
  /// Up to this eta the errors of the irregular part are the smaller ones (docs/theory/ahmad_cohen.md).
  NeighbourOptions() { eta = 0.04; }

  double eta_regular = 0.04;
  std::size_t wanted_neighbours = 0;  ///< 0: as suits the number of bodies
  SphereRule sphere_rule = SphereRule::wanted;
  ListRule list_rule = ListRule::midway;
  std::string simd = EngineChoice{}.simd;  ///< of the irregular force
  int fixed_ratio = 4;                     ///< regular over irregular step, with StepRule::fixed

  bool operator==(const NeighbourOptions&) const = default;
};

}  // namespace tucana
