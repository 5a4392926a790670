// The regular part of a step: all who are not neighbours pull, and lists are made anew.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t set_grain = 64, correct_grain = 16;

/// Regular forces wait while a pair is deeper than this part of the potential of the cluster,
constexpr double waiting_depth = 0.3;
/// After so many waits it may be four times as deep, after one more 16 times: there are pairs that never part.
constexpr int patience = 4;
/// They wait not more often than this: lists were made for the step, which is half as long again then.
constexpr int longest_wait = NeighbourBody::waits_in_a_step / 2;

}  // namespace

void AhmadCohen::RegularRows::resize(std::size_t n) {
  active.resize(n);
  slot.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  for (auto* column : {&radius2, &list_time, &wanted_step, &sphere}) column->resize(n);
  higher.resize(n);
}

/// Most blocks are between two regular times.
void AhmadCohen::select_regular(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  std::vector<std::size_t>& due = regular_.active;
  due.clear();
  if (next_regular_ == t) {
    regular_.row_of.resize(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const std::size_t i = index(active_slots_[k]);
      regular_.row_of[k] = RegularRows::not_due;
      if (regular_due_[i] != t) continue;
      const bool waits = regular_waits(bodies_.row[i], t);
      regular_.row_of[k] = waits ? RegularRows::waits : static_cast<std::uint32_t>(due.size());
      if (!waits) due.push_back(k);
    }
  }
  regular_.resize(due.size());
  for_each_index_at_home<set_grain>(workers_, due.size(), [&](std::size_t r) { set_regular(r, t); });
}

/// The corrector moves a body at once by what the extrapolated force was wrong over the whole step, and not its partner
/// alike. In the middle of a close passage that is work against a strong pull: of 1024 stars single steps took 5e-4 of
/// the energy of all.
bool AhmadCohen::regular_waits(const NeighbourBody& body, Tick t) const {
  const double pull2 = norm2(body.irregular.a);
  if (!is_in_passage(body.mass, pull2, waiting_depth)) return false;
  if (options_.hermite.steps == StepRule::fixed || norm2(body.regular.a) == 0) return false;
  const double late = std::max(0.0, (t - body.regular_end()).units());
  const int waits = static_cast<int>(NeighbourBody::waits_in_a_step * late / body.regular_level.units());
  return waits < longest_wait &&
         is_in_passage(body.mass, pull2, std::ldexp(waiting_depth, 2 * std::max(0, waits + 1 - patience)));
}

void AhmadCohen::set_regular(std::vector<std::size_t> active, Tick t) {
  regular_.resize(active.size());
  regular_.active = std::move(active);
  for (std::size_t r = 0; r < regular_.size(); ++r) set_regular(r, t);
}

void AhmadCohen::set_regular(std::size_t r, Tick t) {
  const Slot slot = active_slots_[regular_.active[r]];
  const NeighbourBody& body = bodies_.row[index(slot)];
  const auto at = body.predicted(t);
  regular_.slot[r] = slot;
  regular_.x[r] = at.x;
  regular_.v[r] = at.v;
  regular_.list_time[r] = longest_regular_step(body, t).units();
  const double radius = std::max(body.sphere, smallest_sphere(body.mass + largest_mass_, regular_.list_time[r]));
  regular_.sphere[r] = radius;
  regular_.radius2[r] = radius * radius;
}

/// Lists are made for the step to come, before the force is known that chooses it. So a step grows only where the
/// force before asked for it too: then lists look ahead just as far as the step goes, unless it has to shrink.
Level AhmadCohen::longest_regular_step(const NeighbourBody& body, Tick t) const {
  if (options_.hermite.steps == StepRule::fixed) return fixed_;
  return next_level(std::min(t, body.regular_end()), body.regular_level,
                    std::max(body.regular_wanted, body.regular_level.units()), largest_);
}

/// The force of all that are not listed, and the lists, in one pass.
Pending AhmadCohen::begin_regular(Tick t) {
  if (regular_.size() == 0) return {};
  write_sources();
  const ScopedSeconds timer(seconds_.force);
  return engine_.evaluate(*sources_, t,
                          {regular_.slot, regular_.x, regular_.v, regular_.radius2, {}, regular_.list_time},
                          options_.hermite.law, {.lists = true, .far_only = true, .list_rule = options_.list_rule},
                          {regular_.a, regular_.j, {}, {}, {}, &regular_.lists});
}

void AhmadCohen::end_regular(Pending& regular) {
  const ScopedSeconds timer(seconds_.force);
  regular.wait();
  if (!on_all_lists_.empty()) list_heavy_bodies();
}

/// With the regular force expressed for the old list (Nitadori & Aarseth 2012, eq. 13): with that for the new one the
/// scheme would be of first order.
void AhmadCohen::correct_regular(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  list_changes_.resize(static_cast<std::size_t>(workers_.count()));
  for (ListChange& change : list_changes_) change.make_room(size());
  for_each_index_of_worker<correct_grain>(workers_, regular_.size(), [&](std::size_t r, int worker) {
    bodies_.look_ahead(regular_.slot, r);
    ActiveRow& row = active_[regular_.active[r]];
    const NeighbourBody& body = bodies_.row[index(regular_.slot[r])];
    const std::span<const Slot> old_list = bodies_.list[index(regular_.slot[r])], list = regular_.lists.of(r);
    ListChange& change = list_changes_[static_cast<std::size_t>(worker)];
    change.find(old_list, list);
    const PartialForce moved = moved_between_sums(change, [&](std::span<const Slot> slots) {
      return irregular_force(slots, {regular_.x[r], regular_.v[r]}, t, t);
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
    // When everybody is a neighbour there is nothing to follow; the derivatives of what has just gone say nothing.
    const bool has_regular = norm2(regular.a) + norm2(regular.j) > 0;
    regular_.wanted_step[r] =
        has_regular ? aarseth_step(options_.eta_regular, regular.a, regular.j, end.snap, end.crackle) : no_limit;
    const bool moves_inwards = dot(row.x - cluster_.centre, row.v) < 0;
    regular_.sphere[r] = next_sphere(
        options_.sphere_rule,
        {regular_.sphere[r], list.size(), wanted_neighbours(body.mass), cluster_.mean_density, moves_inwards});
    // Derivatives are those of the old list. Where another one is another force, those of both parts count.
    const double changed = norm(moved.a);
    const bool is_another = changed > drastic_change * norm(regular.a);
    if (is_another) regular_.wanted_step[r] = std::min(regular_.wanted_step[r], row.wanted_step);
    regular_.higher[r] = has_regular && !is_another ? end : hermite4::HigherDerivatives{};
    if (changed > drastic_change * norm(row.irregular.a))
      row.wanted_step = std::min(row.wanted_step, regular_.wanted_step[r] / 8);
    const Vec3 all = (row.x + row.v) + (row.total.a + row.total.j);
    look_at(row, all.x + all.y + all.z);
  });
}

}  // namespace tucana
