#include "tucana/integrators/neighbour/irregular_part.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/predicted_bodies.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t sum_grain = 16, complete_grain = 128;

}  // namespace

void IrregularPart::step(ActiveBlock& block, Tick t) {
  const ScopedSeconds timer(state_.seconds.irregular);
  const RankRows::Share own = rank_rows_.share_of_steps(block.size());
  step_share(own, block, t);
  if (!own.is_all) share_with_others(own, block, t);
}

void IrregularPart::step_share(const RankRows::Share& share, ActiveBlock& block, Tick t) const {
  const NeighbourBodies& bodies = state_.bodies;
  const IrregularForce& irregular = state_.irregular;
  const cpu::GatherView rows = irregular.rows_at(t);
  const bool has_subsystems = state_.has_active_subsystems();
  const BodiesInRows around(bodies, irregular);
  const PredictedBodies exactly(bodies);
  const auto step_one = [&](Slot slot, ActiveRow& row) {
    if (!has_subsystems || !state_.subsystems->concern(slot)) return irregular.step(slot, rows, t, row);
    const NeighbourBody& body = bodies.row[index(slot)];
    const Surroundings* others = &around;
    if (!irregular.rows_are_fine(body.time, t)) others = &exactly;
    return irregular.step_with(
        [&](const HermitePrediction& place) {
          return state_.subsystems->difference_on(slot, {body.mass, place.x, place.v}, t, *others);
        },
        slot, t, row);
  };
  for_each_index_with_affinity<sum_grain>(state_.workers, share.size, [&](std::size_t number) {
    const std::size_t k = share.begin + number;
    bodies.prefetch_next(block.slots, k);
    const Slot slot = block.slots[k];
    ActiveRow& row = block.rows[k];
    const ActiveFacts facts = step_one(slot, row);
    const NeighbourBody& body = bodies.row[index(slot)];
    block.next[k].neighbours = neighbours_of(slot);
    if (body.time != t) limit_step(body, block.next[k].neighbours, t, facts, row);
    block.look_at(row, facts.sum);
  });
}

void IrregularPart::share_with_others(const RankRows::Share& own, ActiveBlock& block, Tick t) {
  std::uint64_t own_pairs = 0;
  for (std::size_t k = own.begin; k < own.begin + own.size; ++k) own_pairs += block.next[k].neighbours;
  rank_rows_.gather({block.rows.data(), block.size()}, own, own_pairs);
  for_each_index<complete_grain>(state_.workers, block.size(), [&](std::size_t k) {
    if (own.has(k)) return;
    if (k + 1 < block.size()) state_.bodies.prefetch_row(index(block.slots[k + 1]));
    state_.irregular.complete(block.slots[k], t, block.rows[k]);
    block.next[k].neighbours = neighbours_of(block.slots[k]);
    block.look_at(block.rows[k], RankRows::sum_of(block.rows[k]));
  });
}

void IrregularPart::limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                               ActiveRow& row) const {
  // The speed of its neighbours is unknown.
  const double speed = std::sqrt(facts.speed2) + state_.cluster.typical_speed();
  row.wanted_step = step_among_neighbours(row.wanted_step, body.sphere, neighbours, speed);
  row.wanted_step = state_.passages().shortened(row.wanted_step, body.mass, facts.pull2);
  const double limit = state_.options.velocity_limit;
  if (limit > 0)
    row.wanted_step = std::min(
        row.wanted_step, velocity_step_limit(limit, (t - body.time).units(), row.total.a, row.v, body.predicted(t).v));
}

}  // namespace tucana
