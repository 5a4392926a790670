#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/reused_rows.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/partial_force.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// The active bodies whose regular force is due: input for the engine, and its results.
struct RegularRows {
  std::vector<std::size_t> active;   ///< row among the active ones
  ReusedRows<std::uint32_t> row_of;  ///< of an active one here, or one of these two; only while there are any due
  static constexpr std::uint32_t not_due = ~std::uint32_t{0}, waits = not_due - 1;
  ReusedRows<Slot> slot;
  ReusedRows<Vec3> x, v, a, j;
  ReusedRows<double> radius2, list_time, wanted_step, sphere;
  ReusedRows<hermite4::HigherDerivatives> higher;  ///< of the regular force, as far as the old list tells
  NeighbourLists lists;
  ReusedRows<PartialForce> moved;  ///< from the regular to the irregular force, by the new lists

  void resize(std::size_t n);
  std::size_t size() const { return slot.size(); }
  /// A body as it is predicted to t, with the sphere and the time for which its list is to be made.
  void set(std::size_t r, Slot of, const NeighbourBody& body, double sphere_radius, double ahead, Tick t);
  PartialForce force(std::size_t r) const { return {a[r], j[r]}; }
  Targets targets() const { return {slot, x, v, radius2, {}, list_time}; }
};

}  // namespace tucana
