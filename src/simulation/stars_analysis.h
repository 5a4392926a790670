#pragma once

#include <memory>
#include <optional>
#include <span>

#include "tucana/analysis/cluster_report.h"
#include "tucana/core/communicator.h"
#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/integrators/integrator.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/star_families.h"

namespace tucana {

class RunField;

/// All stars of an integrator at one time, their energies and the rest of a report; remembered until another time is
/// asked for. The only place where the energy of a run is summed up: directly and in double precision whatever the
/// precision of the run, or as the integrator knows it; with the energy in an external field, if there is one.
class StarsAnalysis {
 public:
  /// The integrator, the families, the field (null if there is none), the epoch, workers and ranks must outlive
  /// this.
  StarsAnalysis(const Options& options, Integrator& integrator, const StarFamilies& families, RunField* field,
                const Epoch& epoch, Workers& workers, Communicator& ranks);

  SharedStars stars_at(Tick t);
  const ClusterReport& report_at(Tick t);
  Energies energies_at(Tick t);
  /// What post-Newtonian forces have done until t, and until the stars were last looked at.
  RelativisticWork relativistic_work_at(Tick t) {
    stars_at(t);
    return relativistic_work_;
  }
  const RelativisticWork& last_relativistic_work() const { return relativistic_work_; }

  /// To be called when the stars have changed otherwise than by a block.
  void forget();
  /// Before the integrator has any stars: those that it is going to have.
  void set_initial(const StarsBuffer& stars) { stars_ = std::make_shared<StarsBuffer>(stars); }
  /// Of the stars seen last, in the order of the slots; empty if they have changed since.
  std::span<const StarId> last_ids() const;
  /// In double precision.
  ForceEngine& engine() { return *engine_; }

 private:
  std::optional<Conserved> known_sums(Tick t);
  std::optional<EnergyInField> energy_in_field(Tick t);

  Integrator& integrator_;
  const StarFamilies& families_;
  RunField* field_;
  const Epoch& epoch_;
  Workers& workers_;
  PairLaw law_;
  std::unique_ptr<ForceEngine> engine_;
  std::shared_ptr<StarsBuffer> stars_;  ///< written to only where nobody else holds it
  std::optional<Tick> stars_time_;
  RelativisticWork relativistic_work_;  ///< of the last stars
  std::optional<ClusterReport> report_;
  Tick report_time_;
};

}  // namespace tucana
