#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/partial_force.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/hermite/hermite_state.h"
#include "tucana/integrators/neighbour/body_lists.h"
#include "tucana/integrators/slots/slot_table.h"

namespace tucana {

/// A body of the neighbour scheme. A row, not columns: a step needs all of it, for bodies scattered in memory.
struct alignas(64) NeighbourBody {
  // What an irregular step writes, in two cache lines. Each Vec3 is followed by a double: kernels load four.
  Vec3 x, v;               ///< at the last irregular step
  PartialForce irregular;  ///< of the bodies on its list, at that time
  double mass = 0;
  double sphere = 0;  ///< radius of the neighbour sphere
  Tick time, regular_time;
  // What it reads in addition:
  PartialForce regular;  ///< of all others, at `regular_time`, which is not later than `time`
  /// Its next two derivatives, as found by the previous regular step: an estimate that the corrector removes.
  hermite4::HigherDerivatives regular_higher;
  double regular_wanted = 0;  ///< the regular step that the criterion wanted at `regular_time`; 0: none yet
  Level regular_level;
  /// When the regular step ends, unless the body waits then: a multiple of the step. It began at another one, or later
  /// if the one before waited, or earlier if it has been shortened.
  Tick regular_end;

  /// A regular step begins at t.
  void begin_regular(Level level, Tick t) {
    regular_time = t;
    regular_level = level;
    regular_end = level.next_multiple(t);
  }
  /// The regular step becomes shorter and ends at its next multiple after t, unless the body waits.
  void shorten_regular(Level level, Tick t) {
    if (level >= regular_level || is_waiting()) return;
    regular_level = level;
    regular_end = level.next_multiple(t);
  }
  bool is_waiting() const { return time >= regular_end; }
  /// The regular force is due at the next multiple of this. A body that waits is due again after a part of its step.
  Level regular_due_level() const {
    return is_waiting() ? Level::at_most(regular_level.units() / waits_per_step) : regular_level;
  }
  static constexpr int waits_per_step = 16;

  /// Acceleration and jerk of all sources at the body's own time.
  PartialForce total() const { return irregular + regular_at(time); }
  /// The regular part is extrapolated as a cubic (docs/theory/ahmad_cohen.md).
  PartialForce regular_at(Tick t) const {
    const double s = (t - regular_time).units();
    const auto& [snap, crackle] = regular_higher;
    return {regular.a + s * (regular.j + (s / 2) * (snap + (s * (1.0 / 3)) * crackle)),
            regular.j + s * (snap + (s / 2) * crackle)};
  }
  hermite4::HigherDerivatives regular_higher_at(Tick t) const {
    return later(regular_higher, (t - regular_time).units());
  }
  HermiteState state() const {
    const PartialForce force = total();
    return {x, v, force.a, force.j};
  }
  HermitePrediction predicted(Tick t) const { return hermite4::predict(state(), (t - time).units()); }
};

/// All bodies, one row per slot. Lists are sorted, and name no parked slots. Slots may change, and need not be in the
/// order of the stars.
struct NeighbourBodies {
  SlotTable slots;
  std::vector<NeighbourBody> row;
  BodyLists list;

  /// Slots, parked ones included.
  std::size_t size() const { return row.size(); }
  std::size_t body_count() const { return slots.body_count(); }

  /// Loops are limited by memory: over scattered bodies they prefetch what the next ones need, and before that the
  /// addresses of their lists. Always inlined: gcc 12 takes a function that only prefetches for one without effect, and
  /// removes calls of it.
  [[gnu::always_inline]] void prefetch_row(std::size_t i) const {
    const auto* body = reinterpret_cast<const char*>(&row[i]);
    for (std::size_t at = 0; at < sizeof(NeighbourBody); at += 64) __builtin_prefetch(body + at);
  }
  [[gnu::always_inline]] void prefetch_list_address(std::size_t i) const { __builtin_prefetch(&list[i]); }
  [[gnu::always_inline]] void prefetch_list(std::size_t i) const {
    for (std::size_t at = 0; at < list[i].size(); at += 16) __builtin_prefetch(list[i].data() + at);
  }
  /// For a loop over `order` that is at the k-th.
  [[gnu::always_inline]] void prefetch_next(std::span<const Slot> order, std::size_t k) const {
    if (k + 2 < order.size()) prefetch_list_address(index(order[k + 2]));
    if (k + 1 == order.size()) return;
    prefetch_row(index(order[k + 1]));
    prefetch_list(index(order[k + 1]));
  }

  /// All at tick 0, without forces yet.
  void take(const Stars& stars);
  /// Rows for all slots of the table; those of parked slots are emptied.
  void fit_to_slots();
  /// A body without forces and neighbours.
  void set(Slot slot, const BodyAt& body, Tick t);
  /// Slot i is from now on new_slot[i], a permutation, and parked slots at the end are gone.
  void renumber(std::span<const Slot> new_slot);
  void describe(Archive& archive);
  /// Throws InputError when a body that was loaded is ahead of the run, or of its own irregular step.
  void check_times(Tick now) const;

 private:
  void check_numbers() const;
};

}  // namespace tucana
