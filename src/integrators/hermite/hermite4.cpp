#include "tucana/integrators/hermite/hermite4.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/for_each_index.h"
#include "tucana/integrators/hermite/coincidence.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

Hermite4::Hermite4(const HermiteOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      engine_(engine),
      workers_(workers),
      sources_(engine.make_sources()) {}

void Hermite4::ActiveRows::resize(std::size_t n) {
  slot.resize(n);
  start.resize(n);
  h.resize(n);
  predicted.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  wanted_step.resize(n);
}

void Hermite4::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  sources_->resize(bodies_.size());
  active_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) active_.slot[i] = slot_at(i);
  row_buffer_.send(bodies_, active_.slot, *sources_);
  schedule_.clear(Tick{0});
  first_steps();
}

/// First forces, and steps from what they tell (step_criteria.h).
void Hermite4::first_steps() {
  const std::size_t n = bodies_.size();
  std::vector<double> potential(n), distance2(n);
  std::vector<Slot> nearest(n);
  {
    const ScopedSeconds timer(seconds_.force);
    engine_
        .evaluate(*sources_, Tick{0}, {active_.slot, bodies_.x, bodies_.v, {}}, options_.law,
                  {.potential = true, .nearest = true}, {active_.a, active_.j, potential, nearest, distance2, nullptr})
        .wait();
  }
  counts_.interactions += n * (n - 1);
  active_.x = bodies_.x;
  active_.v = bodies_.v;
  check_finite(active_, Tick{0});
  bodies_.a = active_.a;
  bodies_.j = active_.j;
  for (std::size_t i = 0; i < n; ++i) {
    FirstStepInput body{bodies_.a[i], bodies_.j[i], potential[i], distance2[i] + options_.law.eps2, 0};
    if (nearest[i] != no_slot) body.nearest_pair_mass = bodies_.mass[i] + bodies_.mass[index(nearest[i])];
    active_.wanted_step[i] = first_step(options_.eta_start, body);
  }
  row_buffer_.send(bodies_, active_.slot, *sources_);
  reschedule(active_, Tick{0});
}

void Hermite4::step() {
  Tick t;
  {
    const ScopedSeconds timer(seconds_.schedule);
    const auto due = schedule_.advance();
    t = schedule_.now();
    active_.resize(due.size());
    std::copy(due.begin(), due.end(), active_.slot.begin());
  }
  predict(active_, t);
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    // From the second pass on the active bodies pull from their corrected places: without this the
    // repeated scheme would not become time-symmetric.
    if (iteration > 0) store(active_, t);
    evaluate(active_, t);
    check_finite(active_, t);
    correct(active_);
  }
  store(active_, t);
  const ScopedSeconds timer(seconds_.schedule);
  reschedule(active_, t);
  counts_.steps += active_.size();
  counts_.blocks += 1;
}

void Hermite4::predict(ActiveRows& rows, Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  for_each_index(workers_, rows.size(), [&](std::size_t k) {
    const std::size_t i = index(rows.slot[k]);
    rows.start[k] = bodies_.state(i);
    rows.h[k] = (t - bodies_.time[i]).units();
    rows.predicted[k] = hermite4::predict(rows.start[k], rows.h[k]);
    rows.x[k] = rows.predicted[k].x;
    rows.v[k] = rows.predicted[k].v;
  });
}

void Hermite4::evaluate(ActiveRows& rows, Tick t) {
  const ScopedSeconds timer(seconds_.force);
  engine_
      .evaluate(*sources_, t, {rows.slot, rows.x, rows.v, {}}, options_.law, {}, {rows.a, rows.j, {}, {}, {}, nullptr})
      .wait();
  counts_.interactions += rows.size() * (bodies_.size() - 1);
}

void Hermite4::correct(ActiveRows& rows) {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index(workers_, rows.size(), [&](std::size_t k) {
    const double h = rows.h[k];
    if (h == 0) return;  // a peek at a body that is there already
    const auto higher = hermite4::interpolate(rows.start[k], rows.a[k], rows.j[k], h);
    const auto corrected = hermite4::correct(rows.predicted[k], higher, h);
    rows.x[k] = corrected.x;
    rows.v[k] = corrected.v;
    rows.wanted_step[k] = wanted_step(rows, k);
  });
}

double Hermite4::wanted_step(const ActiveRows& rows, std::size_t k) const {
  const double h = rows.h[k];
  const auto higher = hermite4::interpolate(rows.start[k], rows.a[k], rows.j[k], h);
  const Vec3 snap_at_end = higher.snap + h * higher.crackle;
  double dt = aarseth_step(options_.eta, rows.a[k], rows.j[k], snap_at_end, higher.crackle);
  if (options_.velocity_limit > 0) {
    dt = std::min(dt, velocity_step_limit(options_.velocity_limit, h, rows.a[k], rows.v[k], rows.predicted[k].v));
  }
  return dt;
}

void Hermite4::store(const ActiveRows& rows, Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index(workers_, rows.size(), [&](std::size_t k) {
    const std::size_t i = index(rows.slot[k]);
    bodies_.x[i] = rows.x[k];
    bodies_.v[i] = rows.v[k];
    bodies_.a[i] = rows.a[k];
    bodies_.j[i] = rows.j[k];
    bodies_.time[i] = t;
  });
  row_buffer_.send(bodies_, rows.slot, *sources_);
}

void Hermite4::reschedule(const ActiveRows& rows, Tick t) {
  if (options_.steps == StepRule::fixed) {
    for (const Slot slot : rows.slot) schedule_.place(slot, fixed_);
    return;
  }
  const auto level_for = [&](Slot slot, double wanted) {
    return schedule_.holds(slot) ? next_level(t, schedule_.level(slot), wanted, largest_)
                                 : first_level(t, wanted, largest_);
  };
  for (std::size_t k = 0; k < rows.size(); ++k) check_step(rows, k, t);
  if (options_.steps == StepRule::shared) {
    const double shortest = *std::min_element(rows.wanted_step.begin(), rows.wanted_step.end());
    const Level common = level_for(rows.slot[0], shortest);
    for (const Slot slot : rows.slot) schedule_.place(slot, common);
    return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    schedule_.place(rows.slot[k], level_for(rows.slot[k], rows.wanted_step[k]));
  }
}

void Hermite4::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  const std::size_t n = bodies_.size();
  stars.id = bodies_.id;
  stars.mass = bodies_.mass;
  stars.radius = bodies_.radius;
  const bool all_there = std::all_of(bodies_.time.begin(), bodies_.time.end(), [t](Tick own) { return own == t; });
  if (all_there) {
    stars.position = bodies_.x;
    stars.velocity = bodies_.v;
    return;
  }
  const IntegratorCounts counts_of_the_run = counts_;
  active_.resize(n);
  for (std::size_t i = 0; i < n; ++i) active_.slot[i] = slot_at(i);
  predict(active_, t);
  evaluate(active_, t);
  check_finite(active_, t);
  correct(active_);
  stars.position = active_.x;
  stars.velocity = active_.v;
  counts_ = counts_of_the_run;
}

void Hermite4::check_finite(const ActiveRows& rows, Tick t) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (is_finite(rows.a[k]) && is_finite(rows.j[k]) && is_finite(rows.x[k]) && is_finite(rows.v[k])) continue;
    report_non_finite(bodies_, *sources_, engine_, rows.slot[k], rows.x[k], rows.v[k], t);
  }
}

void Hermite4::check_step(const ActiveRows& rows, std::size_t k, Tick t) const {
  if (rows.wanted_step[k] * Tick::per_unit >= 1) return;
  throw FailureError(fmt::format(
      "star {} needs a step of {:.2g} at t = {:.12g}, below the shortest possible of 2^-{} = {:.2g}: a pair is too "
      "close for this integrator; give gravity.softening, or a larger integrator.eta",
      value(bodies_.id[index(rows.slot[k])]), rows.wanted_step[k], t.units(), Tick::log2_per_unit, Tick{1}.units()));
}

void Hermite4::describe(Archive& archive) {
  const Archive::Group group(archive, "hermite4");
  bodies_.describe(archive);
  {
    const Archive::Group schedule(archive, "schedule");
    schedule_.describe(archive);
  }
  counts_.describe(archive);
  if (!archive.loading()) return;
  active_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) active_.slot[i] = slot_at(i);
  sources_->resize(bodies_.size());
  row_buffer_.send(bodies_, active_.slot, *sources_);
}

}  // namespace tucana
