#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/changes/fast_bodies.h"
#include "tucana/integrators/cluster_scale.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/neighbour/heavy_bodies.h"
#include "tucana/integrators/neighbour/irregular_force.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/neighbour/neighbour_options.h"
#include "tucana/integrators/neighbour/neighbour_steps.h"
#include "tucana/integrators/neighbour/passage_rules.h"
#include "tucana/integrators/neighbour/source_mirror.h"
#include "tucana/integrators/neighbour/sphere_rules.h"

namespace tucana {

/// The state of the neighbour scheme, and what follows from it and is kept beside it: bodies that are on all lists, and
/// the two copies of the bodies from which forces are summed, one for each part of the force. The parts of the scheme
/// (IrregularPart, RegularPart, FirstSteps, NeighbourChanges, BlockEnd) work on it; only between two blocks does it
/// change.
struct NeighbourState {
  /// Engine, workers, counts and seconds must outlive this.
  NeighbourState(const NeighbourOptions& chosen, ForceEngine& forces, Workers& threads, IntegratorCounts& to_count,
                 PhaseSeconds& to_time);

  NeighbourOptions options;
  ForceEngine& engine;
  Workers& workers;
  IntegratorCounts& counts;
  PhaseSeconds& seconds;

  Frame frame;  ///< of all bodies here; stars are converted where they enter and leave
  NeighbourBodies bodies;
  NeighbourSteps steps;
  ClusterScale cluster;
  FastBodies fast_bodies;                ///< they limit the steps of those whom they pass
  std::optional<Subsystems> subsystems;  ///< if rules were given

  // What follows from it.
  HeavyBodies heavy;
  IrregularForce irregular;
  SourceMirror mirror;

  std::size_t slot_count() const { return bodies.size(); }
  std::size_t body_count() const { return bodies.body_count(); }

  /// Stars that begin a run, without steps and forces.
  void take(const Stars& stars);

  // What is known of all bodies together. find_scale() and move_frame(): all are at one time.
  void find_heavy_bodies();
  void find_scale();
  void move_frame(Tick t);
  /// The number of neighbours of a body of this mass.
  std::size_t wanted_neighbours(double mass) const;
  double max_mass() const;
  /// The step that a body wants, shorter if a fast one passes it.
  double limited_step(double wanted, const NeighbourBody& body, Tick t) const {
    return std::min(wanted, fast_bodies.longest_step(body.x, body.v, frame, t));
  }
  /// Close pairs are carried as subsystems, but few bodies have no scale that would tell who is close
  /// (docs/theory/ahmad_cohen.md, "Passages").
  PassageRules passages() const {
    return {heavy.mean_mass(), steps.are_fixed() ? 0 : cluster.depth,
            subsystems.has_value() && body_count() > all_are_neighbours};
  }

  /// After bodies have changed by other means than a step: everything that is kept beside them is made anew.
  void refresh_copies();
  /// The same where only bodies have changed that were named to note_change(), or slots that were parked: an event of a
  /// few bodies costs in proportion to their number, but for a look at all masses.
  void refresh_changed();
  /// The part of it that forces need, for bodies that are examined at the same time as others have changed: their steps
  /// are not known yet.
  void refresh_rows();
  void note_change(Slot slot) { changed_.push_back(slot); }
  void note_change_of_all() { all_changed_ = true; }
  /// Masses of noted bodies may have changed, and with them who is heavy.
  void renew_heavy_bodies();
  /// The same after bodies have got new slots.
  void renumber(std::span<const Slot> new_slot);
  /// The engine's copy of the bodies.
  SourceSet& updated_sources();
  /// Subsystems that are due with some bodies, or that these feel, are brought to t.
  void advance_subsystems(std::span<const Slot> due, Tick t);
  bool has_active_subsystems() const { return subsystems && !subsystems->empty(); }

  /// Bodies, schedule and scale; subsystems are described beside it.
  void describe(Archive& archive);
  /// When all has been loaded. Throws InputError for a state that contradicts itself.
  void finish_loading();

 private:
  void find_wanted_neighbours();

  std::vector<Slot> changed_;   ///< since the last refresh
  std::ptrdiff_t written_ = 0;  ///< of these, whose rows have been written since
  bool all_changed_ = false;
  std::size_t wanted_by_mean_mass_ = 0;  ///< neighbours of a body of the mean mass
};

}  // namespace tucana
