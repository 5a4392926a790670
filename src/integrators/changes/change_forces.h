#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/partial_force.h"
#include "tucana/integrators/changes/change_plan.h"

namespace tucana {

/// What the stars of a ChangePlan do to all others and to the energy, by a few passes of an engine in double whatever
/// the number of stars that change. Forces are summed over the differences of mass that the changes make: a star that
/// loses mass is one source of negative mass, one that is kicked is two, itself as it was and as it is now.
class ChangeForces {
 public:
  /// `simd` as in EngineChoice; the workers must outlive this.
  ChangeForces(const PairLaw& law, std::string simd, Workers& workers)
      : law_(law), simd_(std::move(simd)), workers_(workers) {}

  /// A body that feels the changes, at the time of the changes.
  struct Target {
    Slot slot;
    Vec3 x, v;
  };

  /// One source of difference: some mass, of either sign, at the place of a body.
  struct Difference {
    Slot slot;  ///< of the star; no_slot where it has none yet
    BodyAt body;
  };
  /// `places`: where the integrator predicts the changed stars, which is where others have felt them so far.
  static std::vector<Difference> differences(const ChangePlan& plan, std::span<const BodyAt> places);

  /// The change of acceleration and jerk at each target. A target's own mass does not act on it.
  std::vector<PartialForce> on_targets(std::span<const Difference> sources, std::span<const Target> targets);

  /// The energy that each kind of change adds to all stars. `others` are all bodies that do not change; kinetic
  /// energies are those in a frame in which the given velocities are relative to `frame_velocity`.
  EnergyChange energy(const ChangePlan& plan, std::span<const BodyAt> others, const Vec3& frame_velocity);
  /// The potential energy of pairs with each other and with all others, without that of their two members: `members`
  /// are two for each pair.
  double outer_energy_of_pairs(std::span<const BodyAt> members, std::span<const BodyAt> others);

 private:
  ForceEngine& engine();
  std::vector<double> potentials(std::span<const BodyAt> sources, std::span<const Vec3> places);

  PairLaw law_;
  std::string simd_;
  Workers& workers_;
  std::unique_ptr<ForceEngine> engine_;  ///< made when it is needed
};

}  // namespace tucana
