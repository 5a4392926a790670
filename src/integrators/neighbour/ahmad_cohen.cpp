#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/hermite/step_failures.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies are sorted when there are leaves to spare.
constexpr std::size_t worth_sorting = 4 * ForceEngine::leaf_rows;

/// At multiples of this step. The order is lost within a small part of a crossing time: with 8, 16 and 32 sorts a time
/// unit about 54, 45 and 35 % of the leaves may hold neighbours (16384 bodies; from shares of time in profiles, not
/// counted), and these cost about half as much again as others. A sort is a matter of N, what it saves one of N^2.
constexpr Level sorting_level(std::size_t bodies) {
  return {Tick::log2_per_unit - 3 - (bodies >= 4096 ? 1 : 0) - (bodies >= 16384 ? 1 : 0)};
}

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t sum_grain = 16, store_grain = 64;

/// Steps of deep passages are not shortened below so many ticks.
constexpr double passage_ticks = 1024;

/// From one due slot in so many on, slots are put in order by bits of all slots.
constexpr std::size_t bits_a_due_slot = 256;

}  // namespace

AhmadCohen::AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.hermite.largest_step)),
      fixed_(Level::at_most(options.hermite.fixed_step)),
      in_double_(engine.precision() == Precision::fp64 || engine.precision() == Precision::extended),
      engine_(engine),
      workers_(workers),
      gather_(options.simd, std::max(largest_, fixed_)),
      sources_(engine.make_sources()) {
  TUCANA_EXPECT(options.hermite.steps != StepRule::shared);
}

void AhmadCohen::RegularRows::resize(std::size_t n) {
  active.resize(n);
  slot.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  for (auto* column : {&radius2, &list_time, &wanted_step, &sphere}) column->resize(n);
  higher.resize(n);
}

void AhmadCohen::take_all_bodies() {
  active_.resize(size());
  active_lists_.assign(bodies_.list.begin(), bodies_.list.end());
  for (std::size_t i = 0; i < size(); ++i) active_[i].slot = slot_at(i);
}

std::size_t AhmadCohen::wanted_neighbours(double mass) const {
  const std::size_t others = size() > 0 ? size() - 1 : 0;
  return std::min(others, neighbours_of_mass(wanted_of_mean_, mass / mean_mass_));
}

/// In the order of slots: bodies that stand together share neighbours in the cache.
void AhmadCohen::take_due() {
  const ScopedSeconds timer(seconds_.schedule);
  const auto due = schedule_.due();
  active_.resize(due.size());
  active_lists_.resize(due.size());
  std::size_t k = 0;
  const auto take = [&](Slot slot) {
    active_[k].slot = slot;
    active_lists_[k] = bodies_.list[index(slot)];
    ++k;
  };
  if (size() < worth_sorting) {
    for (const Slot slot : due) take(slot);
  } else if (due.size() * bits_a_due_slot < size()) {
    due_.assign(due.begin(), due.end());
    std::ranges::sort(due_);
    for (const Slot slot : due_) take(slot);
  } else {
    is_due_.resize(size());
    for (const Slot slot : due) is_due_.add(slot);
    is_due_.take(take);
  }
}

void AhmadCohen::step() {
  const Tick t = schedule_.next();
  take_due();
  select_regular(t);
  {
    // A device works on the regular forces while the host sums the irregular ones.
    Pending regular = begin_regular(t);
    step_irregular(t);
    end_regular(regular);
  }
  correct_regular(t);
  check_finite(t);
  if (options_.hermite.steps != StepRule::fixed) check_steps(t);
  // Whatever can fail is behind us: up to here bodies, schedule and counts are those of the block before.
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.regular_steps += regular_.size();
  std::uint64_t neighbours = 0;
  for (const auto list : active_lists_) neighbours += list.size();
  counts_.neighbours += neighbours;
  counts_.interactions += neighbours + regular_.size() * (size() - 1);
  store(t);
  const ScopedSeconds timer(seconds_.schedule);
  schedule_.advance();
  reschedule();
  if (active_.size() == size()) cluster_ = cluster_now();
  if (size() >= worth_sorting && sorting_level(size()).divides(t)) sort_bodies();
}

void AhmadCohen::predict(ActiveRow& row, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(row.slot)];
  row.h = (t - body.time).units();
  row.predicted = hermite4::predict(body.state(), row.h);
}

/// Prediction, force and corrector of the irregular part, in one go while a body is in the cache.
void AhmadCohen::step_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.irregular);
  for_each_index_at_home<sum_grain>(workers_, active_.size(), [&](std::size_t k) {
    ActiveRow& row = active_[k];
    if (k + 1 < active_.size()) look_ahead(k + 1);
    predict(row, t);
    row.irregular = irregular_force(k, t);
    correct_irregular(row, t);
  });
}

/// Memory is slower than the sums: what the next body needs is asked for in time.
void AhmadCohen::look_ahead(std::size_t k) const {
  const auto* body = reinterpret_cast<const char*>(&bodies_.row[index(active_[k].slot)]);
  for (std::size_t at = 0; at < sizeof(NeighbourBody); at += 64) __builtin_prefetch(body + at);
  const auto list = active_lists_[k];
  for (std::size_t at = 0; at < list.size(); at += 16) __builtin_prefetch(list.data() + at);
}

PartialForce AhmadCohen::irregular_force(std::size_t k, Tick t) const {
  const ActiveRow& row = active_[k];
  if (!in_double_) {
    const PartialForce sum = gather_.sum(active_lists_[k], row.predicted.x, row.predicted.v, t, options_.hermite.law);
    if (is_finite(sum.a) && is_finite(sum.j)) return sum;
  }
  // Also where two bodies are nearer to each other than float can say.
  return sum_over(active_lists_[k], row.predicted.x, row.predicted.v, t);
}

/// The regular part enters by its extrapolation. Forces are asked for where sources stand too, without the last two
/// terms of that.
void AhmadCohen::correct_irregular(ActiveRow& row, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(row.slot)];
  const double h = row.h;
  row.total = row.irregular + body.regular_at(t);
  row.corrected = row.predicted;
  if (h == 0) return;  // a peek at a body that is there already
  const HermiteState start{{}, {}, body.irregular.a, body.irregular.j};
  const auto higher = hermite4::interpolate(start, row.irregular.a, row.irregular.j, h);
  row.corrected = hermite4::correct(row.predicted, higher + body.regular_higher_at(body.time), h);
  // The whole acceleration, but the derivatives of the irregular part (Makino & Aarseth 1992).
  row.wanted_step = aarseth_step(options_.hermite.eta, row.total.a, row.irregular.j, higher.snap + h * higher.crackle,
                                 higher.crackle);
  const double speed = norm(row.corrected.v) + std::sqrt(cluster_.depth / 2);  // that of its neighbours is unknown
  const std::size_t neighbours = bodies_.list[index(row.slot)].size();
  row.wanted_step = std::min(row.wanted_step, neighbour_step_limit(body.sphere, neighbours, speed));
  shorten_deep_passage(row, body.mass);
  if (options_.hermite.velocity_limit > 0)
    row.wanted_step = std::min(row.wanted_step, velocity_step_limit(options_.hermite.velocity_limit, h, row.total.a,
                                                                    row.corrected.v, row.predicted.v));
}

/// Until pairs are regularized. A pull a by one body of mass m comes from a depth of m/r = sqrt(m a). Not down to the
/// shortest step that there is: a pair that leaves no room for accuracy may still pass with less.
void AhmadCohen::shorten_deep_passage(ActiveRow& row, double mass) const {
  const double depth2 = std::max(mass, mean_mass_) * norm(row.irregular.a), scale = cluster_.depth;
  if (!(scale > 0 && depth2 > scale * scale) || options_.hermite.steps == StepRule::fixed) return;
  const double shortest = std::min(row.wanted_step, passage_ticks / Tick::per_unit);
  row.wanted_step = std::max(shortest, row.wanted_step * deep_passage_factor(std::sqrt(depth2) / scale));
}

void AhmadCohen::select_regular(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  std::vector<std::size_t>& due = regular_.active;
  due.clear();
  for (std::size_t k = 0; k < active_.size(); ++k) {
    active_[k].regular = not_regular;
    if (regular_due_[index(active_[k].slot)] != t) continue;
    active_[k].regular = static_cast<std::uint32_t>(due.size());
    due.push_back(k);
  }
  regular_.resize(due.size());
  for_each_index_at_home<store_grain>(workers_, due.size(), [&](std::size_t r) {
    predict(active_[due[r]], t);
    set_regular(r, t);
  });
}

void AhmadCohen::set_regular(std::vector<std::size_t> active, Tick t) {
  regular_.resize(active.size());
  regular_.active = std::move(active);
  for (std::size_t r = 0; r < regular_.size(); ++r) set_regular(r, t);
}

void AhmadCohen::set_regular(std::size_t r, Tick t) {
  const ActiveRow& row = active_[regular_.active[r]];
  const NeighbourBody& body = bodies_.row[index(row.slot)];
  regular_.slot[r] = row.slot;
  regular_.x[r] = row.predicted.x;
  regular_.v[r] = row.predicted.v;
  regular_.radius2[r] = body.sphere * body.sphere;
  regular_.list_time[r] = longest_regular_step(body, t).units();
}

/// Lists are made for the step to come, before the force is known that chooses it. So a step grows only where the
/// force before asked for it too: then lists look ahead just as far as the step goes, unless it has to shrink.
Level AhmadCohen::longest_regular_step(const NeighbourBody& body, Tick t) const {
  if (options_.hermite.steps == StepRule::fixed) return fixed_;
  return next_level(t, body.regular_level, std::max(body.regular_wanted, body.regular_level.units()), largest_);
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
  for_each_index_at_home<sum_grain>(workers_, regular_.size(), [&](std::size_t r) {
    ActiveRow& row = active_[regular_.active[r]];
    const NeighbourBody& body = bodies_.row[index(row.slot)];
    const auto old_list = active_lists_[regular_.active[r]], list = regular_.lists.of(r);
    const PartialForce moved =
        moved_between_sums(old_list, list, [&](Slot slot) { return pull_of(slot, regular_.x[r], regular_.v[r], t); });
    const PartialForce regular = regular_.force(r), for_old_list = regular + moved;
    const double h = (t - body.regular_time).units();
    const HermiteState start{{}, {}, body.regular.a, body.regular.j};
    const auto higher = hermite4::interpolate(start, for_old_list.a, for_old_list.j, h);
    row.corrected = hermite4::correct(row.corrected, higher - body.regular_higher, h);
    const auto end = later(higher, h);
    row.irregular += moved;
    row.total = row.irregular + regular;
    // When everybody is a neighbour there is nothing to follow; the derivatives of what has just gone say nothing.
    const bool has_regular = norm2(regular.a) + norm2(regular.j) > 0;
    regular_.wanted_step[r] =
        has_regular ? aarseth_step(options_.eta_regular, regular.a, regular.j, end.snap, end.crackle) : no_limit;
    const bool moves_inwards = dot(row.corrected.x - cluster_.centre, row.corrected.v) < 0;
    regular_.sphere[r] = next_sphere(options_.sphere_rule, {body.sphere, list.size(), wanted_neighbours(body.mass),
                                                            cluster_.mean_density, moves_inwards});
    // Derivatives are those of the old list. Where another one is another force, those of both parts count.
    const double changed = norm(moved.a);
    const bool is_another = changed > drastic_change * norm(regular.a);
    if (is_another) regular_.wanted_step[r] = std::min(regular_.wanted_step[r], row.wanted_step);
    regular_.higher[r] = has_regular && !is_another ? end : hermite4::HigherDerivatives{};
    if (changed > drastic_change * norm(row.irregular.a))
      row.wanted_step = std::min(row.wanted_step, regular_.wanted_step[r] / 8);
  });
}

void AhmadCohen::check_finite(Tick t) {
  for (const ActiveRow& row : active_) {
    if (is_finite(row.total.a) && is_finite(row.total.j) && is_finite(row.corrected.x) && is_finite(row.corrected.v))
      continue;
    write_sources();
    report_non_finite(bodies_.id, *sources_, engine_, row.slot, row.predicted.x, row.predicted.v, t);
  }
}

void AhmadCohen::check_steps(Tick t) const {
  for (const ActiveRow& row : active_)
    if (row.wanted_step * Tick::per_unit < 1) report_short_step(bodies_.id[index(row.slot)], row.wanted_step, t);
}

void AhmadCohen::store(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index_at_home<store_grain>(workers_, active_.size(), [&](std::size_t k) {
    ActiveRow& row = active_[k];
    NeighbourBody& body = bodies_.row[index(row.slot)];
    body.x = row.corrected.x;
    body.v = row.corrected.v;
    body.irregular = row.irregular;
    body.time = t;
    if (row.regular != not_regular) store_regular(row, t);
    gather_from(row.slot);
    row.level = next_level_of(row, t);
  });
  for (const ActiveRow& row : active_) sources_lag(row.slot);
}

void AhmadCohen::store_regular(const ActiveRow& row, Tick t) {
  const std::size_t r = row.regular;
  NeighbourBody& body = bodies_.row[index(row.slot)];
  body.regular = regular_.force(r);
  body.regular_higher = regular_.higher[r];
  body.regular_time = t;
  body.regular_wanted = regular_.wanted_step[r];
  body.sphere = regular_.sphere[r];
  if (options_.hermite.steps != StepRule::fixed)
    body.regular_level =
        next_level(t, body.regular_level, regular_.wanted_step[r], Level::at_most(regular_.list_time[r]));
  const auto list = regular_.lists.of(r);
  bodies_.list[index(row.slot)].assign(list.begin(), list.end());
  regular_due_from(row.slot);
}

/// An irregular step is never longer than the regular one, so that every regular time is an irregular one too.
Level AhmadCohen::next_level_of(const ActiveRow& row, Tick t) const {
  const Level longest = bodies_.row[index(row.slot)].regular_level;
  if (options_.hermite.steps == StepRule::fixed)
    return std::min(Level::at_most(options_.hermite.fixed_step / options_.fixed_ratio), longest);
  return schedule_.holds(row.slot) ? next_level(t, schedule_.level(row.slot), row.wanted_step, longest)
                                   : first_level(t, row.wanted_step, longest);
}

void AhmadCohen::reschedule() {
  for (const ActiveRow& row : active_) schedule_.place(row.slot, row.level);
}

/// Where not all are at t with both their forces, every body takes a trial step there, irregular and regular.
void AhmadCohen::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  const std::size_t n = size();
  stars.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const NeighbourBody& body = bodies_.row[i];
    const std::size_t shown = bodies_.star_row[i];
    stars.id[shown] = bodies_.id[i];
    stars.radius[shown] = bodies_.radius[i];
    stars.mass[shown] = body.mass;
    stars.position[shown] = body.x;
    stars.velocity[shown] = body.v;
  }
  const auto is_there = [t](const NeighbourBody& body) { return body.time == t && body.regular_time == t; };
  if (std::ranges::all_of(bodies_.row, is_there)) return;
  take_all_bodies();
  step_irregular(t);
  std::vector<std::size_t> behind;
  for (std::size_t i = 0; i < n; ++i)
    if (bodies_.row[i].regular_time != t) behind.push_back(i);
  set_regular(std::move(behind), t);
  Pending regular = begin_regular(t);
  end_regular(regular);
  correct_regular(t);
  check_finite(t);
  for (std::size_t i = 0; i < n; ++i) {
    stars.position[bodies_.star_row[i]] = active_[i].corrected.x;
    stars.velocity[bodies_.star_row[i]] = active_[i].corrected.v;
  }
}

void AhmadCohen::describe(Archive& archive) {
  const Archive::Group group(archive, name());
  bodies_.describe(archive);
  {
    const Archive::Group schedule(archive, "schedule");
    schedule_.describe(archive);
  }
  cluster_.describe(archive);
  counts_.describe(archive);
  if (!archive.loading()) return;
  if (schedule_.size() != bodies_.size()) throw InputError("the checkpoint is damaged: bodies without a step");
  find_heavy_bodies();
  sources_lag_all();
}

}  // namespace tucana
