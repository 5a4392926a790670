// The regular part of a step: the force of all bodies that are not neighbours, and new lists.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t set_grain = 64, correct_grain = 16;

}  // namespace

/// Most blocks are between two regular times.
void AhmadCohen::select_regular(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  std::vector<std::size_t>& due = regular_.active;
  due.clear();
  if (regular_schedule_.next() == t) {
    const PassageRules rules = passages();
    regular_.row_of.resize(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) {
      regular_.row_of[k] = RegularRows::not_due;
      if (!regular_schedule_.level(active_slots_[k]).divides(t)) continue;
      const bool waits = rules.regular_waits(bodies_.row[index(active_slots_[k])], t);
      regular_.row_of[k] = waits ? RegularRows::waits : static_cast<std::uint32_t>(due.size());
      if (!waits) due.push_back(k);
    }
  }
  regular_.resize(due.size());
  for_each_index_with_affinity<set_grain>(workers_, due.size(), [&](std::size_t r) { set_regular(r, t); });
}

void AhmadCohen::set_regular(std::vector<std::size_t> active, Tick t) {
  regular_.resize(active.size());
  regular_.active = std::move(active);
  for (std::size_t r = 0; r < regular_.size(); ++r) set_regular(r, t);
}

void AhmadCohen::set_regular(std::size_t r, Tick t) {
  const Slot slot = active_slots_[regular_.active[r]];
  const NeighbourBody& body = bodies_.row[index(slot)];
  const double ahead = longest_regular_step(body, t).units();
  const double sphere = std::max(body.sphere, smallest_sphere(body.mass + heavy_.max_mass_of_others(), ahead));
  regular_.set(r, slot, body, sphere, ahead, t);
}

/// Lists are made for the next step, before the force is known that determines it. A step therefore grows only if the
/// previous force also called for it: then lists look ahead exactly as far as the step extends, unless it has to
/// shrink.
Level AhmadCohen::longest_regular_step(const NeighbourBody& body, Tick t) const {
  if (has_fixed_steps()) return fixed_;
  return next_level(std::min(t, body.regular_end()), body.regular_level,
                    std::max(body.regular_wanted, body.regular_level.units()), largest_);
}

/// The force of all that are not listed, and the lists, in one pass.
Pending AhmadCohen::begin_regular(Tick t) {
  if (regular_.size() == 0) return {};
  SourceSet& sources = updated_sources();
  const ScopedSeconds timer(seconds_.force);
  return engine_.evaluate(sources, t, regular_.targets(), options_.law,
                          {.lists = true, .far_only = true, .list_rule = options_.list_rule},
                          {regular_.a, regular_.j, {}, {}, {}, &regular_.lists});
}

void AhmadCohen::end_regular(Pending& regular) {
  const ScopedSeconds timer(seconds_.force);
  regular.wait();
  heavy_.add_to(regular_.lists, regular_.slot);
}

SourceSet& AhmadCohen::updated_sources() {
  const ScopedSeconds timer(seconds_.correct);
  return mirror_.updated(bodies_, heavy_, workers_);
}

void AhmadCohen::correct_regular(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  list_changes_.resize(static_cast<std::size_t>(workers_.count()));
  for (ListChange& change : list_changes_) change.make_room(size());
  for_each_index_of_worker<correct_grain>(workers_, regular_.size(), [&](std::size_t r, int worker) {
    bodies_.prefetch_next(regular_.slot, r);
    correct_regular(r, list_changes_[static_cast<std::size_t>(worker)], t);
  });
}

/// With the regular force expressed for the old list (Nitadori & Aarseth 2012, eq. 13): with that of the new one the
/// scheme would be of first order.
void AhmadCohen::correct_regular(std::size_t r, ListChange& change, Tick t) {
  ActiveRow& row = active_[regular_.active[r]];
  const NeighbourBody& body = bodies_.row[index(regular_.slot[r])];
  const std::span<const Slot> old_list = bodies_.list[index(regular_.slot[r])], list = regular_.lists.of(r);
  change.find(old_list, list);
  const PartialForce moved = moved_between_sums(change, [&](std::span<const Slot> slots) {
    return irregular_.at(slots, {regular_.x[r], regular_.v[r]}, t, t);
  });
  const PartialForce regular = regular_.force(r), for_old_list = regular + moved;
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
  regular_.wanted_step[r] =
      has_regular ? aarseth_step(options_.eta_regular, regular.a, regular.j, end.snap, end.crackle) : no_limit;
  const bool moves_inwards = dot(row.x - cluster_.centre, row.v) < 0;
  regular_.sphere[r] = next_sphere(options_.sphere_rule, {regular_.sphere[r], list.size(), wanted_neighbours(body.mass),
                                                          cluster_.mean_density, moves_inwards});
  // Derivatives are those of the old list. Where the new one makes it a different force, those of both parts are used.
  const double changed = norm(moved.a);
  const bool is_another = changed > drastic_change * norm(regular.a);
  if (is_another) regular_.wanted_step[r] = std::min(regular_.wanted_step[r], row.wanted_step);
  regular_.higher[r] = has_regular && !is_another ? end : hermite4::HigherDerivatives{};
  if (changed > drastic_change * norm(row.irregular.a))
    row.wanted_step = std::min(row.wanted_step, regular_.wanted_step[r] / 8);
  const Vec3 all = (row.x + row.v) + (row.total.a + row.total.j);
  look_at(row, all.x + all.y + all.z);
}

}  // namespace tucana
