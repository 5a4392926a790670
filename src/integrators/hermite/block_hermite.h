#pragma once

#include <memory>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/hermite/body_columns.h"
#include "tucana/integrators/hermite/hermite4_scheme.h"
#include "tucana/integrators/hermite/hermite6_scheme.h"
#include "tucana/integrators/integrator.h"

namespace tucana {

/// A Hermite scheme with individual block steps (Makino & Aarseth 1992; docs/theory/hermite4.md), or one step for all
/// bodies. The scheme defines how one body is predicted and corrected and which step it needs; this class is the loop
/// over all of them: predict the due bodies, evaluate their forces, correct, store, and file their next steps.
template <class Scheme>
class BlockHermite final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  BlockHermite(const HermiteOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return Scheme::name; }
  void start(const Stars& stars) override;
  std::size_t size() const { return bodies_.size(); }
  std::size_t star_count() const override { return size(); }
  EnergyChange apply(const ChangeSet&) override { throw InputError("this integrator does not take changes"); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  std::optional<StarStep> shortest_step() const override {
    return StarStep{bodies_.id[index(schedule_.due().front())], schedule_.shortest().units()};
  }
  void describe(Archive& archive) override;

  const BodyColumns& bodies() const { return bodies_; }
  const BlockSchedule& schedule() const { return schedule_; }

 private:
  static constexpr bool has_snap = Scheme::prediction == Prediction::crackle;

  /// The active bodies: predicted, then corrected state, and what was evaluated there. The columns keep the
  /// state at the start of the step until store().
  struct ActiveRows {
    std::vector<Slot> slot;
    std::vector<double> h, wanted_step, mass;
    std::vector<Vec3> x, v, a, j;
    std::vector<Vec3> s, c, expected_a;  ///< only where the engine computes the snap, from the last of these
    std::vector<Tick> time;

    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
  };

  void take_all_bodies();
  void write_all_sources();
  void first_forces(std::vector<double>& potential, std::vector<Slot>& nearest, std::vector<double>& distance2);
  void first_snaps();
  void first_steps();
  void predict(Tick t);
  void evaluate(Tick t);
  void correct();
  void correct_row(std::size_t k);
  void write_sources(Tick t);
  void store(Tick t);
  void reschedule(Tick t);
  void check_finite(Tick t);
  void check_steps(Tick t) const;

  HermiteOptions options_;
  Level largest_, fixed_;
  Level together_;  ///< all bodies are at one time at multiples of this step
  ForceEngine& engine_;
  Workers& workers_;
  std::unique_ptr<SourceSet> sources_;
  BodyColumns bodies_{Scheme::prediction};
  BlockSchedule schedule_;
  ActiveRows active_;  ///< of the current block or peek; nothing in it outlives either
};

extern template class BlockHermite<Hermite4Scheme>;
extern template class BlockHermite<Hermite6Scheme>;
using Hermite4 = BlockHermite<Hermite4Scheme>;
using Hermite6 = BlockHermite<Hermite6Scheme>;

}  // namespace tucana
