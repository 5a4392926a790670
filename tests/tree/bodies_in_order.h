#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/gravity/bodies.h"
#include "tucana/core/random.h"
#include "tucana/tree/key_sort.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/root_cube.h"
#include "tucana/tree/tree_bodies.h"

namespace tucana::test {

/// Bodies by their keys with a tree over them, as TreeSources makes them, in kernel units.
struct BodiesInOrder {
  std::vector<tree::KeyedBody> keys;
  std::vector<Vec3> position;
  std::vector<double> mass;
  tree::PredictedBodies bodies;
  tree::Octree octree;
};

inline BodiesInOrder in_order(const std::vector<Vec3>& position, const std::vector<double>& mass,
                              std::size_t leaf_bodies, Workers& workers) {
  BodiesInOrder all;
  const std::size_t n = position.size();
  const tree::RootCube cube = tree::root_cube(position);
  for (std::size_t i = 0; i < n; ++i) all.keys.push_back({cube.key(position[i]), static_cast<std::uint32_t>(i)});
  std::vector<tree::KeyedBody> spare;
  tree::sort_by_key(all.keys, spare, workers);
  all.bodies.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    all.bodies.place.set(i, position[all.keys[i].body]);
    all.bodies.mass[i] = static_cast<float>(mass[all.keys[i].body]);
    // As they were rounded.
    all.position.push_back(all.bodies.place.get(i));
    all.mass.push_back(static_cast<double>(all.bodies.mass[i]));
  }
  all.octree.build(all.keys, leaf_bodies, workers);
  return all;
}

/// Places that trees find hard.
inline std::vector<std::pair<std::string, std::vector<Vec3>>> ugly_places() {
  std::vector<std::pair<std::string, std::vector<Vec3>>> shapes;
  for (const std::size_t n : {1, 2, 3, 17, 300, 5000}) {
    shapes.emplace_back("ball of " + std::to_string(n), make_bodies(n).position);
    shapes.emplace_back("one point of " + std::to_string(n), std::vector<Vec3>(n, {0.3, -0.1, 0.2}));
    std::vector<Vec3> line(n);
    for (std::size_t i = 0; i < n; ++i) line[i] = Vec3{1, 2, -0.5} * static_cast<double>(i * i % 37);
    shapes.emplace_back("a line of " + std::to_string(n), line);
  }
  auto far = make_bodies(300).position;
  far[7] = {1e6, 0, 0};
  shapes.emplace_back("one at 1e6 radii", far);
  auto off = make_bodies(300).position;
  for (Vec3& x : off) x += {1e6, -1e6, 3e5};
  shapes.emplace_back("far from the origin", off);
  auto pairs = make_bodies(300).position;
  for (std::size_t i = 0; i < pairs.size(); i += 3) pairs[i] = pairs[i + 1];
  shapes.emplace_back("pairs at one place", pairs);
  return shapes;
}

}  // namespace tucana::test
