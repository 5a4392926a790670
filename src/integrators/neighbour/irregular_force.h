#pragma once

#include <span>
#include <string>

#include "tucana/core/function_ref.h"
#include "tucana/gravity/gather/gather_force.h"
#include "tucana/integrators/neighbour/active_row.h"
#include "tucana/integrators/neighbour/irregular_kernels.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// The force of the bodies on a list, and the Hermite step of a body under it (Makino & Aarseth 1992). Sums are SIMD
/// over gathered rows in two_float; in double if the run requires it, and where rows are too coarse.
class IrregularForce {
 public:
  struct Choice {
    PairLaw law;
    double eta;          ///< of the step criterion
    std::string simd;    ///< a SIMD level by name, or "best"
    Level longest_step;  ///< that any body may take
    bool in_double;
  };
  /// The bodies must outlive this.
  IrregularForce(const NeighbourBodies& bodies, const Choice& choice);

  /// What determines the bits besides the input; "" when everything is in double.
  std::string arithmetic_class() const { return choice_.in_double ? "" : gather_.arithmetic_class(); }

  void set_eta(double eta) { choice_.eta = eta; }

  /// Rows have to be written before they are used as sources.
  void resize(std::size_t bodies) { gather_.resize(bodies); }
  void write(Slot slot);
  /// The same for a body whose numbers have just been computed: reading back a line that was written in halves would
  /// stall.
  void write(Slot slot, double mass, const ActiveRow& row, Tick t);

  /// On a body at a position that began its step at `begin`.
  PartialForce at(std::span<const Slot> list, const HermitePrediction& place, Tick begin, Tick t) const;
  /// Of one body, in double.
  PartialForce pull_of(Slot source, const Vec3& x, const Vec3& v, Tick t) const;

  /// A body as its row has it, if rows are fine enough for a time: exact to about a millionth of the way since its last
  /// step.
  BodyAt about(Slot slot, Tick t) const {
    if (rows_are_fine(t, t)) return gather_.at(slot, t);
    const NeighbourBody& body = bodies_.row[index(slot)];
    const HermitePrediction at = body.predicted(t);
    return {body.mass, at.x, at.v};
  }
  bool rows_are_fine(Tick begin, Tick t) const;

  /// A view of all rows at a time, for step().
  cpu::GatherView rows_at(Tick t) const { return gather_.view(t, choice_.law); }
  /// Prediction, force and corrector of the irregular part, and the step that the criterion wants. The regular part is
  /// extrapolated. For a body that is already at t, only the force.
  ActiveFacts step(Slot slot, const cpu::GatherView& rows, Tick t, ActiveRow& row) const;
  /// The same with a force beside that of the list, which is a function of the predicted place.
  using Additional = FunctionRef<PartialForce(const HermitePrediction&)>;
  ActiveFacts step_with(const Additional& additional, Slot slot, Tick t, ActiveRow& row) const;
  /// All of a row that follows from its irregular force, to the bits of a step: everything but the next step.
  void complete(Slot slot, Tick t, ActiveRow& row) const { complete(bodies_.row[index(slot)], t, row); }

 private:
  static hermite4::HigherDerivatives complete(const NeighbourBody& body, Tick t, ActiveRow& row);

  const NeighbourBodies& bodies_;
  Choice choice_;
  GatherForce gather_;
  IrregularStep kernel_;  ///< null: none for this machine, or everything is in double
};

}  // namespace tucana
