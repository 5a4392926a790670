#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "tucana/analysis/energy.h"
#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
#include "tucana/core/external_field.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/conserved.h"
#include "tucana/gravity/field/field_engine.h"
#include "tucana/gravity/field/guiding_centre.h"
#include "tucana/physics/galaxy/field_options.h"
#include "tucana/physics/galaxy/friction.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/falling_energy.h"

namespace tucana {

/// The external field of a run, and the coordinates that follow its stars there. Stars outside the integrator are in
/// coordinates at rest, in which the field is given. If they are on an orbit, far from the origin for their own
/// distances, the integrator has them relative to a point that falls with them (GuidingCentre).
class RunField {
 public:
  /// Null if there is no field, neither one of the options nor `own`, that of a caller; otherwise `engine` becomes one
  /// in the field, which it feels from the start or the loading of a run on. Throws InputError if there are both.
  static std::unique_ptr<RunField> around(std::unique_ptr<ForceEngine>& engine, const FieldOptions& options,
                                          std::shared_ptr<const ExternalField> own, Workers& workers);
  RunField(const FieldOptions& options, std::shared_ptr<const ExternalField> own, FieldEngine& engine)
      : options_(options), own_(std::move(own)), engine_(engine) {}

  /// Puts the initial stars on their orbit, if the options have one, and converts them to what the integrator takes.
  /// Throws InputError when a star is where the field has no finite force.
  void start(StarsBuffer& stars, const UnitScale& units, const Epoch& epoch);
  void describe(Archive& archive, const UnitScale& units, const Epoch& epoch);

  /// Stars at t in coordinates at rest, as the integrator takes them.
  void enter(StarsBuffer& stars, Tick t);
  /// What the integrator has shown, in coordinates at rest.
  void leave(StarsBuffer& stars, Tick t);
  /// The same for its sums, with these stars at rest.
  Conserved leave(const Conserved& sums, const Stars& stars) const;
  /// Of stars at t in coordinates at rest, so that the sum with their energy among themselves is conserved: in
  /// coordinates that fall with them (FallingEnergy); in a field that turns without the energy of rotation Omega . L,
  /// which makes the sum Jacobi's integral, and without the work of friction.
  EnergyInField energy(const Stars& stars, Tick t, double time);
  /// The field's work is counted from here on.
  void start_energy(const Stars& stars, Tick t);
  /// Sums the field's work up to t. To be called regularly with all stars, where these are at one time.
  void advance_energy(const Stars& stars, Tick t);
  bool counts_work() const { return falling_energy_.has_value(); }

  /// What a change of stars, which are given at rest as they were before, does to the energy beyond what the integrator
  /// knows of it: by the potential of the field, and by the motion of its coordinates.
  EnergyChange energy_of(const ChangeSet& set, const Stars& before, Tick t, const Epoch& epoch);

  /// Of these stars all together, from the next step of the orbit on, for dynamical friction.
  void weigh(const Stars& stars);
  bool has_friction() const { return options_.friction; }

  const ExternalField& field() const { return *field_; }
  const BackgroundTide& tide() const { return engine_; }

 private:
  void make_field(const UnitScale& units, double start_time);
  void follow(const PhasePoint& centre, double start_time);
  void check_friction() const;
  double work_of_friction(Tick t) { return centre_ ? centre_->at(t).work : 0; }

  FieldOptions options_;
  std::shared_ptr<const ExternalField> own_;  ///< null if the options have the field
  FieldEngine& engine_;
  std::shared_ptr<const ExternalField> field_;
  galaxy::DynamicalFriction friction_;
  std::optional<GuidingCentre> centre_;
  std::optional<FallingEnergy> falling_energy_;  ///< where there is a centre, and the field does not turn
};

}  // namespace tucana
