#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tucana/analysis/cluster_report.h"
#include "tucana/core/archive.h"
#include "tucana/core/units.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/integrators/integrator.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/star_families.h"

namespace tucana {

class RunField;

/// Stars, integrator, engines and threads of one run, made from options; no files, no clock on the wall.
class Simulation {
 public:
  explicit Simulation(const Options& options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Takes the stars that the options ask for and evaluates first forces and the energy to compare with. Any of these
  /// may take long; between them `after_stage` is called, which may throw to end it.
  void start(const std::function<void()>& after_stage = [] {});

  /// The integrator's next block.
  void step();

  Integrator& integrator() { return *integrator_; }
  const Integrator& integrator() const { return *integrator_; }
  const UnitScale& units() const { return units_; }
  const StarFamilies& families() const { return families_; }

  /// Ticks count from the time of the initial stars.
  const Epoch& epoch() const { return epoch_; }
  double time_of(Tick t) const { return epoch_.time_of(t); }
  Tick tick_of(double time) const { return epoch_.tick_of(time); }

  /// All stars at t; the view lasts until the next call.
  Stars stars_at(Tick t);
  /// What the stars look like at t, energies by direct sum in double precision whatever the precision of the run.
  /// Remembered until another time is asked for.
  const ClusterReport& report_at(Tick t);
  /// (E - E0)/|E0|, signed; E - E0 where E0 is zero (one body at rest). E includes the energy in an external field; one
  /// that changes with time does work on the stars, which is no error but is part of this number.
  double energy_error(double energy) const;
  /// The same of the stars at t, without the rest of a report.
  double energy_error_at(Tick t);

  /// What decides the bits of this run beside its options: processor class, engine, build.
  std::string arithmetic_class() const;
  ForceEngine& engine() { return *engine_; }
  const PairLaw& law() const { return law_; }
  /// Null if there is none, and before the start.
  const ExternalField* field() const;
  Workers& workers() { return workers_; }
  /// Whether there are bodies that stand for dark matter or parts of a galaxy rather than for stars.
  bool has_galaxy_bodies() const { return !families_.all_stars(); }
  std::string engine_description() const { return engine_->description(); }
  int threads() const { return workers_.count(); }
  /// Threads that were asked for and could not be started.
  int threads_missing() const { return workers_.missing(); }

  void describe(Archive& archive);

 private:
  template <class Work>
  void with_star_names(const Work& work);
  /// The text of an error about a slot as one about the star in it.
  std::string naming_star(const SlotProblem& problem);
  std::optional<Conserved> known_sums(const Stars& stars, Tick t);
  std::optional<double> external_energy_of(const Stars& stars, Tick t) const;

  ThreadPool workers_;
  PairLaw law_;
  Options options_;
  std::unique_ptr<ForceEngine> engine_;
  std::unique_ptr<RunField> field_;  ///< null if there is none
  std::unique_ptr<ForceEngine> analysis_engine_;
  std::unique_ptr<Integrator> integrator_;
  StarsBuffer seen_;
  StarFamilies families_;
  UnitScale units_;
  Epoch epoch_;
  double start_energy_ = 0;
  Tick report_time_;
  std::optional<ClusterReport> report_;
};

}  // namespace tucana
