#include "tucana/integrators/hermite/block_hermite.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/hermite/block_hermite_change-inl.h"
#include "tucana/integrators/hermite/block_hermite_start-inl.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {

template <class Scheme>
BlockHermite<Scheme>::BlockHermite(const HermiteOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      together_(options.steps == StepRule::fixed ? fixed_ : largest_),
      engine_(engine),
      workers_(workers),
      sources_(engine.make_sources(Scheme::prediction)),
      changes_(options.law, "best", workers) {}

template <class Scheme>
void BlockHermite<Scheme>::step() {
  {
    const ScopedSeconds timer(seconds_.schedule);
    due_.take(schedule_, bodies_.size(), active_.slot);
    active_.fit();
  }
  const Tick t = schedule_.next();
  if (subsystems_) {
    const ScopedSeconds timer(seconds_.subsystem);
    subsystems_->advance(t, active_.slot, Predicted(bodies_), workers_);
  }
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
  if (!has_fixed_steps()) check_steps(t);
  write_sources(t);
  // Nothing below can fail: up to here columns, schedule and counts are those of the previous block.
  store(t);
  if (subsystems_) subsystems_->commit();
  {
    const ScopedSeconds timer(seconds_.schedule);
    schedule_.advance();
    reschedule(t);
  }
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.interactions += static_cast<std::uint64_t>(options_.iterations) * active_.size() * others();
  const bool are_together = active_.size() == bodies_.body_count() && together_.divides(t);
  if (contacts_.is_on()) search_contacts(t);
  if (subsystems_) settle_subsystems(t);
  if (are_together && bodies_.move_frame(t)) write_all_sources();
  if (subsystems_ && are_together) find_scale();
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
  add_differences(t);
}

/// What sums over centres of mass lack.
template <class Scheme>
void BlockHermite<Scheme>::add_differences(Tick t) {
  if (!subsystems_ || subsystems_->empty()) return;
  const Predicted around(bodies_);
  for_each_index<16>(workers_, active_.size(), [&](std::size_t k) {
    const Slot slot = active_.slot[k];
    if (!subsystems_->concern(slot)) return;
    const double mass = bodies_.mass[index(slot)];
    PartialForce more;
    if constexpr (has_snap) {
      const BodyOnPath target{mass, active_.x[k], active_.v[k], active_.expected_a[k], {}};
      const ForceSeries series = subsystems_->difference_on_path(slot, target, t, around);
      active_.s[k] += series.s;
      more = series;
    } else {
      more = subsystems_->difference_on(slot, {mass, active_.x[k], active_.v[k]}, t, around);
    }
    active_.a[k] += more.a;
    active_.j[k] += more.j;
  });
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
  if (has_fixed_steps()) {
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
    double wanted = active_.wanted_step[k];
    if (!fast_bodies_.empty())
      wanted = std::min(wanted, fast_bodies_.longest_step(active_.x[k], active_.v[k], bodies_.frame, t));
    schedule_.place(active_.slot[k], level_for(active_.slot[k], wanted));
  }
  fast_bodies_.forget_distant(t, largest_.units());
}

template <class Scheme>
void BlockHermite<Scheme>::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  active_.take(bodies_.slots.bodies());
  if (subsystems_) subsystems_->advance(t, active_.slot, Predicted(bodies_), workers_);
  predict(t);
  if (!bodies_.all_at(t)) {
    evaluate(t);
    check_finite(t);
    correct();
  }
  if (subsystems_) subsystems_->show(t, active_.slot, Predicted(bodies_), workers_);
  bodies_.show(active_.slot, active_.x, active_.v, t, subsystems(), stars);
}

template <class Scheme>
void BlockHermite<Scheme>::check_finite(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    bool finite =
        is_finite(active_.a[k]) && is_finite(active_.j[k]) && is_finite(active_.x[k]) && is_finite(active_.v[k]);
    if constexpr (has_snap) finite = finite && is_finite(active_.s[k]);
    if (finite) continue;
    report_non_finite(bodies_.slots, *sources_, engine_, active_.slot[k], active_.x[k], active_.v[k], t,
                      bodies_.frame.origin(t));
  }
}

template <class Scheme>
void BlockHermite<Scheme>::check_steps(Tick t) const {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (active_.wanted_step[k] * Tick::per_unit >= 1) continue;
    report_short_step(bodies_.slots, *sources_, engine_, active_.slot[k], active_.x[k], active_.v[k],
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
  if (subsystems_) {
    subsystems_->describe(archive, bodies_.size());
    changes_.events().describe(archive);
    cluster_.describe(archive);
    fast_bodies_.describe(archive);
    archive.field("max_mass", max_mass_);
  }
  if (!archive.loading()) return;
  contacts_.forget_radii();
  if (!schedule_.holds_exactly(bodies_.slots.bodies()))
    throw InputError("the checkpoint is damaged: bodies without a step");
  bodies_.check_times(schedule_.now());
  check_loaded(subsystems_.has_value() || !bodies_.slots.has_subsystems(), "it has subsystems, this run has none");
  write_all_sources();
}

template class BlockHermite<Hermite4Scheme>;
template class BlockHermite<Hermite6Scheme>;

}  // namespace tucana
