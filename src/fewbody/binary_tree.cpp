#include "tucana/fewbody/binary_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/fewbody/stability.h"

namespace tucana {
namespace {

/// The angle between two orbits; 0 where one has no angular momentum.
double angle_between(const PhasePoint& a, const PhasePoint& b) {
  const Vec3 p = cross(a.x, a.v), q = cross(b.x, b.v);
  return std::atan2(norm(cross(p, q)), dot(p, q));
}

double axis_of(const BinaryNode::Pair& pair) { return pair.orbit.mu / pair.orbit.beta; }

}  // namespace

BinaryTree::BinaryTree(std::span<const double> masses, std::span<const PhasePoint> bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    nodes_.push_back({masses[i], bodies[i], std::nullopt});
    roots_.push_back(static_cast<std::uint32_t>(i));
  }
  while (join_closest()) continue;
}

bool BinaryTree::join_closest() {
  double smallest = std::numeric_limits<double>::infinity();
  std::optional<BinaryNode::Pair> closest;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    for (std::size_t j = i + 1; j < roots_.size(); ++j) {
      const BinaryNode &a = nodes_[roots_[i]], &b = nodes_[roots_[j]];
      const PhasePoint relative{b.centre.x - a.centre.x, b.centre.v - a.centre.v};
      const double mu = a.mass + b.mass, beta = kepler_beta(relative, mu);
      if (!(beta > 0 && mu / beta < smallest)) continue;
      smallest = mu / beta;
      closest = {roots_[i], roots_[j], relative, orbit_phase(relative, mu).shape};
    }
  }
  if (!closest) return false;
  const BinaryNode &a = nodes_[closest->first], &b = nodes_[closest->second];
  const double mass = a.mass + b.mass, part = b.mass / mass;
  nodes_.push_back({mass, {a.centre.x + part * closest->relative.x, a.centre.v + part * closest->relative.v}, closest});
  std::erase_if(roots_, [&](std::uint32_t root) { return root == closest->first || root == closest->second; });
  roots_.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
  return true;
}

std::vector<std::uint32_t> BinaryTree::bodies_of(std::uint32_t node) const {
  if (!nodes_[node].pair) return {node};
  std::vector<std::uint32_t> all = bodies_of(nodes_[node].pair->first);
  const auto others = bodies_of(nodes_[node].pair->second);
  all.insert(all.end(), others.begin(), others.end());
  std::sort(all.begin(), all.end());
  return all;
}

bool BinaryTree::is_stable_pair(const BinaryNode::Pair& outer, double margin) const {
  const BinaryNode *wide = &nodes_[outer.first], *other = &nodes_[outer.second];
  if (!wide->pair || (other->pair && axis_of(*other->pair) > axis_of(*wide->pair))) std::swap(wide, other);
  if (!wide->pair) return true;
  const HierarchyGeometry geometry{axis_of(*wide->pair), other->mass / wide->mass, outer.orbit.eccentricity,
                                   angle_between(wide->pair->relative, outer.relative)};
  const double critical =
      other->pair ? critical_pericentre_of_pairs(geometry, axis_of(*other->pair)) : critical_pericentre(geometry);
  return outer.orbit.pericentre > margin * critical;
}

bool BinaryTree::is_stable(std::uint32_t node, double margin) const {
  const auto& pair = nodes_[node].pair;
  return !pair || (is_stable(pair->first, margin) && is_stable(pair->second, margin) && is_stable_pair(*pair, margin));
}

}  // namespace tucana
