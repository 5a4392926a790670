#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/process.h"
#include "tucana/core/units.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/integrator.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/energy_ledger.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/observer.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/process_list.h"
#include "tucana/simulation/star_families.h"
#include "tucana/simulation/stars_analysis.h"

namespace tucana {

/// Stars, integrator, engines and threads of one run, made from options, with the processes that change stars, a ledger
/// of the energy that these changes move, and the observers that look on; no files, no clock on the wall.
///
/// After every block the processes that are due act, in the order in which they were added, and their changes are
/// applied at the time of that block. Observers look at times between two blocks on a copy of the stars.
class Simulation {
 public:
  explicit Simulation(const Options& options);

  /// Before start() or before a state is loaded.
  void add_process(std::unique_ptr<Process> process) { processes_.add(std::move(process)); }
  /// Observers look in the order in which they were added, and must outlive the simulation or its last step.
  void add_observer(Observer& observer) { observers_.push_back(&observer); }

  /// Takes the stars that the options ask for and evaluates first forces and the energy to compare with. Any of these
  /// may take long; between them `after_stage` is called, which may throw to end it. Then processes due at once act.
  void start(const std::function<void()>& after_stage = [] {});
  /// The integrator's next block, and what processes change after it.
  void step();
  /// All blocks until a time, in units of the user, with all looks of observers until then, this time included. Throws
  /// InputError for a time that lies before the present or beyond what ticks reach.
  void advance_to(double time);
  /// Changes stars at the time of the last block and books what that did to the energy under a name in snake_case.
  /// Throws InputError, and changes nothing, where that cannot be or the integrator takes no changes now.
  EnergyChange apply(const ChangeSet& set, const std::string& who);
  /// All stars at t, from the time of the last block to that of the next.
  SharedStars stars_at(Tick t) { return analysis_.stars_at(t); }

  /// Lets processes act that are due and have not acted at this block time: all have, unless one failed.
  void act_due();
  /// When the next look of an observer is due: not before the time of the last block.
  Tick next_look() const;
  /// Lets observers look that are due at t = next_look(), which lies before the next block.
  void look(Tick t);

  /// What the stars look like at t.
  const ClusterReport& report_at(Tick t) { return analysis_.report_at(t); }
  /// Of an energy that was computed at the present: signed, relative to that at the start, without what changes of
  /// stars have moved.
  double energy_error(double energy) const { return ledger_.error(energy); }
  /// The same of the stars at t, without the rest of a report.
  double energy_error_at(Tick t) { return energy_error(analysis_.energies_at(t).total()); }

  const EnergyLedger& ledger() const { return ledger_; }
  Integrator& integrator() { return *integrator_; }
  const Integrator& integrator() const { return *integrator_; }
  const UnitScale& units() const { return units_; }
  const StarFamilies& families() const { return families_; }

  /// Ticks count from the time of the initial stars.
  const Epoch& epoch() const { return epoch_; }
  double time_of(Tick t) const { return epoch_.time_of(t); }
  Tick tick_of(double time) const { return epoch_.tick_of(time); }

  /// What decides the bits of this run beside its options: processor class, engine, build.
  std::string arithmetic_class() const;
  ForceEngine& engine() { return *engine_; }
  std::string engine_description() const { return engine_->description(); }
  const PairLaw& law() const { return law_; }
  Workers& workers() { return workers_; }
  int threads() const { return workers_.count(); }
  /// Threads that were asked for and could not be started.
  int threads_missing() const { return workers_.missing(); }

  void describe(Archive& archive);

 private:
  void act(Process& process, Tick now, EventSink& events);
  std::span<const StarId> ids_in_order_of_slots();

  ThreadPool workers_;
  PairLaw law_;
  Options options_;
  std::unique_ptr<ForceEngine> engine_;
  std::unique_ptr<Integrator> integrator_;
  StarFamilies families_;
  StarsAnalysis analysis_;
  ProcessList processes_;
  EnergyLedger ledger_;
  std::vector<Observer*> observers_;
  UnitScale units_;
  Epoch epoch_;
};

}  // namespace tucana
