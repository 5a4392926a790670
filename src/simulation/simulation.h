#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/communicator.h"
#include "tucana/core/decider.h"
#include "tucana/core/external_field.h"
#include "tucana/core/process.h"
#include "tucana/core/units.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/integrator.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/physics/escapers/escapers.h"
#include "tucana/simulation/energy_ledger.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/observer.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/process_list.h"
#include "tucana/simulation/star_families.h"
#include "tucana/simulation/stars_analysis.h"

namespace tucana {

class RunField;

/// What a caller brings instead of choosing it by options.
struct SimulationParts {
  std::optional<InitialStars> stars = {};           ///< instead of those of the model
  std::shared_ptr<const ExternalField> field = {};  ///< beside `field.kind = none`
  Decider* decider = &own_decider();                ///< outlives the simulation
  Communicator* ranks = &alone();                   ///< outlives it too; rank 0 decides where there are several
};

/// Stars, integrator, engines and threads of one run, made from options, with the processes that change stars, a ledger
/// of the energy that these changes move, and the observers that look on; no files, no clock on the wall.
///
/// After every block the processes that are due act, in the order in which they were added, and their changes are
/// applied at the time of that block. Observers look at times between two blocks on a copy of the stars.
class Simulation {
 public:
  explicit Simulation(const Options& options, SimulationParts parts = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Before start() or before a state is loaded.
  void add_process(std::unique_ptr<Process> process) { processes_.add(std::move(process)); }
  /// Observers look in the order in which they were added, and must outlive the simulation or its last step.
  void add_observer(Observer& observer) { observers_.push_back(&observer); }

  /// Takes the stars that the options ask for or the caller has brought and evaluates first forces and the energy to
  /// compare with. Any of these may take long; between them `after_stage` is called, which may throw to end it. Then
  /// processes due at once act.
  void start(const std::function<void()>& after_stage = [] {});
  /// The integrator's next block, and what processes change after it. Moves the epoch where ticks end.
  void step();
  /// All blocks until a time, in units of the user, with all looks of observers until then, this time included; the
  /// epoch moves where ticks end. Before each block `before_block` is called, which may throw to end it. Throws
  /// InputError for a time that lies before the present or beyond Epoch::largest_time.
  void advance_to(
      double time, const std::function<void()>& before_block = [] {});
  /// The same up to a tick that is not before the last block and not after last_epoch_tick().
  void advance_to(Tick end, const std::function<void()>& before_block);
  /// Changes stars at the time of the last block and books what that did to the energy under a name in snake_case.
  /// Throws InputError, and changes nothing, where that cannot be.
  EnergyChange apply(const ChangeSet& set, const std::string& who);
  /// All stars at t, from the time of the last block to that of the next.
  SharedStars stars_at(Tick t) { return analysis_.stars_at(t); }

  /// What the processes tell about these stars at t.
  StarColumns columns_at(Tick t) { return processes_.columns(t, stars_at(t)->view()); }
  std::vector<Census> census_at(Tick t) { return processes_.census(stars_at(t)->view()); }

  /// Lets processes act that are due and have not acted at this block time: all have, unless one failed.
  void act_due();
  /// When the next look of an observer is due: not before the time of the last block.
  Tick next_look() const;
  /// Lets observers look that are due at t = next_look(), which lies before the next block.
  void look(Tick t);

  /// What the stars look like at t.
  const ClusterReport& report_at(Tick t) { return analysis_.report_at(t); }
  /// Of an energy that was computed at the present: signed, relative to that at the start, without what changes of
  /// stars have moved. An external field that changes with time does work on the stars, which is no error but is part
  /// of this number.
  double energy_error(double energy) const { return ledger().error(energy); }
  /// The same of the stars at t, without the rest of a report.
  double energy_error_at(Tick t) {
    const double energy = analysis_.energies_at(t).total();
    return ledger_.with(analysis_.relativistic_work_at(t)).error(energy);
  }

  /// What of the stars at t is a cluster.
  BoundCluster cluster_at(Tick t);
  /// Stars that have escaped and were taken out of the run.
  std::uint64_t removed_escapers() const { return escapers_ != nullptr ? escapers_->removed() : 0; }

  /// With what post-Newtonian forces had done when the stars were last looked at.
  EnergyLedger ledger() const { return ledger_.with(analysis_.last_relativistic_work()); }
  Integrator& integrator() { return *integrator_; }
  const Integrator& integrator() const { return *integrator_; }
  const UnitScale& units() const { return units_; }
  const StarFamilies& families() const { return families_; }

  /// The last tick that all bodies reach together before ticks come to an end.
  Tick last_epoch_tick() const;
  /// Whether ticks reach so far without another epoch.
  bool reaches(double time) const { return tick_of(time) <= last_epoch_tick(); }
  /// Whether the epoch must move before the next block: all bodies are at last_epoch_tick().
  bool is_at_end_of_epoch() const { return integrator_->next() > last_epoch_tick(); }
  /// The present, a multiple of the longest step, becomes tick 0 for all parts and observers. No bit of the orbits
  /// depends on it.
  void move_epoch();

  /// Ticks count from the time of the initial stars, or from where the epoch has moved to.
  const Epoch& epoch() const { return epoch_; }
  double time_of(Tick t) const { return epoch_.time_of(t); }
  Tick tick_of(double time) const { return epoch_.tick_of(time); }

  /// What decides the bits of this run beside its options: processor class, engine, build.
  std::string arithmetic_class() const;
  ForceEngine& engine() { return *engine_; }
  std::string engine_description() const { return engine_->description(); }
  const PairLaw& law() const { return law_; }
  /// Null if there is none, and before the start.
  const ExternalField* field() const;
  Communicator& ranks() const { return ranks_; }
  Workers& workers() { return workers_; }
  int threads() const { return workers_.count(); }
  /// Threads that were asked for and could not be started.
  int threads_missing() const { return workers_.missing(); }

  void describe(Archive& archive);
  /// The same without what clocks have measured: equal in all ranks.
  void describe_state(Archive& archive);

 private:
  void act(Process& process, Tick now, EventSink& events);
  void tell_observers(std::string_view who, const std::vector<Event>& events);
  void report_subsystems();
  void count_work_of_field();
  std::span<const StarId> ids_in_order_of_slots();
  Level longest_step() const;

  Communicator& ranks_;
  ThreadPool workers_;
  PairLaw law_;
  Options options_;
  std::optional<InitialStars> brought_;  ///< until the start
  std::unique_ptr<ForceEngine> engine_;
  std::unique_ptr<RunField> field_;  ///< null if there is none
  std::unique_ptr<Integrator> integrator_;
  StarFamilies families_;
  StarsAnalysis analysis_;
  ProcessList processes_;
  const Escapers* escapers_ = nullptr;  ///< one of the processes, if there is one
  EnergyLedger ledger_;
  std::vector<Observer*> observers_;
  UnitScale units_;
  Epoch epoch_;
};

}  // namespace tucana
