#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/for_each_index.h"
#include "tucana/integrators/hermite/hermite4_formulae.h"
#include "tucana/integrators/hermite/step_failures.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

AhmadCohen::AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.hermite.largest_step)),
      fixed_(Level::at_most(options.hermite.fixed_step)),
      engine_(engine),
      workers_(workers),
      sources_(engine.make_sources()) {
  TUCANA_EXPECT(options.hermite.steps != StepRule::shared);
}

void AhmadCohen::ActiveRows::resize(std::size_t n) {
  slot.resize(n);
  for (auto* column : {&h, &wanted_step, &mass}) column->resize(n);
  for (auto* column : {&predicted_x, &predicted_v, &x, &v, &a, &j}) column->resize(n);
  irregular.resize(n);
  time.resize(n);
}

void AhmadCohen::RegularRows::resize(std::size_t n) {
  active.resize(n);
  slot.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  for (auto* column : {&radius2, &list_time, &wanted_step, &sphere}) column->resize(n);
}

void AhmadCohen::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  take_all_bodies();
  write_all_sources();
  schedule_.clear(Tick{0});
  first_spheres();
  first_forces();
}

void AhmadCohen::take_all_bodies() {
  active_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) active_.slot[i] = slot_at(i);
}

void AhmadCohen::write_all_sources() {
  std::vector<Vec3> a(size()), j(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const PartialForce total = bodies_.total(i);
    a[i] = total.a;
    j[i] = total.j;
  }
  sources_->resize(size());
  sources_->write(active_.slot, {bodies_.mass, bodies_.x, bodies_.v, a, j, bodies_.time});
}

std::size_t AhmadCohen::wanted_neighbours() const {
  const std::size_t others = size() > 0 ? size() - 1 : 0;
  if (options_.wanted_neighbours > 0) return std::min(options_.wanted_neighbours, others);
  return std::min(others, static_cast<std::size_t>(std::pow(static_cast<double>(size()), 0.42)));
}

void AhmadCohen::step() {
  {
    const ScopedSeconds timer(seconds_.schedule);
    const auto due = schedule_.due();
    active_.resize(due.size());
    std::copy(due.begin(), due.end(), active_.slot.begin());
  }
  const Tick t = schedule_.next();
  predict(t);
  sum_irregular(t);
  correct_irregular();
  select_regular(t);
  if (regular_.size() > 0) {
    evaluate_regular(t);
    correct_regular(t);
  }
  finish_forces(t);
  check_finite(t);
  if (options_.hermite.steps != StepRule::fixed) check_steps(t);
  write_sources(t);
  // Whatever can fail is behind us: up to here columns, schedule and counts are those of the block before.
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.interactions += regular_.size() * (size() - 1);
  for (const Slot slot : active_.slot) counts_.interactions += bodies_.list[index(slot)].size();
  store(t);
  const ScopedSeconds timer(seconds_.schedule);
  schedule_.advance();
  reschedule(t);
}

void AhmadCohen::predict(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    const PartialForce total = bodies_.total(i);
    active_.h[k] = (t - bodies_.time[i]).units();
    const auto predicted = hermite4::predict({bodies_.x[i], bodies_.v[i], total.a, total.j}, active_.h[k]);
    active_.predicted_x[k] = predicted.x;
    active_.predicted_v[k] = predicted.v;
  });
}

PartialForce AhmadCohen::pull_of(std::size_t neighbour, const Vec3& x, const Vec3& v, Tick t) const {
  const PartialForce total = bodies_.total(neighbour);
  const double h = (t - bodies_.time[neighbour]).units();
  const auto there = hermite4::predict({bodies_.x[neighbour], bodies_.v[neighbour], total.a, total.j}, h);
  const Vec3 r = there.x - x, u = there.v - v;
  const double inverse_r2 = 1 / (norm2(r) + options_.hermite.law.eps2);
  const Vec3 a = (bodies_.mass[neighbour] * inverse_r2 * std::sqrt(inverse_r2)) * r;
  const double alpha = 3 * dot(r, u) * inverse_r2;
  return {a, (bodies_.mass[neighbour] * inverse_r2 * std::sqrt(inverse_r2)) * u - alpha * a};
}

PartialForce AhmadCohen::sum_over(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick t) const {
  PartialForce sum;
  for (const Slot slot : list) {
    const PartialForce pull = pull_of(index(slot), x, v, t);
    sum.a += pull.a;
    sum.j += pull.j;
  }
  return sum;
}

void AhmadCohen::sum_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.force);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    active_.irregular[k] =
        sum_over(bodies_.list[index(active_.slot[k])], active_.predicted_x[k], active_.predicted_v[k], t);
  });
}

/// The regular part enters by its extrapolation, which is in the prediction.
void AhmadCohen::correct_irregular() {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    active_.x[k] = active_.predicted_x[k];
    active_.v[k] = active_.predicted_v[k];
    const double h = active_.h[k];
    if (h == 0) return;  // a peek at a body that is there already
    const PartialForce& force = active_.irregular[k];
    const HermiteState start{{}, {}, bodies_.irregular_a[i], bodies_.irregular_j[i]};
    const auto higher = hermite4::interpolate(start, force.a, force.j, h);
    const auto corrected = hermite4::correct({active_.predicted_x[k], active_.predicted_v[k]}, higher, h);
    active_.x[k] = corrected.x;
    active_.v[k] = corrected.v;
    // The whole acceleration, but the derivatives of the irregular part (Makino & Aarseth 1992).
    const double s = (bodies_.time[i] - bodies_.regular_time[i]).units() + h;
    const Vec3 a = force.a + bodies_.regular_a[i] + s * bodies_.regular_j[i];
    active_.wanted_step[k] =
        aarseth_step(options_.hermite.eta, a, force.j, higher.snap + h * higher.crackle, higher.crackle);
  });
}

void AhmadCohen::select_regular(Tick t) {
  std::vector<std::size_t>& due = regular_.active;
  due.clear();
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::size_t i = index(active_.slot[k]);
    if (t == Tick{0} || bodies_.regular_time[i] + bodies_.regular_level[i].step() == t) due.push_back(k);
  }
  regular_.resize(due.size());
  for (std::size_t r = 0; r < due.size(); ++r) {
    const std::size_t k = due[r], i = index(active_.slot[k]);
    regular_.slot[r] = active_.slot[k];
    regular_.x[r] = active_.predicted_x[k];
    regular_.v[r] = active_.predicted_v[k];
    regular_.radius2[r] = bodies_.sphere[i] * bodies_.sphere[i];
    regular_.list_time[r] = t == Tick{0} ? 0 : bodies_.regular_level[i].units();
  }
}

/// The force of all that are not listed, and the lists, in one pass.
void AhmadCohen::evaluate_regular(Tick t) {
  const ScopedSeconds timer(seconds_.force);
  engine_
      .evaluate(*sources_, t, {regular_.slot, regular_.x, regular_.v, regular_.radius2, {}, regular_.list_time},
                options_.hermite.law, {.lists = true, .far_only = true, .list_rule = options_.list_rule},
                {regular_.a, regular_.j, {}, {}, {}, &regular_.lists})
      .wait();
}

/// What goes from the regular to the irregular sum when the list changes: the pulls of those gained less those of the
/// lost. Exactly zero for a list that does not change.
PartialForce AhmadCohen::moved_between_sums(std::span<const Slot> before, std::span<const Slot> after, const Vec3& x,
                                            const Vec3& v, Tick t) const {
  PartialForce moved;
  std::size_t b = 0, a = 0;
  while (b < before.size() || a < after.size()) {
    if (a == after.size() || (b < before.size() && before[b] < after[a])) {
      const PartialForce lost = pull_of(index(before[b++]), x, v, t);
      moved.a -= lost.a;
      moved.j -= lost.j;
    } else if (b == before.size() || after[a] < before[b]) {
      const PartialForce gained = pull_of(index(after[a++]), x, v, t);
      moved.a += gained.a;
      moved.j += gained.j;
    } else {
      ++a, ++b;
    }
  }
  return moved;
}

/// With the regular force expressed for the old list (Nitadori & Aarseth 2012, eq. 13): with that for the new one the
/// scheme would be of first order.
void AhmadCohen::correct_regular(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  const std::size_t wanted = wanted_neighbours();
  for_each_index(workers_, regular_.size(), [&](std::size_t r) {
    const std::size_t k = regular_.active[r], i = index(regular_.slot[r]);
    const auto list = regular_.lists.of(r);
    const PartialForce moved = moved_between_sums(bodies_.list[i], list, regular_.x[r], regular_.v[r], t);
    const double h = (t - bodies_.regular_time[i]).units();
    const HermiteState start{{}, {}, bodies_.regular_a[i], bodies_.regular_j[i]};
    const auto higher = hermite4::interpolate(start, regular_.a[r] + moved.a, regular_.j[r] + moved.j, h);
    const auto corrected = hermite4::correct({active_.x[k], active_.v[k]}, higher, h);
    active_.x[k] = corrected.x;
    active_.v[k] = corrected.v;
    active_.irregular[k].a += moved.a;
    active_.irregular[k].j += moved.j;
    // When everybody is a neighbour there is nothing to follow; the derivatives of what has just gone say nothing.
    const bool has_regular = norm2(regular_.a[r]) + norm2(regular_.j[r]) > 0;
    regular_.wanted_step[r] = has_regular ? aarseth_step(options_.eta_regular, regular_.a[r], regular_.j[r],
                                                         higher.snap + h * higher.crackle, higher.crackle)
                                          : no_limit;
    regular_.sphere[r] = next_sphere({bodies_.sphere[i], list.size(), wanted, dot(active_.x[k], active_.v[k]) < 0});
    // A force that jumps from an empty list has no derivatives yet.
    if (bodies_.list[i].empty() && !list.empty()) active_.wanted_step[k] = regular_.wanted_step[r] / 8;
  });
}

/// Acceleration and jerk of all sources, for the prediction of the bodies as sources.
void AhmadCohen::finish_forces(Tick t) {
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    const double s = (t - bodies_.regular_time[i]).units();
    active_.a[k] = active_.irregular[k].a + bodies_.regular_a[i] + s * bodies_.regular_j[i];
    active_.j[k] = active_.irregular[k].j + bodies_.regular_j[i];
  });
  for (std::size_t r = 0; r < regular_.size(); ++r) {
    const std::size_t k = regular_.active[r];
    active_.a[k] = active_.irregular[k].a + regular_.a[r];
    active_.j[k] = active_.irregular[k].j + regular_.j[r];
  }
}

void AhmadCohen::check_finite(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (is_finite(active_.a[k]) && is_finite(active_.j[k]) && is_finite(active_.x[k]) && is_finite(active_.v[k]))
      continue;
    report_non_finite(bodies_.id, *sources_, engine_, active_.slot[k], active_.predicted_x[k], active_.predicted_v[k],
                      t);
  }
}

void AhmadCohen::check_steps(Tick t) const {
  for (std::size_t k = 0; k < active_.size(); ++k)
    if (active_.wanted_step[k] * Tick::per_unit < 1)
      report_short_step(bodies_.id[index(active_.slot[k])], active_.wanted_step[k], t);
}

void AhmadCohen::write_sources(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    active_.mass[k] = bodies_.mass[index(active_.slot[k])];
    active_.time[k] = t;
  }
  sources_->write(active_.slot, {active_.mass, active_.x, active_.v, active_.a, active_.j, active_.time});
}

void AhmadCohen::store(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::size_t i = index(active_.slot[k]);
    bodies_.x[i] = active_.x[k];
    bodies_.v[i] = active_.v[k];
    bodies_.irregular_a[i] = active_.irregular[k].a;
    bodies_.irregular_j[i] = active_.irregular[k].j;
    bodies_.time[i] = t;
  }
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  for (std::size_t r = 0; r < regular_.size(); ++r) {
    const std::size_t i = index(regular_.slot[r]);
    bodies_.regular_a[i] = regular_.a[r];
    bodies_.regular_j[i] = regular_.j[r];
    bodies_.regular_time[i] = t;
    const auto list = regular_.lists.of(r);
    bodies_.list[i].assign(list.begin(), list.end());
    bodies_.sphere[i] = regular_.sphere[r];
    if (!is_fixed)
      bodies_.regular_level[i] = next_level(t, bodies_.regular_level[i], regular_.wanted_step[r], largest_);
  }
}

/// An irregular step is never longer than the regular one, so that every regular time is an irregular one too.
void AhmadCohen::reschedule(Tick t) {
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  const Level fixed_irregular = Level::at_most(options_.hermite.fixed_step / options_.fixed_ratio);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const Slot slot = active_.slot[k];
    const Level longest = bodies_.regular_level[index(slot)];
    Level level = fixed_irregular;
    if (!is_fixed)
      level = schedule_.holds(slot) ? next_level(t, schedule_.level(slot), active_.wanted_step[k], longest)
                                    : first_level(t, active_.wanted_step[k], longest);
    schedule_.place(slot, level.log2 < longest.log2 ? level : longest);
  }
}

/// Where not all are at t with both their forces, every body takes a trial step there, irregular and regular, with the
/// lists as they are.
void AhmadCohen::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  stars.id = bodies_.id;
  stars.mass = bodies_.mass;
  stars.radius = bodies_.radius;
  const auto is_there = [t](Tick own) { return own == t; };
  if (std::ranges::all_of(bodies_.time, is_there) && std::ranges::all_of(bodies_.regular_time, is_there)) {
    stars.position = bodies_.x;
    stars.velocity = bodies_.v;
    return;
  }
  take_all_bodies();
  predict(t);
  sum_irregular(t);
  correct_irregular();
  engine_
      .evaluate(*sources_, t, {active_.slot, active_.predicted_x, active_.predicted_v, {}}, options_.hermite.law, {},
                {active_.a, active_.j, {}, {}, {}, nullptr})
      .wait();
  for_each_index(workers_, size(), [&](std::size_t i) {
    const double h = (t - bodies_.regular_time[i]).units();
    if (h == 0) return;
    const HermiteState start{{}, {}, bodies_.regular_a[i], bodies_.regular_j[i]};
    const auto higher =
        hermite4::interpolate(start, active_.a[i] - active_.irregular[i].a, active_.j[i] - active_.irregular[i].j, h);
    const auto corrected = hermite4::correct({active_.x[i], active_.v[i]}, higher, h);
    active_.x[i] = corrected.x;
    active_.v[i] = corrected.v;
  });
  check_finite(t);
  stars.position = active_.x;
  stars.velocity = active_.v;
}

void AhmadCohen::describe(Archive& archive) {
  const Archive::Group group(archive, name());
  bodies_.describe(archive);
  {
    const Archive::Group schedule(archive, "schedule");
    schedule_.describe(archive);
  }
  counts_.describe(archive);
  if (!archive.loading()) return;
  if (schedule_.size() != bodies_.size()) throw InputError("the checkpoint is damaged: bodies without a step");
  take_all_bodies();
  write_all_sources();
}

}  // namespace tucana
