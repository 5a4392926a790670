#include "tucana/integrators/hermite/block_hermite.h"

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/step_failures.h"

namespace tucana {

template <class Scheme>
BlockHermite<Scheme>::BlockHermite(const HermiteOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      together_(options.steps == StepRule::fixed ? fixed_ : largest_),
      engine_(engine),
      workers_(workers),
      sources_(engine.make_sources(Scheme::prediction)) {}

template <class Scheme>
void BlockHermite<Scheme>::ActiveRows::resize(std::size_t n) {
  slot.resize(n);
  for (auto* column : {&h, &wanted_step, &mass}) column->resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  if constexpr (has_snap) {
    for (auto* column : {&s, &c, &expected_a}) column->resize(n);
  }
  time.resize(n);
}

template <class Scheme>
void BlockHermite<Scheme>::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  take_all_bodies();
  write_all_sources();
  schedule_.clear(Tick{0});
  first_steps();
}

template <class Scheme>
void BlockHermite<Scheme>::take_all_bodies() {
  active_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) active_.slot[i] = slot_at(i);
}

template <class Scheme>
void BlockHermite<Scheme>::write_all_sources() {
  engine_.set_frame(bodies_.frame);
  sources_->resize(bodies_.size());
  sources_->write(active_.slot, bodies_.rows());
}

template <class Scheme>
void BlockHermite<Scheme>::first_forces(std::vector<double>& potential, std::vector<Slot>& nearest,
                                        std::vector<double>& distance2) {
  const ScopedSeconds timer(seconds_.force);
  engine_
      .evaluate(*sources_, Tick{0}, {active_.slot, bodies_.x, bodies_.v, {}}, options_.law,
                {.potential = true, .nearest = true}, {active_.a, active_.j, potential, nearest, distance2, nullptr})
      .wait();
  counts_.interactions += bodies_.size() * (bodies_.size() - 1);
  active_.x = bodies_.x;
  active_.v = bodies_.v;
  check_finite(Tick{0});
  bodies_.a = active_.a;
  bodies_.j = active_.j;
}

/// A second pass, with the accelerations of the first. The first crackle is set to zero, which makes the first step, a
/// short one, of 5th order.
template <class Scheme>
void BlockHermite<Scheme>::first_snaps() {
  write_all_sources();
  active_.expected_a = bodies_.a;
  evaluate(Tick{0});
  counts_.interactions += bodies_.size() * (bodies_.size() - 1);
  check_finite(Tick{0});
  bodies_.s = active_.s;
}

/// Steps from the first forces (step_criteria.h).
template <class Scheme>
void BlockHermite<Scheme>::first_steps() {
  const std::size_t n = bodies_.size();
  std::vector<double> potential(n), distance2(n);
  std::vector<Slot> nearest(n);
  first_forces(potential, nearest, distance2);
  for (std::size_t i = 0; i < n; ++i) {
    FirstStepInput body{bodies_.a[i], bodies_.j[i], potential[i], distance2[i] + options_.law.eps2, 0};
    if (nearest[i] != no_slot) body.nearest_pair_mass = bodies_.mass[i] + bodies_.mass[index(nearest[i])];
    active_.wanted_step[i] = first_step(options_.eta_start, body);
  }
  if (options_.steps != StepRule::fixed) check_steps(Tick{0});
  if constexpr (has_snap) first_snaps();
  write_all_sources();
  reschedule(Tick{0});
}

template <class Scheme>
void BlockHermite<Scheme>::step() {
  {
    const ScopedSeconds timer(seconds_.schedule);
    const auto due = schedule_.due();
    active_.resize(due.size());
    std::copy(due.begin(), due.end(), active_.slot.begin());
  }
  const Tick t = schedule_.next();
  predict(t);
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    // From the second pass on, active bodies act as sources at their corrected positions: otherwise the iterated scheme
    // would not become time-symmetric.
    if (iteration > 0) {
      write_sources(t);
      if constexpr (has_snap) active_.expected_a = active_.a;
    }
    evaluate(t);
    check_finite(t);
    correct();
  }
  if (options_.steps != StepRule::fixed) check_steps(t);
  write_sources(t);
  // Nothing below can fail: up to here columns, schedule and counts are those of the previous block.
  store(t);
  const ScopedSeconds timer(seconds_.schedule);
  schedule_.advance();
  reschedule(t);
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.interactions += static_cast<std::uint64_t>(options_.iterations) * active_.size() * (bodies_.size() - 1);
  if (active_.size() == bodies_.size() && together_.divides(t) && bodies_.move_frame(t)) {
    take_all_bodies();
    write_all_sources();
  }
}

template <class Scheme>
void BlockHermite<Scheme>::predict(Tick t) {
  const ScopedSeconds timer(seconds_.predict);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    active_.h[k] = (t - bodies_.time[i]).units();
    const HermitePrediction predicted = Scheme::predict(bodies_.state(i), active_.h[k]);
    active_.x[k] = predicted.x;
    active_.v[k] = predicted.v;
    if constexpr (has_snap) active_.expected_a[k] = predicted.a;
  });
}

template <class Scheme>
void BlockHermite<Scheme>::evaluate(Tick t) {
  const ScopedSeconds timer(seconds_.force);
  engine_
      .evaluate(*sources_, t, {active_.slot, active_.x, active_.v, {}, active_.expected_a}, options_.law,
                {.snap = has_snap}, {active_.a, active_.j, {}, {}, {}, nullptr, active_.s})
      .wait();
}

template <class Scheme>
void BlockHermite<Scheme>::correct() {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index(workers_, active_.size(), [&](std::size_t k) { correct_row(k); });
}

template <class Scheme>
void BlockHermite<Scheme>::correct_row(std::size_t k) {
  const double h = active_.h[k];
  if (h == 0) return;  // a peek at a body that is already there
  HermiteForce force{active_.a[k], active_.j[k]};
  if constexpr (has_snap) force.s = active_.s[k];
  const HermiteStep step =
      Scheme::correct(bodies_.state(index(active_.slot[k])), force, h, options_, engine_.precision());
  active_.x[k] = step.end.x;
  active_.v[k] = step.end.v;
  if constexpr (has_snap) active_.c[k] = step.end.c;
  active_.wanted_step[k] = step.wanted_step;
}

template <class Scheme>
void BlockHermite<Scheme>::write_sources(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    active_.mass[k] = bodies_.mass[index(active_.slot[k])];
    active_.time[k] = t;
  }
  sources_->write(active_.slot,
                  {active_.mass, active_.x, active_.v, active_.a, active_.j, active_.time, active_.s, active_.c});
}

template <class Scheme>
void BlockHermite<Scheme>::store(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    bodies_.x[i] = active_.x[k];
    bodies_.v[i] = active_.v[k];
    bodies_.a[i] = active_.a[k];
    bodies_.j[i] = active_.j[k];
    if constexpr (has_snap) {
      bodies_.s[i] = active_.s[k];
      bodies_.c[i] = active_.c[k];
    }
    bodies_.time[i] = t;
  });
}

template <class Scheme>
void BlockHermite<Scheme>::reschedule(Tick t) {
  if (options_.steps == StepRule::fixed) {
    for (const Slot slot : active_.slot) schedule_.place(slot, fixed_);
    return;
  }
  const auto level_for = [&](Slot slot, double wanted) {
    return schedule_.holds(slot) ? next_level(t, schedule_.level(slot), wanted, largest_)
                                 : first_level(t, wanted, largest_);
  };
  if (options_.steps == StepRule::shared) {
    const double shortest = *std::min_element(active_.wanted_step.begin(), active_.wanted_step.end());
    const Level common = level_for(active_.slot[0], shortest);
    for (const Slot slot : active_.slot) schedule_.place(slot, common);
    return;
  }
  for (std::size_t k = 0; k < active_.size(); ++k) {
    schedule_.place(active_.slot[k], level_for(active_.slot[k], active_.wanted_step[k]));
  }
}

template <class Scheme>
void BlockHermite<Scheme>::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  stars.id = bodies_.id;
  stars.mass = bodies_.mass;
  stars.radius = bodies_.radius;
  const bool all_there = std::all_of(bodies_.time.begin(), bodies_.time.end(), [t](Tick own) { return own == t; });
  if (all_there) {
    stars.position = bodies_.x;
    stars.velocity = bodies_.v;
    return bodies_.frame.leave(stars, t);
  }
  take_all_bodies();
  predict(t);
  evaluate(t);
  check_finite(t);
  correct();
  stars.position = active_.x;
  stars.velocity = active_.v;
  bodies_.frame.leave(stars, t);
}

template <class Scheme>
void BlockHermite<Scheme>::check_finite(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    bool finite =
        is_finite(active_.a[k]) && is_finite(active_.j[k]) && is_finite(active_.x[k]) && is_finite(active_.v[k]);
    if constexpr (has_snap) finite = finite && is_finite(active_.s[k]);
    if (finite) continue;
    report_non_finite(bodies_.id, *sources_, engine_, active_.slot[k], active_.x[k], active_.v[k], t,
                      bodies_.frame.origin(t));
  }
}

template <class Scheme>
void BlockHermite<Scheme>::check_steps(Tick t) const {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (active_.wanted_step[k] * Tick::per_unit >= 1) continue;
    report_short_step(bodies_.id, *sources_, engine_, active_.slot[k], active_.x[k], active_.v[k],
                      active_.wanted_step[k], t, bodies_.frame.velocity());
  }
}

template <class Scheme>
void BlockHermite<Scheme>::describe(Archive& archive) {
  const Archive::Group group(archive, std::string(Scheme::name));
  bodies_.describe(archive);
  {
    const Archive::Group schedule(archive, "schedule");
    schedule_.describe(archive, bodies_.size());
  }
  counts_.describe(archive);
  if (!archive.loading()) return;
  if (!schedule_.holds_all(bodies_.size())) throw InputError("the checkpoint is damaged: bodies without a step");
  bodies_.check_times(schedule_.now());
  take_all_bodies();
  write_all_sources();
}

template class BlockHermite<Hermite4Scheme>;
template class BlockHermite<Hermite6Scheme>;

}  // namespace tucana
