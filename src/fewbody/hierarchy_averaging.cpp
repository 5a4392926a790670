// How the nodes of a hierarchy are followed: as they are, slowed down, or as a mean over their revolutions.
#include <algorithm>
#include <array>
#include <cmath>

#include "tucana/fewbody/averaged_orbit.h"
#include "tucana/fewbody/hierarchy.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/orbit_mean.h"

namespace tucana {
namespace {

/// The time in which an outer orbit changes the tide on an inner one, relative to (r^3/m)^(1/2) at the present
/// distance: with 1 instead an eccentric outer orbit (e = 0.9) loses 3e-7 of the energy in each revolution, with 1/2
/// less than 1e-9.
constexpr double time_of_orbit = 0.5;

/// Two stars are averaged from when on they could be slowed down by the first factor, until they could not be by the
/// second one: their period is then 1/20, and 1/4, of the time in which those around move. The shape of the inner orbit
/// changes by up to 1e-3 of its change otherwise than it should; energies are as without averaging.
constexpr double averaged_from = 1, resolved_below = 0.2;

bool can_be_slowed(const HierarchyNode& node, const Disturbance& by, double factor) {
  if (!(node.slow_down.limit > 0) || !(node.pair.specific_energy() < 0)) return false;
  return factor * by.gamma <= node.slow_down.limit && factor * node.pair.period() <= longest_slowed_period * by.time;
}

double wanted_slow_down(const HierarchyNode& node, const Disturbance& by) {
  if (!(node.slow_down.limit > 0) || !(node.pair.specific_energy() < 0)) return 1;
  return slow_down_factor(by.gamma, node.pair.period(), by.time, node.slow_down.limit, largest_slow_down);
}

}  // namespace

std::size_t Hierarchy::outer_of(std::size_t k) const {
  const auto number = static_cast<std::uint32_t>(size() + k);
  std::size_t outer = k + 1;
  while (outer < nodes_.size() && nodes_[outer].first != number && nodes_[outer].second != number) ++outer;
  return outer;
}

/// By the distance of the orbit about it at the end of its last step (perturbation()).
Disturbance Hierarchy::disturbance(std::size_t k) const {
  const Node& node = nodes_[k];
  const double mass = node.pair.masses().sum();
  const double own = orbit_phase(node.pair.relative(), mass).shape.apocentre();
  Disturbance by{node.slow_down.gamma, node.slow_down.time};
  if (const std::size_t outer = outer_of(k); outer < nodes_.size()) {
    const double r = norm(relative_[outer].x), all = nodes_[outer].pair.masses().sum();
    by.gamma += 2 * (all - mass) / mass * std::pow(own / r, 3);
    by.time = std::min(by.time, time_of_orbit * std::sqrt(r * r * r / all));
  }
  return by;
}

/// An orbit without angular momentum has no plane in which it could turn.
bool Hierarchy::may_be_averaged(std::size_t k) const {
  const Node& node = nodes_[k];
  if (is_node(node.first) || is_node(node.second) || outer_of(k) == nodes_.size()) return false;
  if (node.pair.relativity().is_on() || !(node.pair.masses().reduced() > 0)) return false;
  const PhasePoint relative = node.pair.relative();
  return norm2(cross(relative.x, relative.v)) > 0;
}

void Hierarchy::follow_otherwise(std::size_t k, double slow_down, bool is_averaged, const TidesDuring& tides) {
  Node& node = nodes_[k];
  const double before = node.swings();
  node.is_averaged = is_averaged;
  node.pair.set_slow_down(slow_down);
  const double given = (before - node.swings()) * tidal_excess(tide_on(k, tides.linear(node.pair.time().tick)),
                                                               node.pair.masses(), node.pair.relative());
  node.pair.change_energy(given);
  slow_down_energy_ += node.pair.masses().reduced() * given;
}

/// Within the last step or the planned one.
PhasePoint Hierarchy::relative_during(std::size_t k, const InnerTime& t) const {
  const KsPair& pair = nodes_[k].pair;
  if (pair.time() < t) return pair.predicted_at(t, nodes_[k].planned);
  return pair.relative_at(t < pair.last_start() ? pair.last_start() : t);
}

/// Of all that is outside of a node, from the centres of the nodes there.
LinearTide Hierarchy::tide_of_centres(std::size_t k, const InnerTime& t) {
  for (std::size_t i = outer_of(k); i < nodes_.size(); ++i) relative_[i] = relative_during(i, t);
  place_all(relative_);
  LinearTide tide;
  const Vec3 centre = places_[size() + k].x;
  for (std::size_t inside = k, i = outer_of(k); i < nodes_.size(); inside = i, i = outer_of(i)) {
    const Node& node = nodes_[i];
    const bool is_first = node.first == size() + inside;
    tide.add_mass(is_first ? node.pair.masses().second : node.pair.masses().first,
                  places_[is_first ? node.second : node.first].x - centre);
  }
  return tide;
}

void Hierarchy::turn_averaged(std::size_t k, const InnerTime& start, const TidesDuring& tides) {
  Node& node = nodes_[k];
  KsPair& pair = node.pair;
  const InnerTime end = nodes_[outer_of(k)].pair.time();
  const double dt = end - start, mu = pair.masses().sum(), beta = -2 * pair.specific_energy();
  const LinearTide around = tides.linear((start + dt / 2).tick);
  const LinearTide at_start = around + tide_of_centres(k, start),
                   in_middle = around + tide_of_centres(k, start + dt / 2), at_end = around + tide_of_centres(k, end);
  const PhasePoint before = pair.unperturbed_at(end);
  const AveragedOrbit orbit = AveragedOrbit::of(before, mu, beta).after(dt, at_start, in_middle, at_end, mu, beta);
  pair.set_orbit(orbit.place(before, mu, beta), end);
  node.rate = orbit.rate(at_end, mu, beta);
  points_.renew_mean(nodes_, k);
  if (mu / beta * (1 - norm(orbit.e)) < node.contact_distance) node.has_touched = true;
}

bool Hierarchy::resolve(std::size_t k, const TidesDuring& tides) {
  if (can_be_slowed(nodes_[k], disturbance(k), resolved_below)) return false;
  follow_otherwise(k, 1, false, tides);
  begin_again(k, tides);
  return true;
}

/// A node and that about it, at the same time, after a change of how the inner one is followed.
void Hierarchy::begin_again(std::size_t k, const TidesDuring& tides) {
  points_.arrange(nodes_, masses_);
  const std::array<std::size_t, 2> both{k, outer_of(k)};
  for (const std::size_t i : both) {
    nodes_[i].planned = 0;
    if (!nodes_[i].is_averaged) nodes_[i].pair.start(perturbation(i, nodes_[i].pair.present(), tides));
  }
  for (const std::size_t i : both) plan_first_step(i);
}

bool Hierarchy::settle(std::size_t k, const TidesDuring& tides) {
  if (may_be_averaged(k)) {
    if (!can_be_slowed(nodes_[k], disturbance(k), averaged_from)) return false;
    average(k, tides);
    return true;
  }
  const double wanted = wanted_slow_down(nodes_[k], disturbance(k));
  if (nodes_[k].pair.slow_down() == wanted) return false;
  follow_otherwise(k, wanted, false, tides);
  nodes_[k].planned = 0;
  nodes_[k].pair.start(perturbation(k, nodes_[k].pair.present(), tides));
  plan_first_step(k);
  return true;
}

/// The orbit about it begins anew, at the same time.
void Hierarchy::average(std::size_t k, const TidesDuring& tides) {
  Node& node = nodes_[k];
  const InnerTime& t = node.pair.time();
  const std::size_t outer = outer_of(k);
  if (nodes_[outer].pair.time() < t) step(outer, nodes_[outer].pair.step_to(t, nodes_[outer].planned), tides);
  follow_otherwise(k, 1, true, tides);
  const double mu = node.pair.masses().sum(), beta = -2 * node.pair.specific_energy();
  const LinearTide tide = tides.linear(t.tick) + tide_of_centres(k, t);
  node.rate = AveragedOrbit::of(node.pair.relative(), mu, beta).rate(tide, mu, beta);
  begin_again(k, tides);
}

}  // namespace tucana
