// How pairs, groups and hierarchies end.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/fewbody/close_rules-inl.h"
#include "tucana/fewbody/kepler.h"

namespace tucana {

using namespace close_rules;

namespace {

using Parts = std::vector<std::vector<std::size_t>>;

/// One part with all members: they go on as whatever they are now.
std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t k = 0; k < count; ++k) all[k] = k;
  return all;
}

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

/// The distance at which stars have as much energy of attraction as they have of motion.
double distance_of_speeds(const std::vector<double>& masses, const std::vector<PhasePoint>& states) {
  double products = 0, motion = 0, mass = 0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      products += masses[i] * masses[j];
      motion += 0.5 * masses[i] * masses[j] * norm2(states[i].v - states[j].v);
    }
    mass += masses[i];
  }
  return motion > 0 ? products * mass / motion : std::numeric_limits<double>::infinity();
}

double mass_of_heaviest_two(const std::vector<double>& masses) {
  double first = 0, second = 0;
  for (const double mass : masses) {
    second = std::max(second, std::min(first, mass));
    first = std::max(first, mass);
  }
  return first + second;
}

/// Whether a subsystem has to know the members of another one.
bool is_among_others(const Scene& scene) {
  const NearBody& own = scene.own;
  const double limit = unknown_energy * 0.5 * mass_of_two(own) * scene.speed2;
  const auto has_to_be_known = [&](const NearBody& other) {
    return other.inside != nullptr && energy_of_extents(own.state.mass, own.extent(), other.state.mass, other.extent(),
                                                        norm2(other.state.x - own.state.x)) > limit;
  };
  return scene.speed2 > 0 && std::ranges::any_of(scene.near, has_to_be_known);
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

/// A part as the subsystem that it would be.
struct Whole {
  double mass = 0, extent = 0;
  Vec3 centre;

  Whole(const std::vector<std::size_t>& part, std::span<const BodyAt> members) {
    std::vector<BodyAt> some;
    for (const std::size_t i : part) {
      some.push_back(members[i]);
      mass += members[i].mass;
      centre += members[i].mass * members[i].x;
    }
    if (mass > 0) centre = (1 / mass) * centre;
    for (const BodyAt& one : some)
      for (const BodyAt& other : some) extent = std::max(extent, norm(one.x - other.x));
    const BinaryTree tree = tree_of(some);
    if (some.size() > 1 && is_hierarchy(tree, 1))
      extent = std::max(extent, tree.nodes()[tree.roots().front()].pair->orbit.apocentre());
  }
};

/// Parts that would have to know each other's members stay one. No limit: there are only a few bodies.
void keep_those_who_know(Parts& parts, std::span<const BodyAt> members, double limit) {
  if (!(limit > 0)) return;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Whole one(parts[i], members), other(parts[j], members);
      if (!(energy_of_extents(one.mass, one.extent, other.mass, other.extent, norm2(one.centre - other.centre)) >
            limit))
        continue;
      parts[j].insert(parts[j].end(), parts[i].begin(), parts[i].end());
      std::ranges::sort(parts[j]);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;  // again with the one that has grown
      break;
    }
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> CloseRules::parts(const Scene& scene, std::span<const BodyAt> members) const {
  if (members.size() > 2) {
    if (!is_group(scene.own)) return parts_of_hierarchy(scene, members);
    return has_settled(scene, members) ? Parts{all_of(members.size())} : parts_of_group(scene, members);
  }
  if (pair_ends(scene, members)) return {{0}, {1}};
  return {};
}

/// A pair ends by tides at its extent of more than gamma_to_begin, or when it is unbound. Wider bodies that it might
/// join find it when they are examined themselves.
bool CloseRules::goes_on(const Scene& scene) const {
  if (scene.own.inside->member_count() > 2) return false;
  const BodyAt& own = scene.own.state;
  const double extent = scene.own.extent();
  const double alone =
      std::max(1.1 * near_extents * extent, joining_distance(*scene.own.inside, own.mass, scene.speed2));
  const auto is_near = [&](const NearBody& other) {
    const double limit = std::max(alone, meeting_distance(own.mass + other.state.mass, scene.speed2));
    return norm2(other.state.x - own.x) <= limit * limit;
  };
  if (std::ranges::any_of(scene.near, is_near)) return false;
  return tide(scene, own.x, own.mass, extent, [](std::size_t) { return false; }) < gamma_to_begin;
}

bool CloseRules::pair_ends(const Scene& scene, std::span<const BodyAt> members) const {
  const BodyAt& own = scene.own.state;
  const Vec3 x = members[0].x - members[1].x, v = members[0].v - members[1].v;
  const double r = norm(x), extent = scene.own.extent(), close = close_distance(own.mass, scene);
  const auto nobody = [](std::size_t) { return false; };
  if (tide(scene, own.x, own.mass, r, nobody) > gamma_to_end) return true;
  const double beta = kepler_beta({x, v}, own.mass);
  const bool is_wide = extent > wide_pair * close;
  if (approaches(x, v) || has_short_steps(own.mass, x, v)) return false;
  if (!(beta > 0) && is_among_others(scene)) return true;
  if (r < parted_pair * close) return false;
  return !(beta > 0) || (is_wide && tide(scene, own.x, own.mass, extent, nobody) > gamma_to_begin);
}

bool CloseRules::has_settled(const Scene& scene, std::span<const BodyAt> members) const {
  const BinaryTree tree = tree_of(members);
  if (!begins_hierarchy(tree)) return false;
  const BinaryNode& root = tree.nodes()[tree.roots().front()];
  const OrbitShape& orbit = root.pair->orbit;
  const double close = close_distance(mass_of_two(scene.own), scene), apocentre = orbit.apocentre();
  const auto nobody = [](std::size_t) { return false; };
  return root.mass < orbit.beta * close && apocentre < widest_new_pair * close &&
         tide(scene, scene.own.state.x, scene.own.state.mass, apocentre, nobody) < gamma_to_begin;
}

/// As a pair ends, into the two parts of its outermost orbit.
std::vector<std::vector<std::size_t>> CloseRules::parts_of_hierarchy(const Scene& scene,
                                                                     std::span<const BodyAt> members) const {
  const BinaryTree tree = tree_of(members);
  if (!is_hierarchy(tree, 1)) return {all_of(members.size())};
  const BinaryNode::Pair& root = *tree.nodes()[tree.roots().front()].pair;
  const BodyAt& own = scene.own.state;
  const double r = norm(root.relative.x), close = close_distance(mass_of_two(scene.own), scene);
  const double apocentre = root.orbit.apocentre();
  const auto tide_at = [&](double size) {
    return tide(scene, own.x, own.mass, size, [](std::size_t) { return false; });
  };
  const bool is_far_out = !approaches(root.relative.x, root.relative.v) && r > parted_pair * close;
  const bool is_disturbed = apocentre > wide_pair * close && tide_at(apocentre) > gamma_to_begin;
  if (!(tide_at(r) > gamma_to_end || (is_far_out && is_disturbed))) return {};
  Parts parts(2);
  for (const std::uint32_t i : tree.bodies_of(root.first)) parts[0].push_back(i);
  for (const std::uint32_t i : tree.bodies_of(root.second)) parts[1].push_back(i);
  std::ranges::sort(parts);
  return parts;
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
  const double close = close_distance(mass_of_heaviest_two(masses), scene);
  // Without a cluster around, stars that are not bound to each other are apart only when they are so compared with
  // where their speeds come from.
  const double smallest = scene.speed2 > 0 ? 0.25 * close : distance_of_speeds(masses, states);
  const double largest = to_part * close, largest2 = largest * largest;
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
    const double r = norm(x);
    const bool is_alone = !(scene.speed2 > 0) && scene.field * r * r * r < gamma_to_end * (a.mass + b.mass);
    const double parted = size * (is_alone ? parted_extents_of_few : parted_extents);
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
  const double widest = wide_pair * close;
  for (std::size_t k = 0; k < parts.size() && parts.size() > 1; ++k) {
    if (parts[k].size() != 2) continue;
    const std::size_t i = parts[k][0], j = parts[k][1];
    const OrbitShape orbit =
        orbit_phase({states[i].x - states[j].x, states[i].v - states[j].v}, masses[i] + masses[j]).shape;
    if (orbit.beta > 0 && orbit.apocentre() < widest) continue;
    parts[k] = {i};
    parts.push_back({j});
  }
  keep_those_who_know(parts, members, 0.25 * unknown_energy * mass_of_two(scene.own) * scene.speed2);
  if (parts.size() == 1) return {};
  std::ranges::sort(parts);
  return parts;
}

}  // namespace tucana
