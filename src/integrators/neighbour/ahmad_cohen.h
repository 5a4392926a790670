#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/core/reused_rows.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/changes/fast_bodies.h"
#include "tucana/integrators/changes/star_changes.h"
#include "tucana/integrators/cluster_scale.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/neighbour/active_row.h"
#include "tucana/integrators/neighbour/body_order.h"
#include "tucana/integrators/neighbour/heavy_bodies.h"
#include "tucana/integrators/neighbour/irregular_force.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/neighbour/neighbour_options.h"
#include "tucana/integrators/neighbour/passage_rules.h"
#include "tucana/integrators/neighbour/rank_rows.h"
#include "tucana/integrators/neighbour/regular_rows.h"
#include "tucana/integrators/neighbour/source_mirror.h"
#include "tucana/integrators/slots/due_slots.h"
#include "tucana/integrators/slots/shortest_step.h"

namespace tucana {

/// The neighbour scheme of Ahmad & Cohen (1973) with 4th-order Hermite in both parts (Makino & Aarseth 1992; Nitadori &
/// Aarseth 2012; docs/theory/ahmad_cohen.md). The force of neighbours is evaluated at every irregular step; that of all
/// other bodies at every regular step, and extrapolated in between. This class is the loop; its parts are separate
/// classes: the state (NeighbourBodies), the irregular force (IrregularForce), the engine's copy of the bodies
/// (SourceMirror), which gives regular forces and lists (RegularRows), and the rules (spheres, passages, heavy bodies,
/// order in memory).
class AhmadCohen final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return "ahmad_cohen"; }
  void start(const Stars& stars) override;
  std::string arithmetic_class() const override { return irregular_.arithmetic_class(); }
  bool has_neighbours() const override { return true; }
  /// Stars that the rules name are carried as subsystems, in the tide of a field if there is one, and divided between
  /// ranks if there are several; before start().
  void use(std::shared_ptr<const SubsystemRules> rules, const BackgroundTide* tide = nullptr,
           const TrialExchange& exchange = {}) {
    subsystems_.emplace(std::move(rules), options_.law, tide);
    subsystems_->use(exchange);
  }
  /// The bodies of a large block are divided between these ranks, which must outlive the integrator.
  void use(Communicator& ranks) { rank_rows_ = RankRows(ranks, engine_); }
  std::size_t star_count() const override { return bodies_.slots.star_count(); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  std::optional<StarStep> shortest_step() const override { return shortest_step_of(schedule_, bodies_.slots); }
  std::optional<SubsystemCounts> subsystem_counts() const override {
    if (!subsystems_) return {};
    return changes_.events().counts(*subsystems_);
  }
  void set_relativity(const Relativity& relativity) override {
    if (subsystems_) subsystems_->use(relativity);
  }
  RelativisticWork relativistic_work() const override {
    return subsystems_ ? subsystems_->relativistic_work() : RelativisticWork{};
  }
  void take_events(EventSink& sink) override {
    for (Event& event : changes_.events().take_events()) sink.record(std::move(event));
  }
  EnergyChange apply(const ChangeSet& set) override;
  bool set_eta_factor(double factor) override;
  void describe(Archive& archive) override;

  /// In the frame.
  const NeighbourBodies& bodies() const { return bodies_; }
  const Frame& frame() const { return frame_; }

 private:
  /// What is needed to file the steps of a block: separate from the rows, which stay where they were computed.
  struct NextStep {
    Level level;
    std::uint32_t neighbours;
  };

  class Predicted;

  // ahmad_cohen.cpp: a block.
  void set_active(std::vector<Slot> slots);
  void fit_active();
  void take_due();
  void step_irregular(Tick t);
  void try_step(std::vector<Slot> slots, Tick t);
  void limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                  ActiveRow& row) const;
  void find_scale();
  void move_frame(Tick t);
  void renumber(std::span<const Slot> new_slot);

  // ahmad_cohen_start.cpp: the first spheres, forces and steps.
  void begin_active(Tick t);
  void find_spheres(Tick t);
  void find_first_steps(Tick t);
  void store_first_forces(Tick t);
  void find_heavy_bodies();
  void refresh_from_bodies();

  // ahmad_cohen_regular.cpp: regular forces and lists.
  void select_regular(Tick t);
  void set_regular(std::vector<std::size_t> active, Tick t);
  void set_regular(std::size_t r, Tick t);
  Level longest_regular_step(const NeighbourBody& body, Tick t) const;
  Pending begin_regular(Tick t);
  void end_regular(Pending& regular);
  void correct_regular(Tick t);
  void correct_regular(std::size_t r, ListChange& change, Tick t);

  // ahmad_cohen_store.cpp: the end of a block.
  void look_at(const ActiveRow& row, double sum);
  void check(Tick t);
  void check_finite(Tick t);
  void check_steps(Tick t);
  void store(Tick t);
  void store_regular(NeighbourBody& body, Slot slot, std::size_t r, Tick t);
  Level next_level_of(Slot slot, double wanted_step, Tick t) const;
  void reschedule(Tick t);

  // ahmad_cohen_change.cpp: stars that change, subsystems that form and end.
  class Changing;
  void begin_subsystems(const Stars& stars);
  void settle_subsystems(Tick t);
  void advance_subsystems(Tick t);
  std::vector<Slot> close_stars() const;
  double max_mass() const;
  void restart(std::vector<Slot> slots, Tick t);
  void list_new_heavy_bodies(Tick t);
  Subsystems* subsystems() { return subsystems_ ? &*subsystems_ : nullptr; }

  SourceSet& updated_sources();
  bool has_fixed_steps() const { return options_.steps == StepRule::fixed; }
  PassageRules passages() const { return {heavy_.mean_mass(), has_fixed_steps() ? 0 : cluster_.depth}; }
  std::size_t wanted_neighbours(double mass) const;
  std::size_t size() const { return bodies_.size(); }
  std::size_t body_count() const { return bodies_.body_count(); }

  NeighbourOptions options_;
  NeighbourOptions given_options_ = options_;
  Level largest_, fixed_;
  Level together_;  ///< all bodies are at one time at multiples of this step
  ForceEngine& engine_;
  Workers& workers_;

  // State.
  Frame frame_;  ///< of all bodies here; stars are converted where they enter and leave
  FastBodies fast_bodies_;
  NeighbourBodies bodies_;
  BlockSchedule schedule_;
  ClusterScale cluster_;
  std::optional<Subsystems> subsystems_;  ///< if rules were given

  // What follows from it.
  BlockSchedule regular_schedule_;  ///< when regular forces are due, always at block times of the other one
  HeavyBodies heavy_;
  std::size_t wanted_by_mean_mass_ = 0;  ///< neighbours of a body of the mean mass
  IrregularForce irregular_;
  SourceMirror mirror_;

  // Of the current block or peek; nothing here outlives either.
  DueSlots due_;
  std::vector<Slot> active_slots_;
  ReusedRows<ActiveRow> active_;
  ReusedRows<NextStep> next_;
  std::atomic<bool> suspicious_ = false;  ///< something in a row may be an error
  RegularRows regular_;
  RankRows rank_rows_;
  std::vector<ListChange> list_changes_;  ///< one for each worker
  BodyOrder order_;
  StarChanges changes_;
};

/// The bodies as others see them: predicted from their last irregular steps.
class AhmadCohen::Predicted final : public Surroundings {
 public:
  explicit Predicted(const NeighbourBodies& bodies) : bodies_(bodies) {}
  BodyAt at(Slot slot, Tick t) const override {
    const NeighbourBody& body = bodies_.row[index(slot)];
    const HermitePrediction predicted = body.predicted(t);
    return {body.mass, predicted.x, predicted.v};
  }

 private:
  const NeighbourBodies& bodies_;
};

}  // namespace tucana
