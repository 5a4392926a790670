// Bodies without a past: all at the start of a run, new or kicked ones later.
#pragma once

#include "tucana/core/stopwatch.h"
#include "tucana/integrators/changes/subsystem_start.h"
#include "tucana/integrators/first_forces.h"
#include "tucana/integrators/hermite/block_hermite.h"
#include "tucana/integrators/hermite/block_hermite_change-inl.h"

namespace tucana {

template <class Scheme>
void BlockHermite<Scheme>::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  contacts_.forget_radii();
  schedule_.clear(Tick{0});
  write_all_sources();
  if (subsystems_ && stars.size() > 1) begin_subsystems(stars);
  if (subsystems_) find_scale();
  active_.take(bodies_.slots.bodies());
  begin_active(Tick{0});
  reschedule(Tick{0});
  // Whoever is near to a pair acts on it from the first step on.
  if (!subsystems_ || bodies_.slots.bodies().empty()) return;
  settle_subsystems(Tick{0});
  // Snaps depend on the accelerations of those who now feel more than points.
  if (has_snap && !subsystems_->empty()) restart({}, Tick{0}, true);
}

/// Pairs that are there at the start become one body before anything else is done.
template <class Scheme>
void BlockHermite<Scheme>::begin_subsystems(const Stars& stars) {
  find_scale();
  Changing bodies(*this);
  if (stars.systems.empty()) {
    const std::vector<Slot> all = bodies_.slots.bodies();
    std::vector<Slot> nearest(all.size());
    std::vector<double> distance2(all.size());
    engine_
        .evaluate(*sources_, Tick{0}, {all, bodies_.x, bodies_.v, {}}, options_.law,
                  {.acceleration = false, .nearest = true}, {{}, {}, {}, nearest, distance2, nullptr})
        .wait();
    begin_close_pairs(nearest, bodies, *subsystems_, changes_.events().record());
  } else {
    begin_known_systems(stars, bodies, *subsystems_, changes_.events().record());
  }
  if (!subsystems_->empty()) drop_parked_slots();
  write_all_sources();
}

template <class Scheme>
void BlockHermite<Scheme>::write_all_sources() {
  engine_.set_frame(bodies_.frame);
  sources_->resize(bodies_.size());
  const BodyColumns& b = bodies_;
  if (!b.slots.has_parked()) {
    active_.slot = b.slots.bodies();
    return sources_->write(active_.slot, b.rows());
  }
  std::vector<Slot> parked;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.slots.is_parked(slot_at(i))) parked.push_back(slot_at(i));
  sources_->park(parked);
  active_.take(b.slots.bodies());
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::size_t i = index(active_.slot[k]);
    const HermiteState state = b.state(i);
    active_.mass[k] = b.mass[i];
    active_.x[k] = state.x;
    active_.v[k] = state.v;
    active_.a[k] = state.a;
    active_.j[k] = state.j;
    if (has_snap) active_.s[k] = state.s, active_.c[k] = state.c;
    active_.time[k] = b.time[i];
  }
  sources_->write(active_.slot,
                  {active_.mass, active_.x, active_.v, active_.a, active_.j, active_.time, active_.s, active_.c});
}

/// The active bodies are at t, the engine knows where, and they have no forces: these are evaluated, and the first
/// steps that they want.
template <class Scheme>
void BlockHermite<Scheme>::begin_active(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    active_.x[k] = bodies_.x[index(active_.slot[k])];
    active_.v[k] = bodies_.v[index(active_.slot[k])];
  }
  Stopwatch watch;
  FirstForces first(engine_, *sources_, t, active_.slot, active_.x, active_.v, options_.law);
  seconds_.force += watch.seconds();
  counts_.interactions += active_.size() * others();
  active_.a = std::move(first.a);
  active_.j = std::move(first.j);
  if (subsystems_) subsystems_->advance(t, active_.slot, Predicted(bodies_), workers_);
  add_differences(t);
  check_finite(t);
  const auto mass_of = [&](Slot slot) { return bodies_.mass[index(slot)]; };
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::size_t i = index(active_.slot[k]);
    bodies_.a[i] = active_.a[k];
    bodies_.j[i] = active_.j[k];
    bodies_.time[i] = t;
    active_.wanted_step[k] =
        first.step(k, active_.slot[k], active_.a[k], active_.j[k], options_.eta_start, options_.law, mass_of);
  }
  if (!has_fixed_steps()) check_steps(t);
  if constexpr (has_snap) first_snaps(t);
  active_.time.assign(active_.size(), t);
  write_sources(t);
}

/// A second pass, with the accelerations of the first. The first crackle is set to zero, which makes the first step, a
/// short one, of 5th order.
template <class Scheme>
void BlockHermite<Scheme>::first_snaps(Tick t) {
  active_.s.assign(active_.size(), {});
  active_.c.assign(active_.size(), {});
  write_sources(t);
  active_.expected_a = active_.a;
  evaluate(t);
  counts_.interactions += active_.size() * others();
  check_finite(t);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const std::size_t i = index(active_.slot[k]);
    bodies_.s[i] = active_.s[k];
    bodies_.c[i] = {};
    // Those of the first pass, whose sums need not have the same bits.
    active_.a[k] = bodies_.a[i];
    active_.j[k] = bodies_.j[i];
  }
}

}  // namespace tucana
