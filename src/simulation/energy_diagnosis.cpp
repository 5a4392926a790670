#include "tucana/simulation/energy_diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/analysis/neighbour_search.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

/// " in an orbit of semi-major axis 0.001 and period 0.0002" where the two are bound, without softening.
std::string orbit_text(const Stars& stars, std::size_t a, std::size_t b, double distance) {
  const double mass = stars.mass[a] + stars.mass[b];
  const double inverse_axis = 2 / distance - norm2(stars.velocity[a] - stars.velocity[b]) / mass;
  if (!(distance > 0 && mass > 0 && inverse_axis > 0)) return ", not bound to each other";
  const double axis = 1 / inverse_axis;
  return fmt::format(", bound, with a semi-major axis of {:.3g} and a period of {:.3g}", axis,
                     2 * std::numbers::pi * std::sqrt(axis * axis * axis / mass));
}

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

/// ", in a pair with star 7, slowed down 12 times" where a star is in a system.
std::string system_text(const Stars& stars, StarId star) {
  for (const StarSystem& system : stars.systems) {
    const auto members = stars.members_of(system);
    const auto is_it = [&](const SystemMember& member) { return stars.id[member.row] == star; };
    if (std::none_of(members.begin(), members.end(), is_it)) continue;
    std::vector<std::string> others;
    for (const SystemMember& member : members)
      if (!is_it(member)) others.push_back(std::to_string(value(stars.id[member.row])));
    const std::string slowed =
        system.slow_down > 1 ? fmt::format(", slowed down {:.3g} times", system.slow_down) : std::string();
    return fmt::format(", in a {} with {} {}{}", word_of(system.kind), others.size() == 1 ? "star" : "stars",
                       fmt::join(others, ", "), slowed);
  }
  return {};
}

/// ", 0.01 from star 8, not bound to each other": who is most likely the reason of a short step, by the attraction of
/// it on the star, without the stars of its own system.
std::string neighbour_text(const Stars& stars, StarId star) {
  const auto found = std::ranges::find(stars.id, star);
  if (found == stars.id.end()) return {};
  const auto own = static_cast<std::size_t>(found - stars.id.begin());
  std::vector<bool> is_inside(stars.size());
  is_inside[own] = true;
  for (const StarSystem& system : stars.systems) {
    const auto members = stars.members_of(system);
    if (std::ranges::none_of(members, [&](const SystemMember& member) { return member.row == own; })) continue;
    for (const SystemMember& member : members) is_inside[member.row] = true;
  }
  std::size_t other = own;
  double strongest = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (is_inside[i]) continue;
    const double pull = stars.mass[i] / norm2(stars.position[i] - stars.position[own]);
    if (pull > strongest) strongest = pull, other = i;
  }
  if (other == own) return {};
  const double distance = norm(stars.position[other] - stars.position[own]);
  return fmt::format(", {:.3g} from star {}{}", distance, value(stars.id[other]),
                     orbit_text(stars, own, other, distance));
}

std::string shortest_step_text(const Integrator& integrator, const Stars& stars) {
  const auto shortest = integrator.shortest_step();
  if (!shortest) return {};
  return fmt::format("the shortest step, {:.3g}, is that of star {}{}{}; ", shortest->step, value(shortest->star),
                     system_text(stars, shortest->star), neighbour_text(stars, shortest->star));
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
