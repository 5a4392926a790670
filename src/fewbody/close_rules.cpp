#include "tucana/fewbody/close_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tucana/core/error.h"
#include "tucana/fewbody/close_rules-inl.h"
#include "tucana/fewbody/hierarchy_subsystem.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_subsystem.h"
#include "tucana/fewbody/stability.h"

namespace tucana {

using namespace close_rules;

namespace {

/// Whether a body at x that moves with v becomes part of a subsystem with an extent and a mass in some ratio to its
/// own.
bool joins(const Vec3& x, const Vec3& v, double mass_ratio, double extent, double close) {
  const double r2 = norm2(x);
  const double limit = std::min(1.1 * CloseRules::near_extents * extent, to_join * close);
  if (r2 < inside * extent * extent) return r2 < limit * limit;
  const double gamma = 2 * mass_ratio * std::pow(extent * extent / r2, 1.5);
  return r2 < limit * limit && approaches(x, v) && gamma > gamma_to_join;
}

/// The same where there is no cluster around: far earlier, if a field does not act on bodies at such distances more
/// than they do on each other, and whichever way they go; but within a close distance that is given.
bool joins_few(const Scene& scene, const BodyAt& other, double extent, double close) {
  const double r = norm(other.x - scene.own.state.x), mass = scene.own.state.mass + other.mass;
  return !(scene.speed2 > 0) && r < std::min(near_extents_of_few * extent, to_join * close) &&
         scene.field * r * r * r < gamma_to_begin * mass;
}

/// Whether in a cluster a body and a subsystem, one of which is that of the scene, come so close as two stars do that
/// become a pair: their passage is as strong an encounter, whatever the extent of the subsystem. Groups do not grow by
/// that: they are as wide as such passages, and a group of the whole core costs far more than it is worth.
bool meets(const Scene& scene, std::size_t other, double close) {
  if (is_group(scene.own) || is_group(scene.near[other])) return false;
  const BodyAt &one = scene.own.state, &two = scene.near[other].state;
  const Vec3 x = two.x - one.x, v = two.v - one.v;
  const double r = norm(x), mu = one.mass + two.mass;
  if (!(scene.speed2 > 0 && r < close && dot(x, v) < nearly_circular * std::sqrt(mu * r))) return false;
  const Vec3 centre = one.x + (two.mass / mu) * x;
  return tide(scene, centre, mu, r, [&](std::size_t k) { return k == other; }) < gamma_to_begin;
}

/// Whether a subsystem of mass m and some extent would have to know the members of another one, so that one of them has
/// to become part of the other, or single stars.
bool has_to_know(const Scene& scene, const BodyAt& centre, double extent, double mass_of_star, const NearBody& other) {
  if (other.inside == nullptr || !(scene.speed2 > 0)) return false;
  const double energy =
      energy_of_extents(centre.mass, extent, other.state.mass, other.extent(), norm2(other.state.x - centre.x));
  return energy > unknown_energy * mass_of_star * scene.speed2;
}

/// The same for the subsystem of the scene and another one that may be in one group. Pairs that are wide end, and so do
/// those that are not bound: stars feel all members.
bool becomes_one_with(const Scene& scene, const NearBody& other, double close) {
  const auto may_join = [&](const NearBody& body) {
    const bool is_pair = body.inside->member_count() == 2;
    return body.extent() < (is_pair ? wide_pair : widest_group) * close &&
           (!is_pair || body.inside->internal_energy() < 0);
  };
  const NearBody& own = scene.own;
  return has_to_know(scene, own.state, own.extent(), mass_of_two(own) / 2, other) && may_join(own) && may_join(other);
}

}  // namespace

double CloseRules::close_distance(double mass, double speed2) const {
  if (options_.close_distance > 0) return std::max(options_.close_distance, distance_of_step(mass));
  return speed2 > 0 ? close_part * mass / speed2 : std::numeric_limits<double>::infinity();
}

double CloseRules::close_distance(double mass, const Scene& scene) const {
  if (options_.close_distance > 0) return close_distance(mass, scene.speed2);
  return std::max(std::min(close_distance(mass, scene.speed2), part_of_spacing * scene.spacing),
                  distance_of_step(mass));
}

/// Where two stars at rest would have steps of `close_step` (Wang et al. 2015, section 2: with factor 0.04).
double CloseRules::distance_of_step(double mass) const {
  return options_.close_step > 0 ? std::cbrt(mass * std::pow(options_.close_step / step_of_fall, 2)) : 0;
}

/// Whether two stars at a distance and velocity would have steps below the one given: by their fall towards each other,
/// or by the time in which they pass.
bool CloseRules::has_short_steps(double mu, const Vec3& x, const Vec3& v) const {
  if (!(options_.close_step > 0)) return false;
  const double r = norm(x), speed = norm(v);
  const double passage = speed > 0 ? r / speed : std::numeric_limits<double>::infinity();
  return step_of_passage * std::min(std::sqrt(r * r * r / mu), passage) < options_.close_step;
}

/// The acceleration of a body of mass m at the close distance of the two.
bool CloseRules::may_be_close(double mass, double mass_of_others, double pull2, double speed2, double step) const {
  if (step < options_.close_step) return true;
  // Permissive: the force of others may act against that of the partner.
  constexpr double margin = 0.5;
  const double sum = mass + mass_of_others, distance = close_distance(sum, speed2);
  const double limit = margin * std::max(mass_of_others, mass) / (distance * distance);
  return pull2 > limit * limit;
}

bool CloseRules::may_be_isolated(double mass, double pull2, double spacing) const {
  const double limit = pull_of_isolated * mass / (spacing * spacing);
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
    const bool join =
        extent < wide_pair * close &&
        (joins_few(scene, partner.state, extent, close) || joins(x, v, own.mass / partner.state.mass, extent, close) ||
         meets(scene, *nearest, close_distance(own.mass + partner.largest_mass(), scene)));
    return join || orbits_stably(scene, *nearest) ? std::vector{*nearest} : std::vector<std::size_t>{};
  }
  const OrbitShape orbit = orbit_phase({x, v}, mu).shape;
  const double apocentre = orbit.beta > 0 ? orbit.apocentre() : std::numeric_limits<double>::infinity();
  const Vec3 centre = own.x + (partner.state.mass / mu) * x;
  const auto is_partner = [&](std::size_t k) { return k == *nearest; };
  const auto gamma_at = [&](double size) { return tide(scene, centre, mu, size, is_partner); };
  const bool is_bound_closely = orbit.beta > 0 && mu < orbit.beta * close && apocentre < widest_new_pair * close &&
                                gamma_at(apocentre) < gamma_to_begin;
  const bool is_isolated = known_apocentres * apocentre < scene.listed && gamma_at(apocentre) < gamma_of_isolated;
  const bool comes_nearer = dot(x, v) < nearly_circular * std::sqrt(mu * r);
  // A step that is too short has to be avoided even where others disturb.
  const bool is_short = scene.step > 0 && scene.step < options_.close_step && has_short_steps(mu, x, v);
  const bool comes_close =
      comes_nearer && ((r < close && gamma_at(r) < gamma_to_begin) || (is_short && gamma_at(r) < 0.5 * gamma_to_end));
  // Two that would not become part of a group feel all members of other subsystems as single stars.
  const double extent = std::min(apocentre, 2 * r);
  const auto has_to_know_it = [&](const NearBody& other) {
    return has_to_know(scene, {mu, centre, {}}, extent, mu / 2, other);
  };
  const bool is_better_single = !(apocentre < wide_pair * close) && std::ranges::any_of(scene.near, has_to_know_it);
  if (is_bound_closely || is_isolated || comes_close)
    return is_better_single ? std::vector<std::size_t>{} : std::vector{*nearest};
  return scene.speed2 > 0 ? std::vector<std::size_t>{} : partners_of_few(scene, r);
}

/// Without a cluster around, bodies at similar distances from each other are a group from the start.
std::vector<std::size_t> CloseRules::partners_of_few(const Scene& scene, double nearest) {
  std::vector<std::size_t> near;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    const BodyAt &own = scene.own.state, &other = scene.near[k].state;
    const double r = norm(other.x - own.x), limit = near_extents * std::max(nearest, scene.near[k].extent());
    if (r < limit && scene.field * r * r * r < gamma_to_begin * (own.mass + other.mass)) near.push_back(k);
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
  for (std::size_t k = 0; k < scene.near.size(); ++k)
    if (becomes_one_with(scene, scene.near[k], close)) joining.push_back(k);
  if (extent > wide_pair * close) return joining;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    const NearBody& other = scene.near[k];
    const Vec3 x = other.state.x - own.x, v = other.state.v - own.v;
    if (other.extent() > wide_pair * close || std::ranges::find(joining, k) != joining.end()) continue;
    const double size = std::max(extent, other.extent());
    if (joins_few(scene, other.state, size, close) || joins(x, v, other.state.mass / own.mass, size, close) ||
        meets(scene, k, close_distance(scene.own.largest_mass() + other.largest_mass(), scene)))
      joining.push_back(k);
  }
  if (!joining.empty()) return joining;
  for (std::size_t k = 0; k < scene.near.size(); ++k)
    if (orbits_stably(scene, k)) return {k};
  return {};
}

/// Pessimistic: with the extents for axes, in the same plane. Cheap for most bodies: they are unbound, or far away.
bool CloseRules::orbits_stably(const Scene& scene, std::size_t other) const {
  const NearBody &one = scene.own, &two = scene.near[other];
  if (is_group(one) || is_group(two)) return false;
  const bool is_first_wider = one.extent() > two.extent();
  const NearBody &wider = is_first_wider ? one : two, &narrower = is_first_wider ? two : one;
  if (!(wider.extent() > 0)) return false;
  const double mu = one.state.mass + two.state.mass;
  const PhasePoint relative{two.state.x - one.state.x, two.state.v - one.state.v};
  const double beta = kepler_beta(relative, mu), close = close_distance(mass_of_two(wider), scene);
  if (!(beta > 0 && mu < beta * close)) return false;
  const OrbitShape orbit = orbit_phase(relative, mu).shape;
  if (!(orbit.apocentre() < widest_new_pair * close)) return false;
  const HierarchyGeometry geometry{wider.extent(), narrower.state.mass / wider.state.mass, orbit.eccentricity, 0};
  const double critical =
      narrower.extent() > 0 ? critical_pericentre_of_pairs(geometry, narrower.extent()) : critical_pericentre(geometry);
  if (!(orbit.pericentre > surely_stable * critical)) return false;
  const Vec3 centre = one.state.x + (two.state.mass / mu) * relative.x;
  const auto is_other = [&](std::size_t k) { return k == other; };
  return tide(scene, centre, mu, orbit.apocentre(), is_other) < gamma_to_begin;
}

double CloseRules::reach(const Subsystem& subsystem, double own_mass, double mass) const {
  if (!(own_mass > 0)) return 0;
  return std::cbrt(2 * mass / (own_mass * options_.smallest_perturbation)) * subsystem.extent();
}

bool CloseRules::feels(const Subsystem& subsystem, double own_mass, double tide) const {
  const double extent = subsystem.extent();
  return tide * extent * extent * extent > options_.smallest_perturbation * own_mass;
}

double CloseRules::near_distance(const Subsystem& subsystem, double speed2) const {
  return (speed2 > 0 ? near_extents : near_extents_of_few) * subsystem.extent();
}

double CloseRules::meeting_distance(double mass, double speed2) const {
  return speed2 > 0 ? close_distance(mass, speed2) : 0;
}

double CloseRules::distance_to_know(const Subsystem& one, double mass, const Subsystem& other, double other_mass,
                                    double speed2) const {
  if (!(speed2 > 0)) return 0;
  const double mass_of_one = mass / static_cast<double>(one.member_count());
  const double at_unit_distance = energy_of_extents(mass, one.extent(), other_mass, other.extent(), 1);
  return std::pow(at_unit_distance / (unknown_energy * mass_of_one * speed2), 0.2);
}

/// That of hierarchies: groups begin nearer than that.
double CloseRules::joining_distance(const Subsystem& subsystem, double own_mass, double speed2) const {
  const double mass_of_two = 2 * own_mass / static_cast<double>(subsystem.member_count());
  return widest_new_pair * close_distance(mass_of_two, speed2);
}

std::unique_ptr<Subsystem> CloseRules::form(Tick t, std::span<const BodyAt> members) const {
  if (members.size() == 2) return std::make_unique<KsSubsystem>(options_, t, members);
  if (begins_hierarchy(tree_of(members))) return std::make_unique<HierarchySubsystem>(options_, t, members);
  return std::make_unique<GroupSubsystem>(options_, t, members);
}

std::unique_ptr<Subsystem> CloseRules::make(std::string_view kind) const {
  if (kind == KsSubsystem::kind_name) return std::make_unique<KsSubsystem>(options_);
  if (kind == HierarchySubsystem::kind_name) return std::make_unique<HierarchySubsystem>(options_);
  if (kind == GroupSubsystem::kind_name) return std::make_unique<GroupSubsystem>(options_);
  throw InputError("the checkpoint is damaged: there is no subsystem of the kind " + std::string(kind));
}

}  // namespace tucana
