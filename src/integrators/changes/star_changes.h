#pragma once

#include <span>
#include <string>
#include <vector>

#include "tucana/core/change_set.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"

namespace tucana {

/// The course of changes between two blocks, the same for every integrator (docs/theory/changes.md): stars that change,
/// and subsystems that form and end. The integrator's part is behind ChangingBodies.
class StarChanges {
 public:
  /// `simd` as in EngineChoice; the workers must outlive this.
  StarChanges(const PairLaw& law, std::string simd, Workers& workers)
      : law_(law), forces_(law, std::move(simd), workers), workers_(workers) {}

  /// Integrator::apply(). `subsystems` may be null.
  EnergyChange apply(const ChangeSet& set, ChangingBodies& bodies, Subsystems* subsystems, Tick t);

  /// After a block: carries out what the rules of the subsystems say of the bodies that were due.
  void settle(std::span<const Slot> due, ChangingBodies& bodies, Subsystems& subsystems, Tick t);

 private:
  void feel(const ChangePlan& plan, std::span<const BodyAt> felt, std::span<const Slot> others, ChangingBodies& bodies,
            Tick t);
  static std::vector<Slot> carry_out(const ChangePlan& plan, const StarsBuffer& added, ChangingBodies& bodies,
                                     Subsystems* subsystems, Tick t);
  std::vector<BodyAt> stars_in(std::span<const Slot> slots, std::span<const BodyAt> states, ChangingBodies& bodies,
                               Subsystems* subsystems, Tick t);
  static std::vector<Slot> end(std::span<const Slot> slots, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  static Slot form(std::span<const Slot> members, std::vector<BodyAt> states, ChangingBodies& bodies,
                   Subsystems& subsystems, Tick t);

  PairLaw law_;
  ChangeForces forces_;
  Workers& workers_;
};

}  // namespace tucana
