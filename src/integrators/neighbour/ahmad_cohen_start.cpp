// The first spheres, forces and steps of bodies: of all at the start of a run, of new ones later.
#include <algorithm>
#include <cmath>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

void AhmadCohen::start(const Stars& stars) {
  bodies_.take(stars);
  counts_ = {};
  schedule_.clear(Tick{0});
  find_heavy_bodies();
  frame_ = {};
  sources_lag_all();
  move_frame(Tick{0});
  cluster_ = cluster_now();
  take_all_bodies();
  begin_active(Tick{0});
}

/// The active bodies stand at t and have neither spheres nor forces.
void AhmadCohen::begin_active(Tick t) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const NeighbourBody& body = bodies_.row[index(active_slots_[k])];
    active_[k].x = body.x;
    active_[k].v = body.v;
  }
  write_sources();
  find_spheres(t);
  find_first_steps(t);
  set_regular(all_indices(active_.size()), t);
  Pending regular = begin_regular(t);
  end_regular(regular);
  store_first_forces(t);
  reschedule();
}

void AhmadCohen::ClusterScale::describe(Archive& archive) {
  const Archive::Group group(archive, "cluster");
  archive.field("centre", centre);
  archive.field("mean_density", mean_density);
  archive.field("depth", depth);
}

AhmadCohen::ClusterScale AhmadCohen::cluster_now() const {
  const auto n = static_cast<double>(size());
  ClusterScale scale;
  for (const NeighbourBody& body : bodies_.row) scale.centre += (1 / n) * body.x;
  std::vector<double> distance(size());
  for (std::size_t i = 0; i < size(); ++i) distance[i] = norm(bodies_.row[i].x - scale.centre);
  const auto middle = distance.begin() + static_cast<std::ptrdiff_t>(size() / 2);
  std::nth_element(distance.begin(), middle, distance.end());
  if (*middle > 0) {
    scale.mean_density = n / 2 / (*middle * *middle * *middle);
    scale.depth = n * mean_mass_ / *middle;
  }
  return scale;
}

/// Radii that hold the wanted number within a factor of two, found by trial; a body far away gets a large one.
void AhmadCohen::find_spheres(Tick t) {
  // It would hold the wanted number if half of all bodies filled the half-mass sphere evenly.
  const auto wanted_of_mean = static_cast<double>(wanted_neighbours(mean_mass_) + 1);
  const double first = cluster_.mean_density > 0 ? std::cbrt(wanted_of_mean / cluster_.mean_density) : 1;
  for (const Slot slot : active_slots_) bodies_.row[index(slot)].sphere = first;
  std::vector<std::size_t> open = all_indices(active_.size());
  NeighbourLists lists;
  for (int trial = 0; trial < 40 && !open.empty() && size() > 1; ++trial) {
    set_regular(open, t);
    engine_
        .evaluate(*sources_, t, {regular_.slot, regular_.x, regular_.v, regular_.radius2}, options_.hermite.law,
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
  const PairLaw& law = options_.hermite.law;
  std::vector<double> potential(n), distance2(n);
  std::vector<Slot> nearest(n);
  set_regular(all_indices(n), t);
  {
    const ScopedSeconds timer(seconds_.force);
    engine_
        .evaluate(*sources_, t, {regular_.slot, regular_.x, regular_.v, {}}, law, {.potential = true, .nearest = true},
                  {regular_.a, regular_.j, potential, nearest, distance2, nullptr})
        .wait();
  }
  counts_.interactions += 2 * n * (size() - 1);
  for (std::size_t k = 0; k < n; ++k)
    active_[k].total = regular_.force(k) + pull_of_heavy(regular_.slot[k], regular_.x[k], regular_.v[k], t);
  check_finite(t);
  for (std::size_t k = 0; k < n; ++k) {
    // Heavy bodies are missing in the potential: a first step may be shorter than it could be.
    FirstStepInput body{active_[k].total.a, active_[k].total.j, potential[k], distance2[k] + law.eps2, 0};
    if (nearest[k] != no_slot)
      body.nearest_pair_mass = bodies_.row[index(active_slots_[k])].mass + bodies_.row[index(nearest[k])].mass;
    active_[k].wanted_step = first_step(options_.hermite.eta_start, body);
  }
  if (options_.hermite.steps != StepRule::fixed) check_steps(t);
}

void AhmadCohen::store_first_forces(Tick t) {
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    NeighbourBody& body = bodies_.row[index(active_slots_[k])];
    const auto list = regular_.lists.of(k);
    bodies_.list[index(active_slots_[k])].assign(list.begin(), list.end());
    body.regular = regular_.force(k);
    body.time = body.regular_time = t;
    const double a = norm(body.regular.a), j = norm(body.regular.j);
    const double wanted = std::max(active_[k].wanted_step, j > 0 ? options_.hermite.eta_start * a / j : no_limit);
    body.regular_level = is_fixed ? fixed_ : first_level(t, wanted, largest_);
  }
  regular_.resize(0);
  for_each_index<64>(workers_, active_.size(), [&](std::size_t k) {
    const Slot slot = active_slots_[k];
    NeighbourBody& body = bodies_.row[index(slot)];
    body.irregular = irregular_force(bodies_.list[index(slot)], {body.x, body.v}, t, t);
    next_[k] = {next_level_of(slot, active_[k].wanted_step, t), 0};
  });
  for (const Slot slot : active_slots_) {
    regular_due_from(slot);
    gather_from(slot);
  }
  find_next_regular();
}

}  // namespace tucana
