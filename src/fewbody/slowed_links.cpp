#include "tucana/fewbody/slowed_links.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/fewbody/chain.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/orbit_mean.h"

namespace tucana {
namespace {

/// Only pairs from which all others are this many times farther away than their apocentre are slowed down.
constexpr double clear_of_others = 10;
/// What a slowed pair feels in a revolution does not matter, however fast it changes, if it is weaker than this
/// relative to its own force. (Pairs alone are not perturbed at all by less than fewbody.smallest_perturbation without
/// slow-down.)
constexpr double negligible_perturbation = 1e-6;
/// The potential of a slowed pair has to be felt by the transformation of time, or its pericentres would not be
/// regular: the rest of the potential, relative to it.
constexpr double largest_rest = 8;
/// Factors stay as they are while the limits are wider than needed by less than this.
constexpr double spare = 0.7;

/// A body of a group, or a pair of them that may be slowed down, as others see it.
struct Point {
  double mass;
  PhasePoint centre;
};

/// The bodies along a row.
std::vector<Point> row_of(const GroupState& state, std::span<const double> masses) {
  std::vector<Vec3> x(masses.size()), v(masses.size());
  row_from_links(state.links, masses, x);
  row_from_links(state.link_velocities, masses, v);
  std::vector<Point> row;
  for (std::size_t k = 0; k < masses.size(); ++k) row.push_back({masses[k], {x[k], v[k]}});
  return row;
}

PhasePoint link_of(const GroupState& state, std::size_t k) { return {state.links[k], state.link_velocities[k]}; }

/// Of the k-th body of a row and the next one.
Point pair_at(std::span<const Point> row, std::size_t k) {
  const Point &a = row[k], &b = row[k + 1];
  const double mass = a.mass + b.mass, part = b.mass / mass;
  return {mass, {a.centre.x + part * (b.centre.x - a.centre.x), a.centre.v + part * (b.centre.v - a.centre.v)}};
}

/// A bound link, if all others are far from it.
bool is_separate(const GroupState& state, std::span<const Point> row, std::size_t k) {
  const Point pair = pair_at(row, k);
  if (!(row[k].mass > 0 && row[k + 1].mass > 0)) return false;
  const OrbitShape orbit = orbit_phase(link_of(state, k), pair.mass).shape;
  if (!(orbit.beta > 0)) return false;
  const double limit = clear_of_others * orbit.apocentre();
  for (std::size_t i = 0; i < row.size(); ++i)
    if (i != k && i != k + 1 && norm2(row[i].centre.x - pair.centre.x) < limit * limit) return false;
  return true;
}

LinearTide tide_on_link(std::span<const Point> row, std::size_t k, LinearTide tide) {
  const Point pair = pair_at(row, k);
  for (std::size_t i = 0; i < row.size(); ++i)
    if (i != k && i != k + 1) tide.add_mass(row[i].mass, row[i].centre.x - pair.centre.x);
  return tide;
}

/// An orbit with another energy per reduced mass and the same angular momentum, at nearly the same place: the distance
/// grows by a factor, by which the velocity across it shrinks, and the radial velocity changes by an amount, by
/// Newton's method along the shortest way in both. Circular orbits have no neighbours of less energy; they are scaled.
PhasePoint with_energy_changed(const PhasePoint& orbit, double mu, double change) {
  constexpr int turns = 4;
  constexpr double largest_part = 0.1;
  const double wanted = change - 0.5 * kepler_beta(orbit, mu);
  PhasePoint now = orbit;
  for (int turn = 0; turn < turns; ++turn) {
    const double r = norm(now.x), radial = dot(now.x, now.v) / r, pull = mu / r;
    const double missing = wanted + 0.5 * kepler_beta(now, mu);
    const double by_distance = pull - (norm2(now.v) - radial * radial), by_velocity = radial * std::sqrt(pull);
    const double steepness = by_distance * by_distance + by_velocity * by_velocity;
    if (!(std::abs(missing) * std::sqrt(steepness) < largest_part * steepness)) {
      KsPair pair({mu, 0}, orbit, {});
      pair.change_energy(change);
      return pair.relative();
    }
    const double growth = missing * by_distance / steepness, faster = missing * by_velocity / steepness;
    const Vec3 along = (1 / r) * now.x, across = now.v - radial * along;
    now.x *= 1 + growth;
    now.v = (radial + faster * std::sqrt(pull)) * along + (1 / (1 + growth)) * across;
  }
  return now;
}

/// The centre of the pair stays where it is.
void set_link(GroupState& state, std::span<const double> masses, std::size_t k, const PhasePoint& changed) {
  const double mass = masses[k] + masses[k + 1];
  const auto set = [&](std::vector<Vec3>& links, const Vec3& to) {
    const Vec3 longer = to - links[k];
    links[k] = to;
    if (k > 0) links[k - 1] -= (masses[k + 1] / mass) * longer;
    if (k + 1 < links.size()) links[k + 1] -= (masses[k] / mass) * longer;
  };
  set(state.links, changed.x);
  set(state.link_velocities, changed.v);
}

void change_energy(GroupState& state, std::span<const double> masses, std::size_t k, double change) {
  set_link(state, masses, k, with_energy_changed(link_of(state, k), masses[k] + masses[k + 1], change));
}

double reduced_mass(std::span<const double> masses, std::size_t k) {
  return PairMasses{masses[k], masses[k + 1]}.reduced();
}

}  // namespace

std::vector<double> suitable_slow_downs(const GroupState& state, std::span<const double> row_masses,
                                        std::span<const double> present, const SlowDownLimits& limits) {
  if (!(limits.perturbation > 0 && limits.time > 0)) return {};
  const std::vector<Point> row = row_of(state, row_masses);
  std::vector<Point> pairs, points;
  std::vector<std::size_t> links;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k + 1 == row.size() || !is_separate(state, row, k)) {
      points.push_back(row[k]);
      continue;
    }
    pairs.push_back(pair_at(row, k));
    links.push_back(k++);
  }
  if (pairs.empty()) return {};
  points.insert(points.begin(), pairs.begin(), pairs.end());
  double potential = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      potential += points[i].mass * points[j].mass / norm(points[i].centre.x - points[j].centre.x);
  std::vector<double> factors(state.links.size(), 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [mass, centre] = pairs[i];
    const OrbitShape orbit = orbit_phase(link_of(state, links[i]), mass).shape;
    double tide = limits.tide_size, time = limits.time;
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (j == i) continue;
      const Point& other = points[j];
      const Vec3 x = other.centre.x - centre.x, v = other.centre.v - centre.v;
      const double r = norm(x), speed = norm(v);
      tide += 2 * other.mass / (r * r * r);
      time = std::min({time, std::sqrt(r * r * r / (mass + other.mass)), speed > 0 ? r / speed : time});
    }
    const double gamma = tide * std::pow(orbit.apocentre(), 3) / mass, period = orbit.period();
    const double largest = std::min(largest_slow_down, limits.haste * largest_rest * row_masses[links[i]] *
                                                           row_masses[links[i] + 1] * orbit.beta / (mass * potential));
    const auto largest_within = [&](double part) {
      const double by_time = std::max(limits.part_of_time * time / period, negligible_perturbation / gamma);
      const double limit = part * limits.haste * std::min(limits.perturbation / gamma, by_time);
      double factor = 1;
      while (2 * factor <= std::min(limit, largest)) factor *= 2;
      return factor;
    };
    const double before = present.empty() ? 1 : present[links[i]];
    factors[links[i]] = std::clamp(before, largest_within(spare), largest_within(1));
  }
  if (std::ranges::all_of(factors, [](double factor) { return factor == 1; })) return {};
  return factors;
}

void shift_slowed_energies(GroupState& state, std::span<const double> row_masses, std::span<const double> factors,
                           const LinearTide& around, double sign) {
  if (factors.empty()) return;
  const std::vector<Point> row = row_of(state, row_masses);
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (factors[k] == 1) continue;
    const PairMasses masses{row_masses[k], row_masses[k + 1]};
    const double excess = tidal_excess(tide_on_link(row, k, around), masses, link_of(state, k));
    change_energy(state, row_masses, k, sign * (factors[k] - 1) * excess);
  }
}

double catch_up(GroupState& state, std::span<const double> row_masses, std::size_t link, double time,
                const LinearTide& around) {
  const PairMasses masses{row_masses[link], row_masses[link + 1]};
  const LinearTide tide = tide_on_link(row_of(state, row_masses), link, around);
  const auto excess = [&] { return tidal_excess(tide, masses, link_of(state, link)); };
  const auto outside = [&] { return -0.5 * masses.reduced() * dot(state.links[link], around * state.links[link]); };
  const double before = outside();
  change_energy(state, row_masses, link, excess());
  set_link(state, row_masses, link, kepler_drift(link_of(state, link), masses.sum(), time));
  change_energy(state, row_masses, link, -excess());
  return before - outside();
}

void add_to_slowed_energies(GroupState& state, std::span<const double> row_masses, std::span<const double> factors,
                            double energy) {
  const std::vector<Point> row = row_of(state, row_masses);
  std::vector<double> weights(factors.size());
  double sum = 0;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (factors[k] == 1) continue;
    weights[k] =
        (factors[k] - 1) * reduced_mass(row_masses, k) * norm2(state.links[k]) * tide_on_link(row, k, {}).size();
    sum += weights[k];
  }
  if (!(sum > 0)) return;
  for (std::size_t k = 0; k < factors.size(); ++k)
    if (weights[k] > 0) change_energy(state, row_masses, k, energy * (weights[k] / sum) / reduced_mass(row_masses, k));
}

void SlowDownLimits::describe(Archive& archive) {
  const Archive::Group group(archive, "slow_down_limits");
  archive.field("perturbation", perturbation);
  archive.field("part_of_time", part_of_time);
  archive.field("along_x", tide.along_x);
  archive.field("along_y", tide.along_y);
  archive.field("along_z", tide.along_z);
  archive.field("tide_size", tide_size);
  archive.field("time", time);
  archive.field("haste", haste);
  check_loaded(perturbation >= 0 && part_of_time > 0 && tide_size >= 0 && time >= 0 && haste >= 1,
               "a group has no limits of slow-down");
}

void SlowedLinks::describe(Archive& archive) {
  const Archive::Group group(archive, "slowed_links");
  archive.field("factors", factors);
  archive.field("missing", missing);
  archive.field("hidden_energy", hidden_energy);
  check_loaded(std::ranges::all_of(factors, [](double factor) { return factor >= 1; }) && all_finite(missing) &&
                   missing.size() == factors.size() && std::isfinite(hidden_energy),
               "a group has no slow-down");
}

}  // namespace tucana
