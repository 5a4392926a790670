// The first spheres, forces and steps of the neighbour scheme.
#include <algorithm>
#include <cmath>

#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {

/// Radii that hold the wanted number within a factor of two, found by trial; a body far away gets a large one.
void AhmadCohen::first_spheres() {
  const std::size_t n = size(), wanted = wanted_neighbours();
  std::vector<double> distance(n);
  for (std::size_t i = 0; i < n; ++i) distance[i] = norm(bodies_.x[i] - bodies_.x[0]);
  std::nth_element(distance.begin(), distance.begin() + static_cast<std::ptrdiff_t>(n / 2), distance.end());
  const double scale = distance[n / 2] > 0 ? distance[n / 2] : 1;
  bodies_.sphere.assign(n, scale * std::cbrt(2.0 * static_cast<double>(wanted + 1) / static_cast<double>(n)));
  std::vector<std::size_t> open(n);
  for (std::size_t i = 0; i < n; ++i) open[i] = i;
  NeighbourLists lists;
  for (int trial = 0; trial < 40 && !open.empty() && n > 1; ++trial) {
    regular_.resize(open.size());
    for (std::size_t k = 0; k < open.size(); ++k) {
      regular_.slot[k] = slot_at(open[k]);
      regular_.x[k] = bodies_.x[open[k]];
      regular_.v[k] = bodies_.v[open[k]];
      regular_.radius2[k] = bodies_.sphere[open[k]] * bodies_.sphere[open[k]];
    }
    engine_
        .evaluate(*sources_, Tick{0}, {regular_.slot, regular_.x, regular_.v, regular_.radius2}, options_.hermite.law,
                  {.acceleration = false, .lists = true}, {{}, {}, {}, {}, {}, &lists})
        .wait();
    std::vector<std::size_t> still_open;
    for (std::size_t k = 0; k < open.size(); ++k) {
      const std::size_t found = lists.of(k).size();
      if (found >= (wanted + 1) / 2 && found <= 2 * wanted) continue;
      const double ratio =
          std::cbrt(static_cast<double>(wanted) / static_cast<double>(std::max<std::size_t>(found, 1)));
      bodies_.sphere[open[k]] *= found == 0 ? 2 : std::clamp(ratio, 0.4, 2.0);
      still_open.push_back(open[k]);
    }
    open = std::move(still_open);
  }
}

void AhmadCohen::first_forces() {
  const std::size_t n = size();
  const PairLaw& law = options_.hermite.law;
  std::vector<double> potential(n), distance2(n);
  std::vector<Slot> nearest(n);
  active_.predicted_x = active_.x = bodies_.x;
  active_.predicted_v = active_.v = bodies_.v;
  {
    const ScopedSeconds timer(seconds_.force);
    engine_
        .evaluate(*sources_, Tick{0}, {active_.slot, bodies_.x, bodies_.v, {}}, law,
                  {.potential = true, .nearest = true}, {active_.a, active_.j, potential, nearest, distance2, nullptr})
        .wait();
  }
  counts_.interactions += 2 * n * (n - 1);
  check_finite(Tick{0});
  for (std::size_t i = 0; i < n; ++i) {
    FirstStepInput body{active_.a[i], active_.j[i], potential[i], distance2[i] + law.eps2, 0};
    if (nearest[i] != no_slot) body.nearest_pair_mass = bodies_.mass[i] + bodies_.mass[index(nearest[i])];
    active_.wanted_step[i] = first_step(options_.hermite.eta_start, body);
    bodies_.regular_level[i] = largest_;
  }
  const bool is_fixed = options_.hermite.steps == StepRule::fixed;
  if (!is_fixed) check_steps(Tick{0});
  select_regular(Tick{0});
  evaluate_regular(Tick{0});
  for (std::size_t i = 0; i < n; ++i) {
    const auto list = regular_.lists.of(i);
    bodies_.list[i].assign(list.begin(), list.end());
    const PartialForce irregular = sum_over(bodies_.list[i], bodies_.x[i], bodies_.v[i], Tick{0});
    bodies_.irregular_a[i] = irregular.a;
    bodies_.irregular_j[i] = irregular.j;
    bodies_.regular_a[i] = regular_.a[i];
    bodies_.regular_j[i] = regular_.j[i];
    const double a = norm(regular_.a[i]), j = norm(regular_.j[i]);
    const double wanted = std::max(active_.wanted_step[i], j > 0 ? options_.hermite.eta_start * a / j : no_limit);
    bodies_.regular_level[i] = is_fixed ? fixed_ : first_level(Tick{0}, wanted, largest_);
    active_.irregular[i] = irregular;
  }
  regular_.resize(0);
  write_all_sources();
  reschedule(Tick{0});
}

}  // namespace tucana
