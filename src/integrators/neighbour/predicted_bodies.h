#pragma once

#include "tucana/fewbody/tides.h"
#include "tucana/integrators/neighbour/irregular_force.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// The bodies of the neighbour scheme as others see them: predicted from their last irregular steps.
class PredictedBodies final : public Surroundings {
 public:
  /// The bodies must outlive this.
  explicit PredictedBodies(const NeighbourBodies& bodies) : bodies_(bodies) {}
  BodyAt at(Slot slot, Tick t) const override {
    const NeighbourBody& body = bodies_.row[index(slot)];
    const HermitePrediction predicted = body.predicted(t);
    return {body.mass, predicted.x, predicted.v};
  }

 private:
  const NeighbourBodies& bodies_;
};

/// The same as the rows show them from which irregular forces are summed.
class BodiesInRows final : public Surroundings {
 public:
  /// Both must outlive this.
  BodiesInRows(const NeighbourBodies& bodies, const IrregularForce& irregular)
      : bodies_(bodies), irregular_(irregular) {}
  BodyAt at(Slot slot, Tick t) const override { return PredictedBodies(bodies_).at(slot, t); }
  BodyAt in_sums(Slot slot, Tick t) const override { return irregular_.about(slot, t); }

 private:
  const NeighbourBodies& bodies_;
  const IrregularForce& irregular_;
};

}  // namespace tucana
