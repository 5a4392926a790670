#pragma once

#include <memory>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/hermite/body_columns.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/step_rule.h"

namespace tucana {

struct HermiteOptions {
  StepRule steps = StepRule::block;
  double eta = 0.02;            ///< accuracy of the step criterion
  double eta_start = 0.0025;    ///< the same for the first step
  double largest_step = 0.125;  ///< rounded down to a power of two
  double fixed_step = 0x1p-10;  ///< for StepRule::fixed, rounded down to a power of two
  double velocity_limit = 0;    ///< of velocity_step_limit(); 0 = none
  int iterations = 1;           ///< n of P(EC)^n
  PairLaw law;
};

/// The 4th-order Hermite scheme with individual block steps (Makino & Aarseth 1992).
class Hermite4 final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  Hermite4(const HermiteOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return "hermite4"; }
  void start(const Stars& stars) override;
  std::size_t size() const override { return bodies_.size(); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  void describe(Archive& archive) override;

  const BodyColumns& bodies() const { return bodies_; }
  const BlockSchedule& schedule() const { return schedule_; }

 private:
  /// The active bodies: predicted, then corrected state, and what was evaluated there. The columns keep the
  /// state at the start of the step until store().
  struct ActiveRows {
    std::vector<Slot> slot;
    std::vector<double> h, wanted_step, mass;
    std::vector<Vec3> x, v, a, j;
    std::vector<Tick> time;

    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
  };

  void take_all_bodies();
  void write_all_sources();
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
  ForceEngine& engine_;
  Workers& workers_;
  std::unique_ptr<SourceSet> sources_;
  BodyColumns bodies_;
  BlockSchedule schedule_;
  ActiveRows active_;  ///< of the block or of a peek under way; nothing in it outlives either
};

}  // namespace tucana
