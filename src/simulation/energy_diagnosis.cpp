#include "tucana/simulation/energy_diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/analysis/neighbour_search.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/step_reason.h"

namespace tucana {
namespace {

std::string closest_pair_text(const Stars& stars, Workers& workers) {
  if (stars.size() < 2) return {};
  const Neighbours nearest = nearest_neighbours(stars.position, 1, workers);
  std::size_t one = 0;
  for (std::size_t i = 1; i < stars.size(); ++i) {
    if (nearest.of(i)[0].distance2 < nearest.of(one)[0].distance2) one = i;
  }
  const std::size_t other = nearest.of(one)[0].index;
  const double distance = std::sqrt(nearest.of(one)[0].distance2);
  return fmt::format("the closest pair is stars {} and {} at a distance of {:.3g}{}; ", value(stars.id[one]),
                     value(stars.id[other]), distance, orbit_text(stars, one, other, distance));
}

std::string shortest_step_text(const Integrator& integrator, const Stars& stars) {
  const auto shortest = integrator.shortest_step();
  if (!shortest) return {};
  const std::string reason = step_reason(stars, *shortest);
  return fmt::format("the shortest step, {:.3g}, is that of star {}{}{}; ", shortest->step, value(shortest->star),
                     reason.empty() ? "" : ", which ", reason);
}

}  // namespace

std::string shortest_step_text(Simulation& simulation, Tick t) {
  const SharedStars stars = simulation.stars_at(t);
  return shortest_step_text(simulation.integrator(), stars->view());
}

std::string energy_advice(const Options& options) {
  const IntegratorOptions& integrator = options.integrator;
  const Options usual = default_options(integrator.kind, options.gravity.method);
  const std::string softening = options.gravity.softening > 0 ? "" : ", or give gravity.softening > 0";
  if (integrator.steps == StepRule::fixed) return "take a smaller integrator.step" + softening;
  if (integrator.eta > usual.integrator.eta) {
    return fmt::format("take a smaller integrator.eta than {:g} ({:g} is usual){}", integrator.eta,
                       usual.integrator.eta, softening);
  }
  if (options.gravity.method == GravityMethod::tree) return "take a smaller tree.accuracy, or a smaller integrator.eta";
  return fmt::format("take a smaller integrator.eta than {:g}{}", integrator.eta, softening);
}

std::string energy_diagnosis(Simulation& simulation, const Options& options, Tick t) {
  const SharedStars stars = simulation.stars_at(t);
  return closest_pair_text(stars->view(), simulation.workers()) +
         shortest_step_text(simulation.integrator(), stars->view()) + energy_advice(options);
}

}  // namespace tucana
