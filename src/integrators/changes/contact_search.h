#pragma once

#include <utility>
#include <vector>

#include "tucana/core/event.h"
#include "tucana/core/ids.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/contact.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"

namespace tucana {

/// Finds stars that touch although no pair or group holds both of them: in runs without close pairs, where two giants
/// pass each other that are larger than the distance at which stars become a pair, and where a giant meets a pair.
///
/// Each body is looked at when it ends a step: does its orbit about another body, if nobody else acted, lead to a
/// pericentre within the two radii during the next step, or did it during the one before? The windows of its steps
/// leave no gap, and steps resolve encounters, so that the two-body orbit is a good one over so short a time. Steps of
/// a fixed length do not, and what is left of an orbit behind a passage that they have leapt over says nothing: there
/// the future alone counts. Only bodies that are pulled strongly enough to be that near to another one are looked
/// at: by the heavier body of two, of which each asks whether it is the lighter one, so that no mass has to be assumed.
class ContactSearch {
 public:
  void turn_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }

  /// A body that has just ended a step.
  struct Stepped {
    Slot slot;
    double mass = 0;
    double pull2 = 0;  ///< the square of its acceleration, without a smooth part if there is one
    TimeWindow window;
  };
  /// The window of a body whose next step is h long. Of fixed steps, the last one before a passage may have spoilt the
  /// orbit already: two of them.
  static TimeWindow window(double h, bool is_fixed) { return {is_fixed ? 0 : h, is_fixed ? 2 * h : h}; }
  /// By how much two bodies may approach each other within two fixed steps, if no body is faster than this.
  static double way(double speed, double h) { return 4 * speed * h; }
  /// Before the bodies of a block are looked at. `way`: by how much two bodies may approach each other in a step, if
  /// steps do not follow encounters.
  void begin(const SlotTable& table, double way);
  /// Whether a body may be near enough to another one to touch it.
  bool is_suspect(const Stepped& body, const SlotTable& table, const Subsystems* subsystems) const;
  void look_at(const Stepped& suspect, ChangingBodies& bodies, Subsystems* subsystems, Workers& workers, Tick t);
  /// In the order of star ids.
  std::vector<Event> end();

  /// After anything but steps: radii, or who is in which slot, may have changed.
  void forget_radii() { largest_radius_ = -1; }

 private:
  double reach_of(Slot slot, const SlotTable& table, const Subsystems* subsystems) const;
  void look_at_members(Slot one, Slot other, const TimeWindow& window, ChangingBodies& bodies, Subsystems* subsystems,
                       Workers& workers, Tick t);
  void note(StarId one, StarId other);

  bool is_on_ = false;
  double largest_radius_ = -1;  ///< of a star; follows from the table, negative: not known
  double way_ = 0;
  std::vector<std::pair<StarId, StarId>> found_;  ///< of the present block, ascending ids
};

}  // namespace tucana
