#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/changes/contact_search.h"
#include "tucana/integrators/changes/fast_bodies.h"
#include "tucana/integrators/changes/star_changes.h"
#include "tucana/integrators/cluster_scale.h"
#include "tucana/integrators/hermite/active_rows.h"
#include "tucana/integrators/hermite/body_columns.h"
#include "tucana/integrators/hermite/hermite4_scheme.h"
#include "tucana/integrators/hermite/hermite6_scheme.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/slots/due_slots.h"
#include "tucana/integrators/slots/shortest_step.h"

namespace tucana {

/// A Hermite scheme with individual block steps (Makino & Aarseth 1992; docs/theory/hermite4.md), or one step for all
/// bodies. The scheme defines how one body is predicted and corrected and which step it needs; this class is the loop
/// over all of them: predict the due bodies, evaluate their forces, correct, store, and file their next steps.
template <class Scheme>
class BlockHermite final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  BlockHermite(const HermiteOptions& options, ForceEngine& engine, Workers& workers);

  /// Stars that the rules name are carried as subsystems, in the tide of a field if there is one, and divided between
  /// ranks if there are several; before start().
  void use(std::shared_ptr<const SubsystemRules> rules, const BackgroundTide* tide = nullptr,
           const TrialExchange& exchange = {}) {
    subsystems_.emplace(std::move(rules), options_.law, tide);
    subsystems_->use(exchange);
    changes_.events().use(exchange);
    if (has_snap) subsystems_->use_paths();
  }

  std::string_view name() const override { return Scheme::name; }
  void start(const Stars& stars) override;
  std::size_t star_count() const override { return bodies_.slots.star_count(); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
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
    for (Event& event : std::exchange(contact_events_, {})) sink.record(std::move(event));
    for (Event& event : changes_.events().record().take()) sink.record(std::move(event));
  }
  void find_contacts() override { contacts_.turn_on(); }
  EnergyChange apply(const ChangeSet& set) override;
  std::optional<StarStep> shortest_step() const override {
    return shortest_step_of(schedule_, bodies_.slots, subsystems_ ? &*subsystems_ : nullptr);
  }
  bool set_eta_factor(double factor) override {
    if (!has_fixed_steps()) options_.eta = given_eta_ * factor;
    return !has_fixed_steps();
  }
  void describe(Archive& archive) override;

  const BodyColumns& bodies() const { return bodies_; }
  const BlockSchedule& schedule() const { return schedule_; }

 private:
  static constexpr bool has_snap = Scheme::prediction == Prediction::crackle;

  class Predicted;

  // block_hermite.cpp: a block.
  void predict(Tick t);
  void evaluate(Tick t);
  void add_differences(Tick t);
  void correct();
  void correct_row(std::size_t k);
  void write_sources(Tick t);
  void store(Tick t);
  void reschedule(Tick t);
  void check_finite(Tick t);
  void check_steps(Tick t) const;
  bool has_fixed_steps() const { return options_.steps == StepRule::fixed; }
  std::uint64_t others() const { return bodies_.body_count() - 1; }

  // block_hermite_start-inl.h: bodies without a past.
  void begin_subsystems(const Stars& stars);
  void write_all_sources();
  void begin_active(Tick t);
  void first_snaps(Tick t);

  // block_hermite_change-inl.h: stars that change.
  class Changing;
  std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t);
  void bring_together(Tick t);
  void feel(const ChangedForces& forces, Tick t);
  template <class Force>
  void shift_past(Slot slot, const Force& change, Tick t);
  void write_source(Slot slot);
  /// `all`: in the 6th order all bodies get new forces.
  void restart(std::vector<Slot> slots, Tick t, bool all);
  void drop_parked_slots();
  void settle_subsystems(Tick t);
  void search_contacts(Tick t);
  void find_scale();
  Subsystems* subsystems() { return subsystems_ ? &*subsystems_ : nullptr; }

  HermiteOptions options_;
  double given_eta_ = options_.eta;
  Level largest_, fixed_;
  Level together_;  ///< all bodies are at one time at multiples of this step
  ForceEngine& engine_;
  Workers& workers_;
  std::unique_ptr<SourceSet> sources_;
  BodyColumns bodies_{Scheme::prediction};
  BlockSchedule schedule_;
  ClusterScale cluster_;                  ///< only with subsystems
  std::optional<Subsystems> subsystems_;  ///< if rules were given
  double max_mass_ = 0;                   ///< of a body
  DueSlots due_;
  ActiveRows active_{has_snap};  ///< of the current block or peek; nothing in it outlives either
  StarChanges changes_;
  FastBodies fast_bodies_;  ///< only with subsystems, as their scale
  ContactSearch contacts_;
  std::vector<Event> contact_events_;  ///< until take_events()
};

/// The bodies as others see them: predicted from their last steps.
template <class Scheme>
class BlockHermite<Scheme>::Predicted final : public Surroundings {
 public:
  explicit Predicted(const BodyColumns& bodies) : bodies_(bodies) {}
  BodyAt at(Slot slot, Tick t) const override {
    const std::size_t i = index(slot);
    const HermitePrediction predicted = Scheme::predict(bodies_.state(i), (t - bodies_.time[i]).units());
    return {bodies_.mass[i], predicted.x, predicted.v};
  }
  BodyOnPath path(Slot slot, Tick t) const override {
    const std::size_t i = index(slot);
    const double h = (t - bodies_.time[i]).units();
    const HermiteState start = bodies_.state(i);
    const HermitePrediction predicted = Scheme::predict(start, h);
    return {bodies_.mass[i], predicted.x, predicted.v, predicted.a, start.j + h * (start.s + (h / 2) * start.c)};
  }

 private:
  const BodyColumns& bodies_;
};

extern template class BlockHermite<Hermite4Scheme>;
extern template class BlockHermite<Hermite6Scheme>;
using Hermite4 = BlockHermite<Hermite4Scheme>;
using Hermite6 = BlockHermite<Hermite6Scheme>;

}  // namespace tucana
