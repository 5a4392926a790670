#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/changes/star_changes.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/leapfrog/leapfrog_bodies.h"
#include "tucana/integrators/leapfrog/leapfrog_options.h"
#include "tucana/integrators/slots/due_slots.h"
#include "tucana/integrators/slots/shortest_step.h"

namespace tucana {

class ResidentSteps;

/// The second-order scheme of Miki & Umemura (2017), section 2.7: all bodies are predicted by the time since their own
/// last step; the due ones get an acceleration there and a corrected velocity. With one step for all bodies this is the
/// leap-frog, kick-drift-kick (docs/theory/leapfrog.md). Made for millions of bodies: 81 to 97 bytes per body are kept,
/// 61 more while it is due, and bodies that are not due cost nothing here.
class Leapfrog final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator. Throws InputError for steps that need a softening, if there is
  /// none. If the engine is a tree on a device the steps are computed there, with the same bits, unless `on_host`.
  Leapfrog(const LeapfrogOptions& options, ForceEngine& engine, Workers& workers, bool on_host = false);
  ~Leapfrog() override;
  Leapfrog(const Leapfrog&) = delete;
  Leapfrog& operator=(const Leapfrog&) = delete;

  std::string_view name() const override { return "leapfrog"; }
  void start(const Stars& stars) override;
  std::size_t star_count() const override { return bodies_.size(); }
  Tick now() const override;
  Tick next() const override;
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  /// Throws InputError also where components have their own softening.
  EnergyChange apply(const ChangeSet& set) override;
  /// From the potentials of an engine that does not sum all pairs: n^2/2 pairs would take too long for that many
  /// bodies. Empty on other engines.
  std::optional<Conserved> conserved(Tick t) override;
  std::optional<StarStep> shortest_step() const override {
    if (resident_ != nullptr) return {};
    return shortest_step_of(schedule_, bodies_.slots);
  }
  bool set_eta_factor(double factor) override {
    const bool follows = resident_ == nullptr && options_.steps != StepRule::fixed;
    if (follows) options_.eta = given_eta_ * factor;
    return follows;
  }
  void describe(Archive& archive) override;
  std::string tuning_record() const override { return sources_->tuning_record(); }

  /// Bytes of memory of columns: the state of the bodies; the engine's copy of them; what is only used within a block,
  /// at its largest so far.
  struct Memory {
    std::size_t state = 0, sources = 0, block = 0;
  };
  Memory memory() const;

  const LeapfrogBodies& bodies() { return fetch(), bodies_; }
  const BlockSchedule& schedule() { return fetch(), schedule_; }
  /// Whether the steps are computed on a device.
  bool is_resident() const { return resident_ != nullptr; }

 private:
  /// The active bodies in the order of their slots: where they are at the end of the step, which is where they are
  /// predicted to be, and what was evaluated there. The columns keep the start of the step until store().
  struct ActiveRows {
    std::vector<Slot> slot;
    std::vector<Vec3> x, a;
    std::vector<double> old_acceleration;
    std::vector<double> softening2;   ///< where bodies have their own
    std::vector<std::uint8_t> level;  ///< of the next step

    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
  };
  /// Rows on their way to the engine, some at a time.
  struct Outbox {
    std::vector<double> mass, softening2;
    std::vector<Vec3> x, v, a;
    std::vector<Tick> time;

    void resize(std::size_t n);
  };
  struct Look {
    Tick time;
    Conserved sums;
  };

  std::size_t size() const { return bodies_.size(); }
  void fetch();
  void step_on_host();
  void take_all();
  void take_due();
  double step_of(std::size_t k, Tick t) const { return (t - schedule_.time_of(active_.slot[k])).units(); }
  void predict(Tick t, std::span<Vec3> x);
  std::uint64_t evaluate(Tick t, std::span<const Vec3> x, const Wanted& wanted, std::span<double> potential = {});
  bool softens_each() const { return options_.softening.any(); }
  double softening_of(std::size_t i) const { return softening_.length[bodies_.family_of(i)]; }
  double softening2_of(std::size_t i) const { return softening_.square[bodies_.family_of(i)]; }
  double wanted_step(std::size_t k) const;
  bool choose_step(Tick t, std::size_t k);
  Vec3 new_velocity(Tick t, std::size_t k) const;
  /// x: where the active bodies are.
  [[noreturn]] void report(Tick t, std::size_t k, std::span<const Vec3> x);
  template <class Pack>
  void write_sources(Tick t, const Pack& pack);
  void write_all_sources();
  void write_active_sources(Tick t);
  void store(Tick t);
  void reschedule();
  class Changing;
  void restart(const std::vector<Slot>& slots, Tick t);
  Conserved sums_of(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> potential) const;

  LeapfrogOptions options_;
  double given_eta_ = options_.eta;
  SofteningTable softening_;
  Level largest_, fixed_;
  ForceEngine& engine_;
  Workers& workers_;
  std::unique_ptr<SourceSet> sources_;
  std::unique_ptr<ResidentSteps> resident_;
  bool is_stale_ = false;  ///< whether bodies and schedule are older than those on the device
  LeapfrogBodies bodies_;
  BlockSchedule schedule_;
  ActiveRows active_;  ///< of the current block or peek; nothing in it outlives either
  Outbox outbox_;
  DueSlots due_;
  std::optional<Look> last_look_;  ///< if any, since the last block
  StarChanges changes_;
};

}  // namespace tucana
