#include "tucana/fewbody/close_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tucana/core/error.h"
#include "tucana/fewbody/binary_tree.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana {
namespace {

/// In units of (m1 + m2)/v^2. NBODY6 uses about the same for a Plummer sphere (Nitadori & Aarseth 2012; Wang et al.
/// 2015, eq. 1).
constexpr double close_part = 0.5;
/// Nor more than this part of the distance of bodies around: close stars are close compared with all others.
constexpr double part_of_spacing = 0.1;
/// Pairs wider than this many close distances do not take part in groups: they end when others come too near.
constexpr double wide_pair = 3;
/// Stars are bound closely up to this apocentre distance.
constexpr double widest_new_pair = 8;
/// Whatever the extents, bodies join within this many close distances only, and part beyond the second number.
constexpr double to_join = 1.5, to_part = 3;
/// And only if they disturb each other: the tide at the extent, relative to the force inside.
constexpr double gamma_to_join = 0.05;
/// The tide, relative to the force between the members, with which a pair begins and ends (Aarseth 2003).
constexpr double gamma_to_begin = 0.05, gamma_to_end = 0.25;
/// Radial velocities below this part of that of a circular orbit count as approach, so that circular orbits do
/// (NBODY6).
constexpr double nearly_circular = 0.02;
/// Members this many extents apart are no group any more; without a cluster around, nothing is gained by parting early.
constexpr double parted_extents = 4, parted_extents_of_few = 30;
/// A body this near, in squares of extents, is in the middle of a subsystem, wherever it goes.
constexpr double inside = 1;
/// Unbound pairs end at this many close distances.
constexpr double parted_pair = 2;

/// What is parted does not lie among the rest: this many extents of it away.
constexpr double clear_of_rest = 1.5;

/// The mass of two of the stars in a body: the scale of encounters does not grow with groups.
double mass_of_two(const NearBody& body) {
  const std::size_t stars = body.inside != nullptr ? body.inside->member_count() : 2;
  return 2 * body.state.mass / static_cast<double>(stars);
}

bool approaches(const Vec3& x, const Vec3& v) { return dot(x, v) < 0; }

/// Whether a body at x that moves with v becomes part of a subsystem with an extent and a mass in some ratio to its
/// own.
bool joins(const Vec3& x, const Vec3& v, double mass_ratio, double extent, double close) {
  const double r2 = norm2(x), limit = std::min(1.1 * CloseRules::near_extents * extent, to_join * close);
  if (r2 < inside * extent * extent) return r2 < limit * limit;
  const double gamma = 2 * mass_ratio * std::pow(extent * extent / r2, 1.5);
  return r2 < limit * limit && approaches(x, v) && gamma > gamma_to_join;
}

/// The sum of tides on a pair or group of mass mu and size R at a place, relative to mu/R^2.
template <class Skip>
double tide(const Scene& scene, const Vec3& centre, double mu, double size, const Skip& skip) {
  double gamma = 0;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    if (skip(k)) continue;
    const double r2 = norm2(scene.near[k].state.x - centre);
    gamma += 2 * scene.near[k].state.mass / (mu * r2 * std::sqrt(r2));
  }
  return gamma * size * size * size;
}

using Parts = std::vector<std::vector<std::size_t>>;

double extent_of(const std::vector<std::size_t>& part, const std::vector<PhasePoint>& states) {
  double largest2 = 0;
  for (const std::size_t i : part)
    for (const std::size_t j : part) largest2 = std::max(largest2, norm2(states[i].x - states[j].x));
  return std::sqrt(largest2);
}

Vec3 centre_of(const std::vector<std::size_t>& part, const std::vector<double>& masses,
               const std::vector<PhasePoint>& states) {
  Vec3 sum;
  double mass = 0;
  for (const std::size_t i : part) sum += masses[i] * states[i].x, mass += masses[i];
  return mass > 0 ? (1 / mass) * sum : states[part.front()].x;
}

/// A part that lies among the largest one, which it would join again at once, stays with it.
void keep_together(Parts& parts, const std::vector<double>& masses, const std::vector<PhasePoint>& states) {
  for (bool changed = true; changed && parts.size() > 1;) {
    changed = false;
    const auto largest = std::ranges::max_element(parts, {}, [](const auto& part) { return part.size(); });
    std::swap(parts.front(), *largest);
    const Vec3 centre = centre_of(parts.front(), masses, states);
    const double limit = clear_of_rest * extent_of(parts.front(), states);
    for (std::size_t k = 1; k < parts.size() && !changed; ++k) {
      if (norm2(centre_of(parts[k], masses, states) - centre) >= limit * limit) continue;
      parts.front().insert(parts.front().end(), parts[k].begin(), parts[k].end());
      std::ranges::sort(parts.front());
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
      changed = true;
    }
  }
}

}  // namespace

double CloseRules::close_distance(double mass, double speed2) const {
  if (options_.close_distance > 0) return options_.close_distance;
  return speed2 > 0 ? close_part * mass / speed2 : std::numeric_limits<double>::infinity();
}

double CloseRules::close_distance(double mass, const Scene& scene) const {
  if (options_.close_distance > 0) return options_.close_distance;
  return std::min(close_distance(mass, scene.speed2), part_of_spacing * scene.spacing);
}

/// The acceleration of a body of mass m at the close distance of the two.
bool CloseRules::may_be_close(double mass, double mass_of_others, double pull2, double speed2) const {
  // Permissive: the force of others may act against that of the partner.
  constexpr double margin = 0.5;
  const double sum = mass + mass_of_others, distance = close_distance(sum, speed2);
  const double limit = margin * std::max(mass_of_others, mass) / (distance * distance);
  return pull2 > limit * limit;
}

std::vector<std::size_t> CloseRules::partners(const Scene& scene) const {
  return scene.own.inside == nullptr ? partners_of_star(scene) : partners_of_subsystem(scene);
}

std::vector<std::size_t> CloseRules::partners_of_star(const Scene& scene) const {
  const BodyAt& own = scene.own.state;
  // Who attracts most, relative to the star.
  std::optional<std::size_t> nearest;
  double strongest = 0;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    const BodyAt& body = scene.near[k].state;
    const double strength = (own.mass + body.mass) / norm2(body.x - own.x);
    if (strength > strongest) strongest = strength, nearest = k;
  }
  if (!nearest) return {};
  const NearBody& partner = scene.near[*nearest];
  const double mu = own.mass + partner.state.mass;
  if (!(mu > 0)) return {};
  const Vec3 x = partner.state.x - own.x, v = partner.state.v - own.v;
  const double r = norm(x);
  if (!(r > 0)) return {};  // not an orbit: the integrator says who they are
  const double close =
      close_distance(own.mass + (partner.inside != nullptr ? mass_of_two(partner) / 2 : partner.state.mass), scene);
  if (partner.inside != nullptr) {
    const double extent = partner.extent();
    const bool join = extent < wide_pair * close && joins(x, v, own.mass / partner.state.mass, extent, close);
    return join ? std::vector{*nearest} : std::vector<std::size_t>{};
  }
  const OrbitShape orbit = orbit_phase({x, v}, mu).shape;
  const double apocentre = orbit.beta > 0 ? orbit.apocentre() : std::numeric_limits<double>::infinity();
  const Vec3 centre = own.x + (partner.state.mass / mu) * x;
  const auto is_partner = [&](std::size_t k) { return k == *nearest; };
  const auto gamma_at = [&](double size) { return tide(scene, centre, mu, size, is_partner); };
  const bool is_bound_closely = orbit.beta > 0 && mu < orbit.beta * close && apocentre < widest_new_pair * close &&
                                gamma_at(apocentre) < gamma_to_begin;
  const bool comes_close = r < close && dot(x, v) < nearly_circular * std::sqrt(mu * r) && gamma_at(r) < gamma_to_begin;
  if (is_bound_closely || comes_close) return {*nearest};
  return scene.speed2 > 0 ? std::vector<std::size_t>{} : partners_of_few(scene, r);
}

/// Without a cluster around, bodies at similar distances from each other are a group from the start.
std::vector<std::size_t> CloseRules::partners_of_few(const Scene& scene, double nearest) {
  std::vector<std::size_t> near;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    const double size = std::max(nearest, scene.near[k].extent()), limit = near_extents * size;
    if (norm2(scene.near[k].state.x - scene.own.state.x) < limit * limit) near.push_back(k);
  }
  const auto is_at_place_of_another = [&](std::size_t k) {
    const auto is_there = [&](std::size_t other) {
      return other != k && scene.near[other].state.x == scene.near[k].state.x;
    };
    return std::ranges::any_of(near, is_there);
  };
  const bool is_group = near.size() > 1 && std::ranges::none_of(near, is_at_place_of_another);
  return is_group ? near : std::vector<std::size_t>{};
}

std::vector<std::size_t> CloseRules::partners_of_subsystem(const Scene& scene) const {
  std::vector<std::size_t> joining;
  const BodyAt& own = scene.own.state;
  const double extent = scene.own.extent();
  const double close = close_distance(mass_of_two(scene.own), scene);
  if (extent > wide_pair * close) return {};
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    const NearBody& other = scene.near[k];
    const Vec3 x = other.state.x - own.x, v = other.state.v - own.v;
    if (other.extent() > wide_pair * close) continue;
    const double size = std::max(extent, other.extent());
    if (joins(x, v, other.state.mass / own.mass, size, close)) joining.push_back(k);
  }
  return joining;
}

std::vector<std::vector<std::size_t>> CloseRules::parts(const Scene& scene, std::span<const BodyAt> members) const {
  if (members.size() > 2) return parts_of_group(scene, members);
  if (pair_ends(scene, members)) return {{0}, {1}};
  return {};
}

bool CloseRules::pair_ends(const Scene& scene, std::span<const BodyAt> members) const {
  const BodyAt& own = scene.own.state;
  const Vec3 x = members[0].x - members[1].x, v = members[0].v - members[1].v;
  const double r = norm(x), extent = scene.own.extent(), close = close_distance(own.mass, scene);
  const auto nobody = [](std::size_t) { return false; };
  if (tide(scene, own.x, own.mass, r, nobody) > gamma_to_end) return true;
  const double beta = kepler_beta({x, v}, own.mass);
  const bool is_wide = extent > wide_pair * close;
  if (approaches(x, v) || r < parted_pair * close) return false;
  return !(beta > 0) || (is_wide && tide(scene, own.x, own.mass, extent, nobody) > gamma_to_begin);
}

std::vector<std::vector<std::size_t>> CloseRules::parts_of_group(const Scene& scene,
                                                                 std::span<const BodyAt> members) const {
  std::vector<double> masses;
  std::vector<PhasePoint> states;
  for (const BodyAt& member : members) {
    masses.push_back(member.mass);
    states.push_back({member.x, member.v});
  }
  const BinaryTree tree(masses, states);
  // The uppermost nodes: where all are bound together, the two parts of the outermost orbit.
  std::vector<std::uint32_t> tops(tree.roots().begin(), tree.roots().end());
  if (tops.size() == 1) {
    const auto& pair = *tree.nodes()[tops[0]].pair;
    tops = {pair.first, pair.second};
  }
  const double smallest = 0.25 * close_distance(mass_of_two(scene.own), scene);
  const double largest = to_part * close_distance(mass_of_two(scene.own), scene), largest2 = largest * largest;
  // Orbits that are too wide to be followed as a group do not keep their parts together.
  for (std::size_t i = 0; i < tops.size();) {
    const auto& pair = tree.nodes()[tops[i]].pair;
    if (!pair || norm2(pair->relative.x) < largest2 || approaches(pair->relative.x, pair->relative.v)) {
      ++i;
      continue;
    }
    tops[i] = pair->first;
    tops.push_back(pair->second);
  }
  const auto extent_of = [&](std::uint32_t node) {
    const auto& pair = tree.nodes()[node].pair;
    return pair ? pair->orbit.apocentre() : 0.0;
  };
  const auto are_parted = [&](std::uint32_t one, std::uint32_t other) {
    const BinaryNode &a = tree.nodes()[one], &b = tree.nodes()[other];
    const Vec3 x = b.centre.x - a.centre.x, v = b.centre.v - a.centre.v;
    const double size = std::max({extent_of(one), extent_of(other), std::isfinite(smallest) ? smallest : 0.0});
    const double parted = size * (scene.speed2 > 0 ? parted_extents : parted_extents_of_few);
    return dot(x, v) > 0 && norm2(x) > std::min(parted * parted, largest2);
  };
  // Nodes that are not parted from each other stay together.
  std::vector<std::size_t> part(tops.size());
  for (std::size_t i = 0; i < tops.size(); ++i) {
    part[i] = i;
    for (std::size_t j = 0; j < i; ++j) {
      if (are_parted(tops[i], tops[j])) continue;
      const std::size_t from = part[i], to = part[j];
      for (std::size_t& one : part)
        if (one == from) one = to;
    }
  }
  std::vector<std::vector<std::size_t>> parts;
  for (std::size_t number = 0; number < tops.size(); ++number) {
    std::vector<std::size_t> together;
    for (std::size_t i = 0; i < tops.size(); ++i) {
      if (part[i] != number) continue;
      for (const std::uint32_t body : tree.bodies_of(tops[i])) together.push_back(body);
    }
    std::ranges::sort(together);
    if (!together.empty()) parts.push_back(std::move(together));
  }
  keep_together(parts, masses, states);
  // Two stars that are as far apart as the parts are no pair among others.
  const double widest = wide_pair * close_distance(mass_of_two(scene.own), scene);
  for (std::size_t k = 0; k < parts.size() && parts.size() > 1; ++k) {
    if (parts[k].size() != 2) continue;
    const std::size_t i = parts[k][0], j = parts[k][1];
    const OrbitShape orbit =
        orbit_phase({states[i].x - states[j].x, states[i].v - states[j].v}, masses[i] + masses[j]).shape;
    if (orbit.beta > 0 && orbit.apocentre() < widest) continue;
    parts[k] = {i};
    parts.push_back({j});
  }
  if (parts.size() == 1) return {};
  std::ranges::sort(parts);
  return parts;
}

double CloseRules::reach(const Subsystem& subsystem, double own_mass, double mass) const {
  if (!(own_mass > 0)) return 0;
  return std::cbrt(2 * mass / (own_mass * options_.smallest_perturbation)) * subsystem.extent();
}

bool CloseRules::feels(const Subsystem& subsystem, double own_mass, double tide) const {
  const double extent = subsystem.extent();
  return tide * extent * extent * extent > options_.smallest_perturbation * own_mass;
}

std::unique_ptr<Subsystem> CloseRules::form(Tick t, std::span<const BodyAt> members) const {
  if (members.size() == 2) return std::make_unique<KsSubsystem>(options_, t, members);
  return std::make_unique<GroupSubsystem>(options_, t, members);
}

std::unique_ptr<Subsystem> CloseRules::make(std::string_view kind) const {
  if (kind == KsSubsystem::kind_name) return std::make_unique<KsSubsystem>(options_);
  if (kind == GroupSubsystem::kind_name) return std::make_unique<GroupSubsystem>(options_);
  throw InputError("the checkpoint is damaged: there is no subsystem of the kind " + std::string(kind));
}

}  // namespace tucana
