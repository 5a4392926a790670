#pragma once

#include <span>
#include <string>

#include "tucana/gravity/gather/gather_rows.h"
#include "tucana/integrators/neighbour/active_row.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"

namespace tucana {

/// The irregular step of one body on one SIMD level: prediction, sum over its list in two_float, corrector, and the
/// step that the criterion wants. The bits are those of the formulae in hermite4_formulae.h and step_criteria.h, as in
/// IrregularForce::step_without_kernel(), with three axes in one register. The body must not be at t yet. The caller
/// detects numbers that are not finite from the facts.
using IrregularStep = ActiveFacts (*)(const NeighbourBody& body, std::span<const Slot> list,
                                      const cpu::GatherView& view, Tick t, double eta, ActiveRow& row);

/// The kernel of a SIMD level by name, or of the best one; null if registers do not hold four doubles.
IrregularStep irregular_step_kernel(const std::string& simd);

}  // namespace tucana
