#include "tucana/integrators/neighbour/regular_part.h"

#include <algorithm>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t set_grain = 64, correct_grain = 16, others_grain = 128;

}  // namespace

void RegularPart::select_due(const ActiveBlock& block, Tick t) {
  const ScopedSeconds timer(state_.seconds.predict);
  std::vector<std::size_t>& due = rows_.active;
  due.clear();
  any_due_ = state_.steps.any_regular_due(t);
  if (any_due_) {
    const PassageRules rules = state_.passages();
    rows_.row_of.resize(block.size());
    for (std::size_t k = 0; k < block.size(); ++k) {
      const Slot slot = block.slots[k];
      rows_.row_of[k] = RegularRows::not_due;
      if (!state_.steps.is_regular_due(slot, t)) continue;
      const bool waits = rules.regular_waits(state_.bodies.row[index(slot)], t);
      rows_.row_of[k] = waits ? RegularRows::waits : static_cast<std::uint32_t>(due.size());
      if (!waits) due.push_back(k);
    }
  }
  rows_.resize(due.size());
  for_each_index_with_affinity<set_grain>(state_.workers, due.size(), [&](std::size_t r) { set_row(r, block, t); });
}

void RegularPart::select(std::vector<std::size_t> rows, const ActiveBlock& block, Tick t) {
  any_due_ = false;
  rows_.resize(rows.size());
  rows_.active = std::move(rows);
  for (std::size_t r = 0; r < size(); ++r) set_row(r, block, t);
}

void RegularPart::set_row(std::size_t r, const ActiveBlock& block, Tick t) {
  const Slot slot = block.slots[rows_.active[r]];
  const NeighbourBody& body = state_.bodies.row[index(slot)];
  const double ahead = state_.steps.longest_regular(body, t).units();
  const double sphere = std::max(body.sphere, smallest_sphere(body.mass + state_.heavy.max_mass_of_others(), ahead));
  rows_.set(r, slot, body, sphere, ahead, t);
}

Pending RegularPart::begin_force(Tick t) {
  if (size() == 0) return {};
  SourceSet& sources = state_.updated_sources();
  const ScopedSeconds timer(state_.seconds.force);
  return state_.engine.evaluate(sources, t, rows_.targets(), state_.options.law,
                                {.lists = true, .far_only = true, .list_rule = state_.options.list_rule},
                                {rows_.a, rows_.j, {}, {}, {}, &rows_.lists});
}

void RegularPart::end_force(Pending& force) {
  const ScopedSeconds timer(state_.seconds.force);
  force.wait();
  state_.heavy.add_to(rows_.lists, rows_.slot);
}

void RegularPart::correct(ActiveBlock& block, Tick t) {
  const RankRows::Share own = rank_rows_.share_of_list_changes(size());
  correct_own(own, block, t);
  if (own.is_all) return;
  {
    const ScopedSeconds timer(state_.seconds.force);
    rank_rows_.gather({rows_.moved.data(), size()});
  }
  const ScopedSeconds timer(state_.seconds.correct);
  for_each_index<others_grain>(state_.workers, size(), [&](std::size_t r) {
    if (r + 1 < size()) state_.bodies.prefetch_row(index(rows_.slot[r + 1]));
    if (!own.has(r)) correct_row(r, block, t);
  });
}

void RegularPart::correct_own(const RankRows::Share& own, ActiveBlock& block, Tick t) {
  const ScopedSeconds timer(state_.seconds.correct);
  list_changes_.resize(static_cast<std::size_t>(state_.workers.count()));
  for (ListChange& change : list_changes_) change.make_room(state_.slot_count());
  for_each_index_of_worker<correct_grain>(state_.workers, own.size, [&](std::size_t number, int worker) {
    const std::size_t r = own.begin + number;
    state_.bodies.prefetch_next(rows_.slot, r);
    rows_.moved[r] = moved_by_list(r, list_changes_[static_cast<std::size_t>(worker)], t);
    correct_row(r, block, t);
  });
}

PartialForce RegularPart::moved_by_list(std::size_t r, ListChange& change, Tick t) const {
  change.find(state_.bodies.list[index(rows_.slot[r])], rows_.lists.of(r));
  return moved_between_sums(change, [&](std::span<const Slot> slots) {
    return state_.irregular.at(slots, {rows_.x[r], rows_.v[r]}, t, t);
  });
}

/// With the regular force expressed for the old list (Nitadori & Aarseth 2012, eq. 13): with that of the new one the
/// scheme would be of first order.
void RegularPart::correct_row(std::size_t r, ActiveBlock& block, Tick t) {
  ActiveRow& row = block.rows[rows_.active[r]];
  const NeighbourBody& body = state_.bodies.row[index(rows_.slot[r])];
  const PartialForce moved = rows_.moved[r];
  const PartialForce regular = rows_.force(r), for_old_list = regular + moved;
  const double h = (t - body.regular_time).units();
  const HermiteState start{{}, {}, body.regular.a, body.regular.j};
  const auto higher = hermite4::interpolate(start, for_old_list.a, for_old_list.j, h);
  const auto at = hermite4::correct({row.x, row.v}, higher - body.regular_higher, h);
  row.x = at.x;
  row.v = at.v;
  const auto end = later(higher, h);
  row.irregular += moved;
  row.total = row.irregular + regular;
  // When all bodies are neighbours there is nothing to follow; the derivatives of the former force are meaningless.
  const bool has_regular = norm2(regular.a) + norm2(regular.j) > 0;
  rows_.wanted_step[r] = has_regular
                             ? regular_mass_factor(body.mass / state_.heavy.mean_mass()) *
                                   aarseth_step(state_.options.eta_regular, regular.a, regular.j, end.snap, end.crackle)
                             : no_limit;
  rows_.sphere[r] = next_sphere_of(r, body, row);
  // Derivatives are those of the old list. Where the new one makes it a different force, those of both parts are used.
  const double changed = norm(moved.a);
  const bool is_another = changed > drastic_change * norm(regular.a);
  if (is_another) rows_.wanted_step[r] = std::min(rows_.wanted_step[r], row.wanted_step);
  rows_.higher[r] = has_regular && !is_another ? end : hermite4::HigherDerivatives{};
  if (changed > drastic_change * norm(row.irregular.a))
    row.wanted_step = std::min(row.wanted_step, rows_.wanted_step[r] / 8);
  const Vec3 all = (row.x + row.v) + (row.total.a + row.total.j);
  block.look_at(row, all.x + all.y + all.z);
}

double RegularPart::next_sphere_of(std::size_t r, const NeighbourBody& body, const ActiveRow& row) const {
  const bool moves_inwards = dot(row.x - state_.cluster.centre, row.v) < 0;
  return next_sphere(state_.options.sphere_rule,
                     {rows_.sphere[r], rows_.lists.of(r).size(), state_.wanted_neighbours(body.mass),
                      state_.cluster.mean_density, moves_inwards});
}

void RegularPart::store(std::size_t k, Slot slot, Tick t) {
  if (!was_due(k) || rows_.row_of[k] == RegularRows::waits) return;
  const std::size_t r = rows_.row_of[k];
  NeighbourBody& body = state_.bodies.row[index(slot)];
  const double wanted = state_.limited_step(rows_.wanted_step[r], body, t);
  body.begin_regular(state_.steps.next_regular(body, wanted, rows_.list_time[r]), t);
  body.regular = rows_.force(r);
  body.regular_higher = rows_.higher[r];
  body.regular_wanted = wanted;
  body.sphere = rows_.sphere[r];
  state_.bodies.list.assign(index(slot), rows_.lists.of(r));
}

}  // namespace tucana
