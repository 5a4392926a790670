#include "tucana/integrators/neighbour/first_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/first_forces.h"
#include "tucana/integrators/neighbour/predicted_bodies.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time.
constexpr std::size_t force_grain = 64;

}  // namespace

void FirstSteps::make(std::vector<Slot> slots, Tick t) {
  block_.take(std::move(slots));
  for (std::size_t k = 0; k < block_.size(); ++k) {
    const NeighbourBody& body = state_.bodies.row[index(block_.slots[k])];
    block_.rows[k].x = body.x;
    block_.rows[k].v = body.v;
  }
  find_spheres(t);
  find_steps(t);
  regular_.select(all_indices(block_.size()), block_, t);
  Pending force = regular_.begin_force(t);
  regular_.end_force(force);
  store_regular(t);
  store_irregular(t);
  end_.file_steps(block_, regular_);
}

/// Radii that hold the wanted number within a factor of two, found by trial; a distant body gets a large one.
void FirstSteps::find_spheres(Tick t) {
  // It would hold the wanted number if half of all bodies filled the half-mass sphere evenly.
  const auto wanted_of_mean = static_cast<double>(state_.wanted_neighbours(state_.heavy.mean_mass()) + 1);
  const double density = state_.cluster.mean_density;
  const double first = density > 0 ? std::cbrt(wanted_of_mean / density) : 1;
  for (const Slot slot : block_.slots) state_.bodies.row[index(slot)].sphere = first;
  std::vector<std::size_t> open = all_indices(block_.size());
  NeighbourLists lists;
  SourceSet& sources = state_.updated_sources();
  for (int trial = 0; trial < 40 && !open.empty() && state_.body_count() > 1; ++trial) {
    regular_.select(open, block_, t);
    const RegularRows& rows = regular_.rows();
    state_.engine
        .evaluate(sources, t, {rows.slot, rows.x, rows.v, rows.radius2}, state_.options.law,
                  {.acceleration = false, .lists = true}, {{}, {}, {}, {}, {}, &lists})
        .wait();
    std::vector<std::size_t> still_open;
    for (std::size_t k = 0; k < open.size(); ++k) {
      NeighbourBody& body = state_.bodies.row[index(rows.slot[k])];
      const std::size_t found = lists.of(k).size(), wanted = state_.wanted_neighbours(body.mass);
      if (found >= (wanted + 1) / 2 && found <= 2 * wanted) continue;
      const double ratio =
          std::cbrt(static_cast<double>(wanted) / static_cast<double>(std::max<std::size_t>(found, 1)));
      body.sphere *= found == 0 ? 2 : std::clamp(ratio, 0.4, 2.0);
      still_open.push_back(open[k]);
    }
    open = std::move(still_open);
  }
}

/// From the force of all bodies.
void FirstSteps::find_steps(Tick t) {
  const std::size_t n = block_.size();
  const PairLaw& law = state_.options.law;
  regular_.select(all_indices(n), block_, t);
  const RegularRows& rows = regular_.rows();
  SourceSet& sources = state_.updated_sources();
  Stopwatch watch;
  const FirstForces first(state_.engine, sources, t, rows.slot, rows.x, rows.v, law);
  state_.seconds.force += watch.seconds();
  state_.counts.interactions += 2 * n * (state_.body_count() - 1);
  for (std::size_t k = 0; k < n; ++k) {
    PartialForce of_heavy;
    for (const Slot slot : state_.heavy.slots())
      if (slot != rows.slot[k]) of_heavy += state_.irregular.pull_of(slot, rows.x[k], rows.v[k], t);
    block_.rows[k].total = PartialForce{first.a[k], first.j[k]} + of_heavy;
  }
  end_.check_finite(block_, t);
  const auto mass_of = [&](Slot slot) { return state_.bodies.row[index(slot)].mass; };
  // Heavy bodies are missing in the potential: a first step may be shorter than it could be.
  for (std::size_t k = 0; k < n; ++k) {
    ActiveRow& row = block_.rows[k];
    row.wanted_step = first.step(k, block_.slots[k], row.total.a, row.total.j, state_.options.eta_start, law, mass_of);
  }
  if (!state_.steps.are_fixed()) end_.check_steps(block_, t);
}

void FirstSteps::store_regular(Tick t) {
  const RegularRows& rows = regular_.rows();
  for (std::size_t k = 0; k < block_.size(); ++k) {
    NeighbourBody& body = state_.bodies.row[index(block_.slots[k])];
    state_.bodies.list.assign(index(block_.slots[k]), rows.lists.of(k));
    body.regular = rows.force(k);
    body.time = t;
    const double a = norm(body.regular.a), j = norm(body.regular.j);
    const double wanted = std::max(block_.rows[k].wanted_step, j > 0 ? state_.options.eta_start * a / j : no_limit);
    body.begin_regular(state_.steps.first_regular(wanted, t), t);
  }
}

void FirstSteps::store_irregular(Tick t) {
  const std::optional<Subsystems>& subsystems = state_.subsystems;
  state_.advance_subsystems(block_.slots, t);
  for_each_index<force_grain>(state_.workers, block_.size(), [&](std::size_t k) {
    const Slot slot = block_.slots[k];
    NeighbourBody& body = state_.bodies.row[index(slot)];
    body.irregular = state_.irregular.at(state_.bodies.list[index(slot)], {body.x, body.v}, t, t);
    if (subsystems && subsystems->concern(slot))
      body.irregular += subsystems->difference_on(slot, {body.mass, body.x, body.v}, t, PredictedBodies(state_.bodies));
    block_.next[k] = {
        state_.steps.next_irregular(slot, body, state_.limited_step(block_.rows[k].wanted_step, body, t), t), 0};
  });
  for (const Slot slot : block_.slots) {
    state_.steps.place_regular(slot, state_.bodies.row[index(slot)]);
    state_.irregular.write(slot);
  }
}

}  // namespace tucana
