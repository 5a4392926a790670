#pragma once

#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
#include "tucana/core/external_field.h"
#include "tucana/core/stars.h"
#include "tucana/gravity/field/guiding_centre.h"

namespace tucana {

/// The energy that stars have in an external field, in coordinates that fall with them: what is conserved of a cluster
/// on an orbit. At rest the orbit of the whole has 1e4 times the energy of a cluster, and the momentum within, which
/// block steps conserve to their accuracy only, is magnified by the speed of the orbit.
///
/// In coordinates about a point X that falls with V, stars have the potential
///
///     psi(x) = phi(x) - phi(X) + g(X) . (x - X),
///
/// which begins with the tide, and changes with time as X moves: what that does to the energy of all stars is the
/// integral of
///
///     sum m [(g(X) - g(x)) . V + dg(X)/dt . (x - X)],
///
/// which is summed up here by a quadrature of fourth order at times when all stars are at one time, and subtracted
/// (docs/theory/fields.md). All stars are given at rest.
class FallingEnergy {
 public:
  /// Field and centre must outlive this; `start_time` is the time at tick 0.
  FallingEnergy(const ExternalField& field, GuidingCentre& centre, double start_time)
      : field_(field), centre_(centre), start_time_(start_time) {}

  /// Work is counted from t on.
  void start(const Stars& stars, Tick t);
  /// Work is summed up to t.
  void advance(const Stars& stars, Tick t);
  /// What is to be added to the kinetic energy at rest, for that relative to the falling point.
  double kinetic_difference(const Stars& stars, Tick t) const;
  /// sum m psi, without the work until t. Leaves no trace.
  double energy(const Stars& stars, Tick t) const;
  /// What a change does to it, and to the work that follows; `before` are the stars before.
  EnergyChange apply(const ChangeSet& set, const Stars& before, Tick t);

  void describe(Archive& archive);

 private:
  /// Energy a time unit, and its derivative.
  struct Rate {
    double value = 0, derivative = 0;
  };
  Rate rate_of(const Stars& stars, Tick t) const;
  double work_until(const Rate& rate, Tick t) const;
  double time_of(Tick t) const { return start_time_ + t.units(); }

  const ExternalField& field_;
  GuidingCentre& centre_;
  double start_time_;
  double work_ = 0;  ///< until the last node
  Tick node_;
  Rate rate_;  ///< at the node
};

}  // namespace tucana
