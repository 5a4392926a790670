#pragma once

#include <span>
#include <vector>

#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// The first forces on bodies that have no past, at the start of a run or later, with what their first steps depend on.
struct FirstForces {
  std::vector<Vec3> a, j;
  std::vector<double> potential;
  std::vector<Slot> nearest;  ///< no_slot where a body is alone
  std::vector<double> nearest_distance2;

  /// By one pass of an engine.
  FirstForces(ForceEngine& engine, SourceSet& sources, Tick t, std::span<const Slot> slots, std::span<const Vec3> x,
              std::span<const Vec3> v, const PairLaw& law);

  /// The first step of the k-th body under a total force. mass_of(slot) is the mass of a body.
  template <class MassOf>
  double step(std::size_t k, Slot slot, const Vec3& total_a, const Vec3& total_j, double eta_start, const PairLaw& law,
              const MassOf& mass_of) const {
    FirstStepInput body{total_a, total_j, potential[k], nearest_distance2[k] + law.eps2, 0};
    if (nearest[k] != no_slot) body.nearest_pair_mass = mass_of(slot) + mass_of(nearest[k]);
    return first_step(eta_start, body);
  }
};

}  // namespace tucana
