#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tucana/core/change_set.h"
#include "tucana/core/stars.h"

namespace tucana {

inline std::size_t row_of(const StarsBuffer& stars, StarId id) {
  return static_cast<std::size_t>(std::ranges::find(stars.id, id) - stars.id.begin());
}

/// One of each: a star that loses mass, one that gains, a kick, a supernova (both), a merger, a removal, an addition
/// near another star.
inline ChangeSet one_of_each() {
  ChangeSet set;
  set.masses = {{StarId{5}, 0.002}, {StarId{20}, 0.05}, {StarId{31}, 0.004}};
  set.radii = {{StarId{5}, 0.01}};
  set.kicks = {{StarId{8}, {0.3, -0.2, 0.1}}, {StarId{31}, {-0.5, 0, 0.2}}};
  set.mergers = {{StarId{11}, StarId{12}, 0.02, 0.02}};
  set.removed = {StarId{3}};
  set.added.resize(1);
  set.added.id = {StarId{1001}};
  set.added.mass = {0.01};
  set.added.radius = {0.003};
  set.added.position = {{0.1, 0.2, -0.1}};
  set.added.velocity = {{0.3, 0, 0}};
  return set;
}

/// The same changes of a plain table.
inline StarsBuffer changed(StarsBuffer stars, const ChangeSet& set) {
  for (const auto& [star, mass] : set.masses) stars.mass[row_of(stars, star)] = mass;
  for (const auto& [star, radius] : set.radii) stars.radius[row_of(stars, star)] = radius;
  for (const auto& [star, change, shift] : set.kicks) {
    stars.velocity[row_of(stars, star)] += change;
    stars.position[row_of(stars, star)] += shift;
  }
  std::vector<StarId> gone = set.removed;
  for (const auto& merger : set.mergers) {
    const std::size_t a = row_of(stars, merger.kept), b = row_of(stars, merger.lost);
    const double m1 = stars.mass[a], m2 = stars.mass[b];
    stars.position[a] = (1 / (m1 + m2)) * (m1 * stars.position[a] + m2 * stars.position[b]);
    stars.velocity[a] = (1 / (m1 + m2)) * (m1 * stars.velocity[a] + m2 * stars.velocity[b]);
    stars.mass[a] = merger.mass;
    stars.radius[a] = merger.radius;
    gone.push_back(merger.lost);
  }
  StarsBuffer result;
  const auto add = [&](const StarsBuffer& from, std::size_t k) {
    result.id.push_back(from.id[k]);
    result.mass.push_back(from.mass[k]);
    result.radius.push_back(from.radius[k]);
    result.position.push_back(from.position[k]);
    result.velocity.push_back(from.velocity[k]);
  };
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (std::ranges::find(gone, stars.id[i]) == gone.end()) add(stars, i);
  for (std::size_t k = 0; k < set.added.size(); ++k) add(set.added, k);
  return result;
}

inline double largest_distance(const StarsBuffer& a, const StarsBuffer& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, norm(a.position[i] - b.position[row_of(b, a.id[i])]));
  return largest;
}

}  // namespace tucana
