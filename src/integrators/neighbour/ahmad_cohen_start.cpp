// The first spheres, forces and steps of bodies: of all at the start of a run, of new ones later.
#include <algorithm>
#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/first_forces.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time.
constexpr std::size_t refresh_grain = 256, force_grain = 64;

}  // namespace

void AhmadCohen::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  schedule_.clear(Tick{0});
  frame_ = {};
  begin_subsystems(stars);
  find_heavy_bodies();
  refresh_from_bodies();
  move_frame(Tick{0});
  find_scale();
  set_active(bodies_.slots.bodies());
  begin_active(Tick{0});
  // Whoever is near to a pair acts on it from the first step on.
  if (subsystems_ && !has_fixed_steps()) settle_subsystems(Tick{0});
}

/// The active bodies are at t and have neither spheres nor forces.
void AhmadCohen::begin_active(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const NeighbourBody& body = bodies_.row[index(active_slots_[k])];
    active_[k].x = body.x;
    active_[k].v = body.v;
  }
  find_spheres(t);
  find_first_steps(t);
  set_regular(all_indices(active_.size()), t);
  Pending regular = begin_regular(t);
  end_regular(regular);
  store_first_forces(t);
  reschedule(t);
}

/// Also how many neighbours are wanted: what depends on the number and the masses of bodies alone.
void AhmadCohen::find_heavy_bodies() {
  heavy_.find(bodies_);
  wanted_by_mean_mass_ = options_.wanted_neighbours > 0 ? options_.wanted_neighbours : default_neighbours(body_count());
}

/// Everything that follows from the state, after bodies have changed by other means than a step.
void AhmadCohen::refresh_from_bodies() {
  engine_.set_frame(frame_);
  const std::vector<Slot> bodies = bodies_.slots.bodies();
  mirror_.resize(bodies_.slots);
  irregular_.resize(size());
  for_each_index<refresh_grain>(workers_, bodies.size(), [&](std::size_t k) { irregular_.write(bodies[k]); });
  regular_schedule_.clear(schedule_.now());
  for (const Slot slot : bodies) regular_schedule_.place(slot, bodies_.row[index(slot)].regular_due_level());
}

/// Radii that hold the wanted number within a factor of two, found by trial; a distant body gets a large one.
void AhmadCohen::find_spheres(Tick t) {
  // It would hold the wanted number if half of all bodies filled the half-mass sphere evenly.
  const auto wanted_of_mean = static_cast<double>(wanted_neighbours(heavy_.mean_mass()) + 1);
  const double first = cluster_.mean_density > 0 ? std::cbrt(wanted_of_mean / cluster_.mean_density) : 1;
  for (const Slot slot : active_slots_) bodies_.row[index(slot)].sphere = first;
  std::vector<std::size_t> open = all_indices(active_.size());
  NeighbourLists lists;
  SourceSet& sources = updated_sources();
  for (int trial = 0; trial < 40 && !open.empty() && body_count() > 1; ++trial) {
    set_regular(open, t);
    engine_
        .evaluate(sources, t, {regular_.slot, regular_.x, regular_.v, regular_.radius2}, options_.law,
                  {.acceleration = false, .lists = true}, {{}, {}, {}, {}, {}, &lists})
        .wait();
    std::vector<std::size_t> still_open;
    for (std::size_t k = 0; k < open.size(); ++k) {
      NeighbourBody& body = bodies_.row[index(regular_.slot[k])];
      const std::size_t found = lists.of(k).size(), wanted = wanted_neighbours(body.mass);
      if (found >= (wanted + 1) / 2 && found <= 2 * wanted) continue;
      const double ratio =
          std::cbrt(static_cast<double>(wanted) / static_cast<double>(std::max<std::size_t>(found, 1)));
      body.sphere *= found == 0 ? 2 : std::clamp(ratio, 0.4, 2.0);
      still_open.push_back(open[k]);
    }
    open = std::move(still_open);
  }
}

void AhmadCohen::find_first_steps(Tick t) {
  const std::size_t n = active_.size();
  const PairLaw& law = options_.law;
  set_regular(all_indices(n), t);
  SourceSet& sources = updated_sources();
  Stopwatch watch;
  const FirstForces first(engine_, sources, t, regular_.slot, regular_.x, regular_.v, law);
  seconds_.force += watch.seconds();
  counts_.interactions += 2 * n * (body_count() - 1);
  for (std::size_t k = 0; k < n; ++k) {
    PartialForce of_heavy;
    for (const Slot slot : heavy_.slots())
      if (slot != regular_.slot[k]) of_heavy += irregular_.pull_of(slot, regular_.x[k], regular_.v[k], t);
    active_[k].total = PartialForce{first.a[k], first.j[k]} + of_heavy;
  }
  check_finite(t);
  const auto mass_of = [&](Slot slot) { return bodies_.row[index(slot)].mass; };
  // Heavy bodies are missing in the potential: a first step may be shorter than it could be.
  for (std::size_t k = 0; k < n; ++k)
    active_[k].wanted_step =
        first.step(k, active_slots_[k], active_[k].total.a, active_[k].total.j, options_.eta_start, law, mass_of);
  if (!has_fixed_steps()) check_steps(t);
}

void AhmadCohen::store_first_forces(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    NeighbourBody& body = bodies_.row[index(active_slots_[k])];
    const auto list = regular_.lists.of(k);
    bodies_.list[index(active_slots_[k])].assign(list.begin(), list.end());
    body.regular = regular_.force(k);
    body.time = body.regular_time = t;
    const double a = norm(body.regular.a), j = norm(body.regular.j);
    const double wanted = std::max(active_[k].wanted_step, j > 0 ? options_.eta_start * a / j : no_limit);
    body.regular_level = has_fixed_steps() ? fixed_ : first_level(t, wanted, largest_);
  }
  regular_.resize(0);
  if (subsystems_) subsystems_->advance(t, active_slots_, Predicted(bodies_), workers_);
  for_each_index<force_grain>(workers_, active_.size(), [&](std::size_t k) {
    const Slot slot = active_slots_[k];
    NeighbourBody& body = bodies_.row[index(slot)];
    body.irregular = irregular_.at(bodies_.list[index(slot)], {body.x, body.v}, t, t);
    if (subsystems_ && subsystems_->concern(slot))
      body.irregular += subsystems_->difference_on(slot, {body.mass, body.x, body.v}, t, Predicted(bodies_));
    next_[k] = {next_level_of(slot, active_[k].wanted_step, t), 0};
  });
  for (const Slot slot : active_slots_) {
    regular_schedule_.place(slot, bodies_.row[index(slot)].regular_due_level());
    irregular_.write(slot);
  }
}

}  // namespace tucana
