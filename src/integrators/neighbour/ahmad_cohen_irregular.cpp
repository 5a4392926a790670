// The irregular part of a step: neighbours pull.
#include <algorithm>
#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t grain = 16;

/// Steps of passages deeper than the cluster are not shortened below so many ticks.
constexpr double passage_ticks = 1024;

}  // namespace

/// Prediction, force and corrector of the irregular part, in one go while a body is in the cache.
void AhmadCohen::step_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.irregular);
  const cpu::GatherView view = gather_.view(t, options_.hermite.law);
  for_each_index_at_home<grain>(workers_, active_.size(), [&](std::size_t k) {
    bodies_.look_ahead(active_slots_, k);
    const std::size_t i = index(active_slots_[k]);
    const NeighbourBody& body = bodies_.row[i];
    const std::span<const Slot> list = bodies_.list[i];
    ActiveRow& row = active_[k];
    ActiveFacts facts{0, 0, no_limit};
    if (irregular_step_ != nullptr && body.time != t && gather_.has(body.time) && gather_.has(t))
      facts = irregular_step_(body, list, view, t, options_.hermite.eta, row);
    if (!std::isfinite(facts.sum)) facts = step_plainly(body, list, t, row);
    if (body.time != t) limit_step(body, list.size(), t, facts, row);
    next_[k].neighbours = static_cast<std::uint32_t>(list.size());
    look_at(row, facts.sum);
  });
}

/// On a body whose step began at `begin`. In double also where steps are shorter than the times of rows tell: the noise
/// of rows would there be taken for derivatives, and steps would shrink without end.
PartialForce AhmadCohen::irregular_force(std::span<const Slot> list, const HermitePrediction& at, Tick begin,
                                         Tick t) const {
  if (!in_double_ && gather_.has(begin) && gather_.has(t)) {
    const PartialForce sum = gather_.sum(list, at.x, at.v, t, options_.hermite.law);
    if (is_finite(sum.a) && is_finite(sum.j)) return sum;
  }
  // Also where two bodies are nearer to each other than float can say.
  return sum_over(list, at.x, at.v, t);
}

/// The regular part enters by its extrapolation. Forces are asked for where sources stand too, without the last two
/// terms of that.
ActiveFacts AhmadCohen::step_plainly(const NeighbourBody& body, std::span<const Slot> list, Tick t,
                                     ActiveRow& row) const {
  const double h = (t - body.time).units();
  HermitePrediction at = body.predicted(t);
  row.irregular = irregular_force(list, at, body.time, t);
  row.total = row.irregular + body.regular_at(t);
  row.wanted_step = no_limit;
  if (h != 0) {  // else it is a peek at a body that is there already
    const HermiteState start{{}, {}, body.irregular.a, body.irregular.j};
    const auto higher = hermite4::interpolate(start, row.irregular.a, row.irregular.j, h);
    at = hermite4::correct(at, higher + body.regular_higher_at(body.time), h);
    // The whole acceleration, but the derivatives of the irregular part (Makino & Aarseth 1992).
    row.wanted_step =
        aarseth_step(options_.hermite.eta, row.total.a, row.irregular.j, later(higher, h).snap, higher.crackle);
  }
  row.x = at.x;
  row.v = at.v;
  const Vec3 all = (row.x + row.v) + (row.total.a + row.total.j);
  return {norm2(row.v), norm2(row.irregular.a), all.x + all.y + all.z};
}

/// What limits a step beside the criterion.
void AhmadCohen::limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                            ActiveRow& row) const {
  // The speed of its neighbours is unknown.
  const double speed = std::sqrt(facts.speed2) + cluster_.typical_speed();
  const double step = step_among_neighbours(row.wanted_step, body.sphere, neighbours, speed);
  row.wanted_step = shortened_in_passage(step, body.mass, facts.pull2);
  if (options_.hermite.velocity_limit > 0)
    row.wanted_step =
        std::min(row.wanted_step, velocity_step_limit(options_.hermite.velocity_limit, (t - body.time).units(),
                                                      row.total.a, row.v, body.predicted(t).v));
}

/// Until pairs are regularized. Not down to the shortest step that there is: a pair that leaves no room for accuracy
/// may still pass with less.
double AhmadCohen::shortened_in_passage(double step, double mass, double pull2) const {
  if (!is_in_passage(mass, pull2, passage_depth) || options_.hermite.steps == StepRule::fixed) return step;
  const double depth = std::sqrt(std::max(mass, mean_mass_) * std::sqrt(pull2)) / cluster_.depth;
  const double shortest = std::min(step * step_of_half_eta, passage_ticks / Tick::per_unit);
  return std::max(shortest, step * passage_factor(depth));
}

/// Whether a pull of this square comes from a body so near that their potential is deeper than `depth` times that of
/// the cluster. A pull a by one body of mass m comes from a depth of m/r = sqrt(m a).
bool AhmadCohen::is_in_passage(double mass, double pull2, double depth) const {
  const double m = std::max(mass, mean_mass_), limit = depth * cluster_.depth, limit2 = limit * limit;
  return limit > 0 && m * m * pull2 > limit2 * limit2;
}

}  // namespace tucana
