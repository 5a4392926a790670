#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tucana/integrators/changes/contact_search.h"
#include "tucana/integrators/changes/star_changes.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/neighbour/active_block.h"
#include "tucana/integrators/neighbour/block_end.h"
#include "tucana/integrators/neighbour/body_order.h"
#include "tucana/integrators/neighbour/first_steps.h"
#include "tucana/integrators/neighbour/irregular_part.h"
#include "tucana/integrators/neighbour/neighbour_changes.h"
#include "tucana/integrators/neighbour/neighbour_options.h"
#include "tucana/integrators/neighbour/neighbour_state.h"
#include "tucana/integrators/neighbour/regular_part.h"
#include "tucana/integrators/neighbour/trial_step.h"
#include "tucana/integrators/slots/shortest_step.h"

namespace tucana {

/// The neighbour scheme of Ahmad & Cohen (1973) with 4th-order Hermite in both parts (Makino & Aarseth 1992; Nitadori &
/// Aarseth 2012; docs/theory/ahmad_cohen.md). The force of neighbours is evaluated at every irregular step; that of all
/// other bodies at every regular step, and extrapolated in between. This class is the loop over blocks. NeighbourState
/// is what it advances; IrregularPart and RegularPart compute a block, BlockEnd makes it the state; FirstSteps begins
/// bodies without a past, TrialStep shows bodies between their steps, and NeighbourChanges changes them.
class AhmadCohen final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return "ahmad_cohen"; }
  void start(const Stars& stars) override;
  std::string arithmetic_class() const override { return state_.irregular.arithmetic_class(); }
  bool has_neighbours() const override { return true; }
  /// Stars that the rules name are carried as subsystems, in the tide of a field if there is one, and divided between
  /// ranks if there are several; before start().
  void use(std::shared_ptr<const SubsystemRules> rules, const BackgroundTide* tide = nullptr,
           const TrialExchange& exchange = {}) {
    state_.subsystems.emplace(std::move(rules), state_.options.law, tide);
    state_.subsystems->use(exchange);
    changes_.events().use(exchange);
  }
  /// The bodies of a large block are divided between these ranks, which must outlive the integrator.
  void use(Communicator& ranks) {
    irregular_.use(ranks);
    regular_.use(ranks);
  }
  std::size_t star_count() const override { return bodies().slots.star_count(); }
  Tick now() const override { return state_.steps.now(); }
  Tick next() const override { return state_.steps.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  std::optional<StarStep> shortest_step() const override {
    return shortest_step_of(state_.steps.irregular(), bodies().slots,
                            state_.subsystems ? &*state_.subsystems : nullptr);
  }
  std::optional<SubsystemCounts> subsystem_counts() const override {
    if (!state_.subsystems) return {};
    return changes_.events().counts(*state_.subsystems);
  }
  void set_relativity(const Relativity& relativity) override {
    if (state_.subsystems) state_.subsystems->use(relativity);
  }
  RelativisticWork relativistic_work() const override {
    return state_.subsystems ? state_.subsystems->relativistic_work() : RelativisticWork{};
  }
  void find_contacts() override { contacts_.turn_on(); }
  void take_events(EventSink& sink) override {
    for (Event& event : std::exchange(contact_events_, {})) sink.record(std::move(event));
    for (Event& event : changes_.events().record().take()) sink.record(std::move(event));
  }
  EnergyChange apply(const ChangeSet& set) override {
    contacts_.forget_radii();
    return changes_.apply(set, changing_, subsystems(), now());
  }
  bool set_eta_factor(double factor) override;
  void describe(Archive& archive) override;

  /// In the frame.
  const NeighbourBodies& bodies() const { return state_.bodies; }
  const Frame& frame() const { return state_.frame; }

 private:
  void count_block();
  void begin_subsystems(const Stars& stars);
  void begin_close_pairs();
  void settle_subsystems(Tick t);
  std::vector<Slot> close_stars() const;
  void search_contacts(Tick t);
  /// The distance of neighbours from each other.
  double spacing_around(Slot slot) const;
  void renew_scale(Tick t);
  void sort_bodies(Tick t);
  Subsystems* subsystems() { return state_.subsystems ? &*state_.subsystems : nullptr; }

  NeighbourState state_;
  double given_eta_, given_eta_regular_;
  ActiveBlock block_;
  IrregularPart irregular_;
  RegularPart regular_;
  BlockEnd end_;
  TrialStep trial_;
  FirstSteps first_;
  NeighbourChanges changing_;
  StarChanges changes_;
  BodyOrder order_;
  ContactSearch contacts_;
  std::vector<Event> contact_events_;  ///< until take_events()
};

}  // namespace tucana
