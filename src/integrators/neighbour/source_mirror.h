#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tucana/core/reused_rows.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/neighbour/heavy_bodies.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/slots/slot_bits.h"

namespace tucana {

/// The engine's copy of the bodies. Rows become stale as bodies step and are written when the engine is needed next,
/// since most bodies step several times before that.
class SourceMirror {
 public:
  explicit SourceMirror(ForceEngine& engine) : sources_(engine.make_sources()) {}

  /// All rows are stale, or parked as their slots are.
  void resize(const SlotTable& slots);
  /// The same number of slots or more, of which the others hold what they held.
  void grow(std::size_t slots);
  void mark_stale(Slot slot) { stale_.add(slot); }
  void park(std::span<const Slot> slots);
  /// Heavy bodies get no mass.
  SourceSet& updated(const NeighbourBodies& bodies, const HeavyBodies& heavy, Workers& workers);

 private:
  /// Rows to be written to the engine.
  struct Outbox {
    ReusedRows<double> mass;
    ReusedRows<Vec3> x, v, a, j;
    ReusedRows<Tick> time;
    void resize(std::size_t n);
  };

  std::unique_ptr<SourceSet> sources_;
  SlotBits stale_;
  std::vector<Slot> stale_slots_;  ///< while they are written
  Outbox outbox_;
};

}  // namespace tucana
