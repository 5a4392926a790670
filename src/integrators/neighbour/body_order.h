#pragma once

#include <span>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/integrators/cluster_scale.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/slots/slot_bits.h"
#include "tucana/tree/key_sort.h"

namespace tucana {

/// Sorts bodies along a Peano-Hilbert curve, so that bodies that are close in space are close in memory: few leaves of
/// the engine then hold neighbours of a body, and the rows of a list are in few cache lines. The order is lost within a
/// part of a crossing time as bodies move.
class BodyOrder {
 public:
  /// Bodies get other slots, also on their lists, and parked slots are dropped. Returns the new slot of each old one,
  /// until the next call.
  std::span<const Slot> sort(NeighbourBodies& bodies, const ClusterScale& cluster, Tick t, Workers& workers);

 private:
  void find_order(const NeighbourBodies& bodies, const ClusterScale& cluster, Tick t, Workers& workers);

  // Kept from one call to the next: allocating memory would cost more than the sort.
  struct {
    std::vector<NeighbourBody> row;
    BodyLists list;
  } sorted_;
  std::vector<tree::KeyedBody> order_, spare_;
  std::vector<Slot> new_slot_;
  std::vector<SlotBits> bits_;  ///< one for each worker
};

}  // namespace tucana
