#pragma once

#include <span>
#include <string>
#include <vector>

#include "tucana/core/change_set.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/changes/subsystem_events.h"

namespace tucana {

/// The course of changes between two blocks, the same for every integrator (docs/theory/changes.md): stars that change,
/// with the subsystems (SubsystemEvents) that they are in. The integrator's part is behind ChangingBodies.
class StarChanges {
 public:
  /// `simd` as in EngineChoice; the workers must outlive this.
  StarChanges(const PairLaw& law, std::string simd, Workers& workers)
      : law_(law), forces_(law, std::move(simd), workers), workers_(workers), events_(workers) {}

  /// Integrator::apply(). `subsystems` may be null.
  EnergyChange apply(const ChangeSet& set, ChangingBodies& bodies, Subsystems* subsystems, Tick t);

  SubsystemEvents& events() { return events_; }
  const SubsystemEvents& events() const { return events_; }

 private:
  void check(const ChangeSet& set, ChangingBodies& bodies, Tick t) const;
  /// All but what happens within subsystems that go on.
  EnergyChange apply_to_stars(const ChangeSet& set, ChangingBodies& bodies, Subsystems* subsystems, Tick t);
  void join_again(std::vector<StarId> stars, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  void feel(const ChangePlan& plan, std::span<const BodyAt> felt, std::span<const Slot> others, ChangingBodies& bodies,
            Tick t);
  static std::vector<Slot> carry_out(const ChangePlan& plan, const StarsBuffer& added, ChangingBodies& bodies,
                                     Subsystems* subsystems, Tick t);
  std::vector<BodyAt> stars_in(std::span<const Slot> slots, std::span<const BodyAt> states, ChangingBodies& bodies,
                               Subsystems* subsystems, Tick t);

  PairLaw law_;
  ChangeForces forces_;
  Workers& workers_;
  SubsystemEvents events_;
};

}  // namespace tucana
