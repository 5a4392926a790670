#pragma once

#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/frame.h"
#include "tucana/core/stars.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite_state.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// The state of the bodies, one row per slot, each row at its own time. Rows of parked slots are zero.
struct BodyColumns {
  /// Schemes that predict with the crackle keep snap and crackle; the others leave these columns empty.
  explicit BodyColumns(Prediction kept) : prediction(kept) {}

  Prediction prediction;
  Frame frame;  ///< in which x and v are
  SlotTable slots;
  std::vector<double> mass;
  std::vector<Vec3> x, v, a, j, s, c;
  std::vector<Tick> time;
  /// The numbers of a device that have more bits than a double can hold, from which an integrator there continues.
  /// Otherwise empty.
  std::vector<double> device_rows;

  /// Slots, parked ones included.
  std::size_t size() const { return mass.size(); }
  std::size_t body_count() const { return slots.body_count(); }
  bool has_crackle() const { return prediction == Prediction::crackle; }
  HermiteState state(std::size_t i) const {
    if (!has_crackle()) return {x[i], v[i], a[i], j[i]};
    return {x[i], v[i], a[i], j[i], s[i], c[i]};
  }
  SourceRows rows() const { return {mass, x, v, a, j, time, s, c}; }

  /// All bodies at tick 0, without derivatives yet, in a frame that suits them.
  void take(const Stars& stars);
  /// Rows for all slots of the table: new ones, and those of slots that have been parked, are zero.
  void fit_to_slots();
  /// Whether all bodies, which are at t, were moved to another frame. Forces and their derivatives are the same there.
  bool move_frame(Tick t);
  /// Slot i is from now on new_slot[i], a permutation, and parked slots at the end are gone.
  void renumber(std::span<const Slot> new_slot);
  /// Whether all bodies have reached t.
  bool all_at(Tick t) const;
  /// A table of all stars at t, from positions and velocities of all bodies in the order of their slots; subsystems, if
  /// there may be any, have been advanced to t.
  void show(std::span<const Slot> bodies, std::span<const Vec3> position, std::span<const Vec3> velocity, Tick t,
            const Subsystems* subsystems, StarsBuffer& stars) const;
  void describe(Archive& archive);
  /// Throws InputError when a body that was loaded is ahead of the run.
  void check_times(Tick now) const;

 private:
  template <class Work>
  void for_each_column(const Work& work);
};

}  // namespace tucana
