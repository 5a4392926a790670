#pragma once

#include <span>

#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/neighbour/neighbour_options.h"

namespace tucana {

/// When the bodies of the neighbour scheme are due, and how their steps follow each other (docs/theory/block_steps.md,
/// docs/theory/ahmad_cohen.md). Irregular steps, which all bodies have, are one schedule; regular ones are a second
/// one, whose times are always times of the first, so that neither needs a scan of all bodies.
class NeighbourSteps {
 public:
  explicit NeighbourSteps(const NeighbourOptions& options);

  /// Whether all steps have the lengths that the options say.
  bool are_fixed() const { return are_fixed_; }
  /// No step of either kind is longer.
  Level longest() const { return are_fixed_ ? fixed_ : largest_; }
  /// Whether all bodies are at one time at t, however their steps change.
  bool meet_at(Tick t) const { return longest().divides(t); }

  Tick now() const { return irregular_.now(); }
  Tick next() const { return irregular_.next(); }
  const BlockSchedule& irregular() const { return irregular_; }
  bool any_regular_due(Tick t) const { return regular_.next() == t; }
  bool is_regular_due(Slot slot, Tick t) const { return regular_.level(slot).divides(t); }

  /// The irregular step of a body that has reached t. It never extends beyond a regular time.
  Level next_irregular(Slot slot, const NeighbourBody& body, double wanted, Tick t) const;
  /// The longest regular step that may begin at t. Lists are made for it, before the force is known that determines it.
  /// A step therefore grows only if the previous force also called for it: then lists look ahead exactly as far as the
  /// step extends, unless it has to shrink.
  Level longest_regular(const NeighbourBody& body, Tick t) const;
  /// The regular step after one that waited or not, where lists were made for this time.
  Level next_regular(const NeighbourBody& body, double wanted, double list_time) const;
  Level first_regular(double wanted, Tick t) const;

  /// No body is due any more; the time is t.
  void clear(Tick t);
  /// To next().
  void advance();
  /// The regular step of a body is part of it.
  void place(Slot slot, Level irregular) { irregular_.place(slot, irregular); }
  void place_regular(Slot slot, const NeighbourBody& body) { regular_.place(slot, body.regular_due_level()); }
  /// An irregular step that is longer becomes this one.
  void limit(Slot slot, Level longest);
  /// Its regular step is forgotten by the next refile_regular().
  void remove(Slot slot) { irregular_.remove(slot); }

  void renumber(std::span<const Slot> new_slot) { irregular_.renumber(new_slot); }
  /// The second schedule follows from the bodies: that of all, or of one slot whose content has changed.
  void refile_regular(const NeighbourBodies& bodies);
  void refile_regular(Slot slot, const NeighbourBodies& bodies);
  void describe(Archive& archive, std::size_t slots);

 private:
  bool are_fixed_;
  Level largest_, fixed_, fixed_irregular_;
  BlockSchedule irregular_, regular_;
};

}  // namespace tucana
