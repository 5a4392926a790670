#include "tucana/integrators/neighbour/irregular_force.h"

#include <cmath>

#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

IrregularForce::IrregularForce(const NeighbourBodies& bodies, const Choice& choice)
    : bodies_(bodies),
      choice_(choice),
      gather_(choice.simd, choice.longest_step),
      kernel_(choice.in_double ? nullptr : irregular_step_kernel(choice.simd)) {}

void IrregularForce::write(Slot slot) {
  if (choice_.in_double) return;
  const NeighbourBody& body = bodies_.row[index(slot)];
  const PartialForce total = body.total();
  gather_.write(slot, {body.mass, body.x, body.v, total.a, total.j, body.time});
}

void IrregularForce::write(Slot slot, double mass, const ActiveRow& row, Tick t) {
  if (!choice_.in_double) gather_.write(slot, {mass, row.x, row.v, row.total.a, row.total.j, t});
}

/// Not where steps are shorter than the resolution of the times of rows: the noise of rows would be taken for
/// derivatives there, and steps would shrink without end.
bool IrregularForce::rows_are_fine(Tick begin, Tick t) const {
  return !choice_.in_double && gather_.has(begin) && gather_.has(t);
}

PartialForce IrregularForce::at(std::span<const Slot> list, const HermitePrediction& place, Tick begin, Tick t) const {
  if (rows_are_fine(begin, t)) {
    const PartialForce sum = gather_.sum(list, place.x, place.v, t, choice_.law);
    if (is_finite(sum.a) && is_finite(sum.j)) return sum;
  }
  // Also where two bodies are nearer to each other than float can resolve.
  PartialForce sum;
  for (const Slot slot : list) sum += pull_of(slot, place.x, place.v, t);
  return sum;
}

PartialForce IrregularForce::pull_of(Slot source, const Vec3& x, const Vec3& v, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(source)];
  const auto there = body.predicted(t);
  return pull(body.mass, there.x - x, there.v - v, choice_.law);
}

ActiveFacts IrregularForce::step(Slot slot, const cpu::GatherView& rows, Tick t, ActiveRow& row) const {
  const NeighbourBody& body = bodies_.row[index(slot)];
  const std::span<const Slot> list = bodies_.list[index(slot)];
  if (kernel_ != nullptr && body.time != t && rows_are_fine(body.time, t)) {
    const ActiveFacts facts = kernel_(body, list, rows, t, choice_.eta, row);
    if (std::isfinite(facts.sum)) return facts;
  }
  return step_with([](const HermitePrediction&) { return PartialForce{}; }, slot, t, row);
}

/// Returns the higher derivatives of the irregular force at the beginning of the step.
hermite4::HigherDerivatives IrregularForce::complete(const NeighbourBody& body, Tick t, ActiveRow& row) {
  const double h = (t - body.time).units();
  HermitePrediction place = body.predicted(t);
  hermite4::HigherDerivatives higher{};
  if (h != 0) {
    const HermiteState start{{}, {}, body.irregular.a, body.irregular.j};
    higher = hermite4::interpolate(start, row.irregular.a, row.irregular.j, h);
    place = hermite4::correct(place, higher + body.regular_higher_at(body.time), h);
  }
  row.total = row.irregular + body.regular_at(t);
  row.x = place.x;
  row.v = place.v;
  return higher;
}

/// Forces are evaluated at positions predicted like those of sources, without the last two terms of the regular part.
ActiveFacts IrregularForce::step_with(const Additional& additional, Slot slot, Tick t, ActiveRow& row) const {
  const NeighbourBody& body = bodies_.row[index(slot)];
  const double h = (t - body.time).units();
  const HermitePrediction place = body.predicted(t);
  row.irregular = at(bodies_.list[index(slot)], place, body.time, t) + additional(place);
  const auto higher = complete(body, t, row);
  row.wanted_step = no_limit;
  if (h != 0) {  // otherwise it is a peek at a body that is already there
    // The whole acceleration, but the derivatives of the irregular part (Makino & Aarseth 1992).
    row.wanted_step = aarseth_step(choice_.eta, row.total.a, row.irregular.j, later(higher, h).snap, higher.crackle);
  }
  const Vec3 all = (row.x + row.v) + (row.total.a + row.total.j);
  return {norm2(row.v), norm2(row.irregular.a), all.x + all.y + all.z};
}

}  // namespace tucana
