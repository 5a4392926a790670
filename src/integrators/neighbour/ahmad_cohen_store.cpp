// The end of a block: its rows are checked and become the state.
#include <algorithm>
#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t grain = 64;

bool is_finite(const PartialForce& force) { return is_finite(force.a) && is_finite(force.j); }

}  // namespace

/// Called when a row has been computed. A finite sum has finite terms.
void AhmadCohen::look_at(const ActiveRow& row, double sum) {
  if (!std::isfinite(sum) || row.wanted_step * Tick::per_unit < 1) suspicious_ = true;
}

/// Searches for errors if a row was suspicious.
void AhmadCohen::check(Tick t) {
  if (!suspicious_.exchange(false)) return;
  check_finite(t);
  if (!has_fixed_steps()) check_steps(t);
}

void AhmadCohen::check_finite(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const ActiveRow& row = active_[k];
    if (is_finite(row.total) && tucana::is_finite(row.x) && tucana::is_finite(row.v)) continue;
    const auto at = bodies_.row[index(active_slots_[k])].predicted(t);
    report_non_finite(bodies_.slots, updated_sources(), engine_, active_slots_[k], at.x, at.v, t, frame_.origin(t));
  }
}

void AhmadCohen::check_steps(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (active_[k].wanted_step * Tick::per_unit >= 1) continue;
    const auto at = bodies_.row[index(active_slots_[k])].predicted(t);
    report_short_step(bodies_.slots, updated_sources(), engine_, active_slots_[k], at.x, at.v, active_[k].wanted_step,
                      t, frame_.velocity());
  }
}

void AhmadCohen::store(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  const bool any_due = regular_schedule_.next() == t;
  for_each_index_with_affinity<grain>(workers_, active_.size(), [&](std::size_t k) {
    const ActiveRow& row = active_[k];
    const Slot slot = active_slots_[k];
    NeighbourBody& body = bodies_.row[index(slot)];
    body.x = row.x;
    body.v = row.v;
    body.irregular = row.irregular;
    body.time = t;
    if (const auto r = any_due ? regular_.row_of[k] : RegularRows::not_due; r < RegularRows::waits)
      store_regular(body, slot, r, t);
    irregular_.write(slot, body.mass, row, t);
    next_[k].level = next_level_of(slot, row.wanted_step, t);
  });
}

void AhmadCohen::store_regular(NeighbourBody& body, Slot slot, std::size_t r, Tick t) {
  regular_.wanted_step[r] = std::min(regular_.wanted_step[r], fast_bodies_.longest_step(body.x, body.v, frame_, t));
  // Steps grow at the times at which they should have ended: otherwise bodies that always wait would never grow.
  if (options_.steps != StepRule::fixed)
    body.regular_level = next_level(body.regular_end(), body.regular_level, regular_.wanted_step[r],
                                    Level::at_most(regular_.list_time[r]));
  body.regular = regular_.force(r);
  body.regular_higher = regular_.higher[r];
  body.regular_time = t;
  body.regular_wanted = regular_.wanted_step[r];
  body.sphere = regular_.sphere[r];
  const auto list = regular_.lists.of(r);
  bodies_.list[index(slot)].assign(list.begin(), list.end());
}

/// An irregular step never extends beyond a regular time.
Level AhmadCohen::next_level_of(Slot slot, double wanted_step, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(slot)];
  const Level longest = body.regular_due_level();
  if (has_fixed_steps()) return std::min(Level::at_most(options_.fixed_step / options_.fixed_ratio), longest);
  wanted_step = std::min(wanted_step, fast_bodies_.longest_step(body.x, body.v, frame_, t));
  return schedule_.holds(slot) ? next_level(t, schedule_.level(slot), wanted_step, longest)
                               : first_level(t, wanted_step, longest);
}

/// Serially: the order of filing determines the order in the schedule.
void AhmadCohen::reschedule(Tick t) {
  const bool any_due = regular_schedule_.next() == t;
  fast_bodies_.forget_distant(t, largest_.units());
  regular_schedule_.advance_to(t);
  std::uint64_t neighbours = 0;
  for (std::size_t k = 0; k < active_slots_.size(); ++k) {
    const Slot slot = active_slots_[k];
    schedule_.place(slot, next_[k].level);
    if (any_due && regular_.row_of[k] != RegularRows::not_due)
      regular_schedule_.place(slot, bodies_.row[index(slot)].regular_due_level());
    mirror_.mark_stale(slot);
    neighbours += next_[k].neighbours;
  }
  counts_.neighbours += neighbours;
  counts_.interactions += neighbours;
}

}  // namespace tucana
