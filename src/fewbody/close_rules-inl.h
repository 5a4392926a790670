// The numbers of CloseRules, and what its parts share.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "tucana/fewbody/binary_tree.h"
#include "tucana/fewbody/close_rules.h"
#include "tucana/fewbody/group_subsystem.h"

namespace tucana::close_rules {

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
/// And that with which two stars on a wide orbit begin, if all within so many apocentre distances are known.
constexpr double gamma_of_isolated = 0.01, known_apocentres = 6;
/// The acceleration of a star on such an orbit, in units of its mass over the squared spacing of bodies around: others
/// are five of its apocentre distances away.
constexpr double pull_of_isolated = 20;
/// Radial velocities below this part of that of a circular orbit count as approach, so that circular orbits do
/// (NBODY6).
constexpr double nearly_circular = 0.02;
/// Members this many extents apart are no group any more; without a cluster around, nothing is gained by parting early:
/// 2/r^3 of the energy inside is lost.
constexpr double parted_extents = 4, parted_extents_of_few = 1000;
/// Nor by joining late: as a pair and a body around it they would be points to each other in parts of their motion.
constexpr double near_extents_of_few = 400;
/// A body this near, in squares of extents, is in the middle of a subsystem, wherever it goes.
constexpr double inside = 1;
/// Two subsystems are points to each other's inner motion. The energy that they do not know of each other by that, of
/// fourth order in their extents, is at most this part of m v^2 of a star where they become one, and half of it where
/// they part.
constexpr double unknown_energy = 1e-3;
/// But no group becomes wider by that than so many close distances: in a dense core it would be the whole core.
constexpr double widest_group = 6;
/// Steps of two stars relative to the time of their fall: NBODY6's for the distance at which pairs begin (Wang et al.
/// 2015), and the usual ones.
constexpr double step_of_fall = 0.04, step_of_passage = 0.1;
/// Unbound pairs end at this many close distances.
constexpr double parted_pair = 2;

/// Hierarchies begin with pericentres that exceed those of the criterion of stability by this factor, and end at it.
constexpr double surely_stable = 1.2;

/// And with apocentres of less than so many times their present distance.
constexpr double farthest_out = 3;

/// What is parted does not lie among the rest: this many extents of it away.
constexpr double clear_of_rest = 1.5;

/// The mass of two of the stars in a body: the scale of encounters does not grow with groups.
inline double mass_of_two(const NearBody& body) {
  const std::size_t stars = body.inside != nullptr ? body.inside->member_count() : 2;
  return 2 * body.state.mass / static_cast<double>(stars);
}

/// The energy of the quadrupoles of two bodies in each other's field: for pairs of equal stars, at distances of the
/// size of the extents, its largest value is 3/8 of the product.
inline double energy_of_extents(double mass, double extent, double other_mass, double other_extent, double r2) {
  const double area = extent * other_extent;
  return 0.25 * mass * other_mass * area * area / (r2 * r2 * std::sqrt(r2));
}

inline bool approaches(const Vec3& x, const Vec3& v) { return dot(x, v) < 0; }

/// The sum of tides on a pair or group of mass mu and size R at a place, relative to mu/R^2.
template <class Skip>
inline double tide(const Scene& scene, const Vec3& centre, double mu, double size, const Skip& skip) {
  double gamma = 0;
  for (std::size_t k = 0; k < scene.near.size(); ++k) {
    if (skip(k)) continue;
    const double r2 = norm2(scene.near[k].state.x - centre);
    gamma += 2 * scene.near[k].state.mass / (mu * r2 * std::sqrt(r2));
  }
  return gamma * size * size * size;
}

inline BinaryTree tree_of(std::span<const BodyAt> members) {
  std::vector<double> masses;
  std::vector<PhasePoint> states;
  for (const BodyAt& member : members) {
    masses.push_back(member.mass);
    states.push_back({member.x, member.v});
  }
  return {masses, states};
}

inline bool is_hierarchy(const BinaryTree& tree, double margin) {
  return tree.roots().size() == 1 && tree.is_stable(tree.roots().front(), margin);
}

/// A hierarchy begins where its outermost orbit does not lead much farther out: one that does may never come back.
inline bool begins_hierarchy(const BinaryTree& tree) {
  if (!is_hierarchy(tree, surely_stable)) return false;
  const BinaryNode::Pair& outermost = *tree.nodes()[tree.roots().front()].pair;
  return outermost.orbit.apocentre() < farthest_out * norm(outermost.relative.x);
}

inline bool is_group(const NearBody& body) {
  return body.inside != nullptr && body.inside->kind() == GroupSubsystem::kind_name;
}

}  // namespace tucana::close_rules
