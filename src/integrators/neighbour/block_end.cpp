#include "tucana/integrators/neighbour/block_end.h"

#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t due_grain = 64;

bool is_finite(const PartialForce& force) { return is_finite(force.a) && is_finite(force.j); }

}  // namespace

void BlockEnd::check(ActiveBlock& block, Tick t) const {
  if (!block.is_suspicious.exchange(false)) return;
  check_finite(block, t);
  if (!state_.steps.are_fixed()) check_steps(block, t);
}

void BlockEnd::check_finite(const ActiveBlock& block, Tick t) const {
  for (std::size_t k = 0; k < block.size(); ++k) {
    const ActiveRow& row = block.rows[k];
    if (is_finite(row.total) && tucana::is_finite(row.x) && tucana::is_finite(row.v)) continue;
    const Slot slot = block.slots[k];
    const auto at = state_.bodies.row[index(slot)].predicted(t);
    report_non_finite(state_.bodies.slots, state_.updated_sources(), state_.engine, slot, at.x, at.v, t,
                      state_.frame.origin(t));
  }
}

void BlockEnd::check_steps(const ActiveBlock& block, Tick t) const {
  for (std::size_t k = 0; k < block.size(); ++k) {
    const double wanted = block.rows[k].wanted_step;
    if (wanted * Tick::per_unit >= 1) continue;
    const Slot slot = block.slots[k];
    const auto at = state_.bodies.row[index(slot)].predicted(t);
    report_short_step(state_.bodies.slots, state_.updated_sources(), state_.engine, slot, at.x, at.v, wanted, t,
                      state_.frame.velocity());
  }
}

void BlockEnd::store(ActiveBlock& block, RegularPart& regular, Tick t) const {
  const ScopedSeconds timer(state_.seconds.correct);
  const PassageRules passages = state_.passages();
  for_each_index_with_affinity<due_grain>(state_.workers, block.size(), [&](std::size_t k) {
    const ActiveRow& row = block.rows[k];
    const Slot slot = block.slots[k];
    NeighbourBody& body = state_.bodies.row[index(slot)];
    body.x = row.x;
    body.v = row.v;
    body.irregular = row.irregular;
    body.time = t;
    regular.store(k, slot, t);
    state_.irregular.write(slot, body.mass, row, t);
    ActiveBlock::NextStep& next = block.next[k];
    next.level = state_.steps.next_irregular(slot, body, state_.limited_step(row.wanted_step, body, t), t);
    const Level before = body.regular_level;
    if (passages.is_deflected(body)) body.shorten_regular(PassageRules::longest_of_deflected(next.level), t);
    next.is_deflected = body.regular_level != before;
  });
}

/// Serially: the order of filing determines the order in the schedule.
void BlockEnd::file_steps(const ActiveBlock& block, const RegularPart& regular) const {
  std::uint64_t neighbours = 0;
  for (std::size_t k = 0; k < block.size(); ++k) {
    const Slot slot = block.slots[k];
    state_.steps.place(slot, block.next[k].level);
    if (regular.was_due(k) || block.next[k].is_deflected)
      state_.steps.place_regular(slot, state_.bodies.row[index(slot)]);
    state_.mirror.mark_stale(slot);
    neighbours += block.next[k].neighbours;
  }
  state_.counts.neighbours += neighbours;
  state_.counts.interactions += neighbours;
}

}  // namespace tucana
