#pragma once

#include <memory>
#include <optional>

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
#include "tucana/simulation/epoch.h"

namespace tucana {

/// The external field of a run, and the coordinates that follow its stars there. Stars outside the integrator are in
/// coordinates at rest, in which the field is given. If they are on an orbit, far from the origin for their own
/// distances, the integrator has them relative to a point that falls with them (GuidingCentre).
class RunField {
 public:
  /// Null if the options have no field; otherwise `engine` becomes one in the field, which it feels from the start or
  /// the loading of a run on.
  static std::unique_ptr<RunField> around(std::unique_ptr<ForceEngine>& engine, const FieldOptions& options,
                                          Workers& workers);
  RunField(const FieldOptions& options, FieldEngine& engine) : options_(options), engine_(engine) {}

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
  /// Of stars in coordinates at rest.
  double energy(const Stars& stars, double time) const;

  /// What a change of stars, which are given at rest as they were before, does to the energy beyond what the integrator
  /// knows of it: by the potential of the field, and by the motion of its coordinates.
  EnergyChange energy_of(const ChangeSet& set, const Stars& before, Tick t, const Epoch& epoch);

  const ExternalField& field() const { return *field_; }

 private:
  void make_field(const UnitScale& units, double start_time);
  void follow(const PhasePoint& centre, double start_time);

  FieldOptions options_;
  FieldEngine& engine_;
  std::unique_ptr<ExternalField> field_;
  std::optional<GuidingCentre> centre_;
};

}  // namespace tucana
