#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/for_each_index.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/hermite/step_failures.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies are sorted when there are leaves to spare, where all stand at a multiple of this step.
constexpr std::size_t worth_sorting = 4 * ForceEngine::leaf_rows;
constexpr Level sorting_level{Tick::log2_per_unit - 3};

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t grain = 64;

}  // namespace

AhmadCohen::AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.hermite.largest_step)),
      fixed_(Level::at_most(options.hermite.fixed_step)),
      in_double_(engine.precision() == Precision::fp64 || engine.precision() == Precision::extended),
      engine_(engine),
      workers_(workers),
      gather_(options.simd, workers),
      sources_(engine.make_sources()) {
  TUCANA_EXPECT(options.hermite.steps != StepRule::shared);
}

void AhmadCohen::RegularRows::resize(std::size_t n) {
  active.resize(n);
  slot.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  for (auto* column : {&radius2, &list_time, &wanted_step, &sphere}) column->resize(n);
}

void AhmadCohen::take_all_bodies() {
  active_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) active_[i].slot = slot_at(i);
}

std::size_t AhmadCohen::wanted_neighbours(double mass) const {
  const std::size_t others = size() > 0 ? size() - 1 : 0;
  return std::min(others, neighbours_of_mass(wanted_of_mean_, mass / mean_mass_));
}

void AhmadCohen::step() {
  {
    const ScopedSeconds timer(seconds_.schedule);
    const auto due = schedule_.due();
    active_.resize(due.size());
    due_.assign(due.begin(), due.end());
    if (size() >= worth_sorting) std::ranges::sort(due_);  // bodies that stand together share neighbours in the cache
    for (std::size_t k = 0; k < due_.size(); ++k) active_[k].slot = due_[k];
  }
  const Tick t = schedule_.next();
  predict(t);
  select_regular();
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
  reschedule(t);
  if (active_.size() < size()) return;
  cluster_ = cluster_now();
  if (size() >= worth_sorting && sorting_level.divides(t)) sort_bodies();
}

/// The active bodies, in double, and the neighbours of them all.
void AhmadCohen::predict(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  active_lists_.resize(active_.size());
  for_each_index<grain>(workers_, active_.size(), [&](std::size_t k) {
    ActiveRow& row = active_[k];
    const NeighbourBody& body = bodies_.row[index(row.slot)];
    row.h = (t - body.time).units();
    row.predicted = hermite4::predict(body.state(), row.h);
    row.is_regular = body.regular_time + body.regular_level.step() == t;
    active_lists_[k] = bodies_.list[index(row.slot)];
  });
  if (!in_double_) gather_.predict(t, active_lists_);
}

/// Force and corrector of the irregular part, in one go while a body is in the cache.
void AhmadCohen::step_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.irregular);
  for_each_index<grain>(workers_, active_.size(), [&](std::size_t k) {
    active_[k].irregular = irregular_force(k, t);
    correct_irregular(active_[k], t);
  });
}

PartialForce AhmadCohen::irregular_force(std::size_t k, Tick t) const {
  const ActiveRow& row = active_[k];
  if (!in_double_) {
    const PartialForce sum = gather_.sum(active_lists_[k], row.predicted.x, row.predicted.v, options_.hermite.law);
    if (is_finite(sum.a) && is_finite(sum.j)) return sum;
  }
  // Also where two bodies are nearer to each other than float can say.
  return sum_over(active_lists_[k], row.predicted.x, row.predicted.v, t);
}

/// The regular part enters by its extrapolation, which is in the prediction.
void AhmadCohen::correct_irregular(ActiveRow& row, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(row.slot)];
  const double h = row.h;
  row.total = row.irregular + body.regular_at(t);
  row.corrected = row.predicted;
  if (h == 0) return;  // a peek at a body that is there already
  const HermiteState start{{}, {}, body.irregular.a, body.irregular.j};
  const auto higher = hermite4::interpolate(start, row.irregular.a, row.irregular.j, h);
  row.corrected = hermite4::correct(row.predicted, higher, h);
  // The whole acceleration, but the derivatives of the irregular part (Makino & Aarseth 1992).
  row.wanted_step = aarseth_step(options_.hermite.eta, row.total.a, row.irregular.j, higher.snap + h * higher.crackle,
                                 higher.crackle);
  if (options_.hermite.velocity_limit > 0)
    row.wanted_step = std::min(row.wanted_step, velocity_step_limit(options_.hermite.velocity_limit, h, row.total.a,
                                                                    row.corrected.v, row.predicted.v));
}

void AhmadCohen::select_regular() {
  std::vector<std::size_t> due;
  for (std::size_t k = 0; k < active_.size(); ++k)
    if (active_[k].is_regular) due.push_back(k);
  set_regular(std::move(due));
}

void AhmadCohen::set_regular(std::vector<std::size_t> active) {
  regular_.resize(active.size());
  regular_.active = std::move(active);
  for (std::size_t r = 0; r < regular_.size(); ++r) {
    const ActiveRow& row = active_[regular_.active[r]];
    const NeighbourBody& body = bodies_.row[index(row.slot)];
    regular_.slot[r] = row.slot;
    regular_.x[r] = row.predicted.x;
    regular_.v[r] = row.predicted.v;
    regular_.radius2[r] = body.sphere * body.sphere;
    regular_.list_time[r] = body.regular_level.units();
  }
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
  for_each_index<grain>(workers_, regular_.size(), [&](std::size_t r) {
    ActiveRow& row = active_[regular_.active[r]];
    const NeighbourBody& body = bodies_.row[index(row.slot)];
    const auto old_list = active_lists_[regular_.active[r]], list = regular_.lists.of(r);
    const PartialForce moved =
        moved_between_sums(old_list, list, [&](Slot slot) { return pull_of(slot, regular_.x[r], regular_.v[r], t); });
    const PartialForce regular = regular_.force(r), for_old_list = regular + moved;
    const double h = (t - body.regular_time).units();
    const HermiteState start{{}, {}, body.regular.a, body.regular.j};
    const auto higher = hermite4::interpolate(start, for_old_list.a, for_old_list.j, h);
    row.corrected = hermite4::correct(row.corrected, higher, h);
    row.irregular += moved;
    row.total = row.irregular + regular;
    // When everybody is a neighbour there is nothing to follow; the derivatives of what has just gone say nothing.
    const bool has_regular = norm2(regular.a) + norm2(regular.j) > 0;
    regular_.wanted_step[r] = has_regular ? aarseth_step(options_.eta_regular, regular.a, regular.j,
                                                         higher.snap + h * higher.crackle, higher.crackle)
                                          : no_limit;
    const bool moves_inwards = dot(row.corrected.x - cluster_.centre, row.corrected.v) < 0;
    regular_.sphere[r] = next_sphere(options_.sphere_rule, {body.sphere, list.size(), wanted_neighbours(body.mass),
                                                            cluster_.mean_density, moves_inwards});
    // Derivatives are those of the old list. Where another one is another force, those of both parts count.
    const double changed = norm(moved.a);
    if (changed > drastic_change * norm(regular.a))
      regular_.wanted_step[r] = std::min(regular_.wanted_step[r], row.wanted_step);
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
  store_regular(t);
  for_each_index<grain>(workers_, active_.size(), [&](std::size_t k) {
    const ActiveRow& row = active_[k];
    NeighbourBody& body = bodies_.row[index(row.slot)];
    body.x = row.corrected.x;
    body.v = row.corrected.v;
    body.irregular = row.irregular;
    body.time = t;
    gather_from(row.slot);
  });
  for (const ActiveRow& row : active_) sources_lag(row.slot);
}

void AhmadCohen::store_regular(Tick t) {
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  for_each_index<grain>(workers_, regular_.size(), [&](std::size_t r) {
    NeighbourBody& body = bodies_.row[index(regular_.slot[r])];
    body.regular = regular_.force(r);
    body.regular_time = t;
    body.sphere = regular_.sphere[r];
    if (!is_fixed) body.regular_level = next_level(t, body.regular_level, regular_.wanted_step[r], largest_);
    const auto list = regular_.lists.of(r);
    bodies_.list[index(regular_.slot[r])].assign(list.begin(), list.end());
  });
}

/// An irregular step is never longer than the regular one, so that every regular time is an irregular one too.
void AhmadCohen::reschedule(Tick t) {
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  const Level fixed_irregular = Level::at_most(options_.hermite.fixed_step / options_.fixed_ratio);
  for (const ActiveRow& row : active_) {
    const Level longest = bodies_.row[index(row.slot)].regular_level;
    Level level = fixed_irregular;
    if (!is_fixed)
      level = schedule_.holds(row.slot) ? next_level(t, schedule_.level(row.slot), row.wanted_step, longest)
                                        : first_level(t, row.wanted_step, longest);
    schedule_.place(row.slot, level.log2 < longest.log2 ? level : longest);
  }
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
  predict(t);
  step_irregular(t);
  std::vector<std::size_t> behind;
  for (std::size_t i = 0; i < n; ++i)
    if (bodies_.row[i].regular_time != t) behind.push_back(i);
  set_regular(std::move(behind));
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
