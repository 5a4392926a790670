#include <gtest/gtest.h>

#include <vector>

#include "tests/tree/bodies_in_order.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

using tree::Cell;

class OctreeTest : public testing::TestWithParam<std::size_t> {
 protected:
  BodiesInOrder order(const std::vector<Vec3>& places) {
    return in_order(places, std::vector<double>(places.size(), 1.0), GetParam(), workers_);
  }
  SerialWorkers workers_;
};

TEST_P(OctreeTest, EveryBodyIsInOneLeaf) {
  for (const auto& [name, places] : ugly_places()) {
    const auto all = order(places);
    std::vector<int> leaves(places.size());
    for (const Cell& cell : all.octree.cells()) {
      if (!cell.is_leaf()) continue;
      ASSERT_GT(cell.count, 0U) << name;
      ASSERT_LE(cell.first + cell.count, places.size()) << name;
      for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) ++leaves[i];
    }
    EXPECT_EQ(leaves, std::vector<int>(places.size(), 1)) << name;
  }
}

TEST_P(OctreeTest, ChildrenPartitionTheirParent) {
  for (const auto& [name, places] : ugly_places()) {
    const auto all = order(places);
    const auto cells = all.octree.cells();
    ASSERT_EQ(cells[0].first, 0U);
    ASSERT_EQ(cells[0].count, places.size());
    for (const Cell& cell : cells) {
      if (cell.is_leaf()) {
        EXPECT_EQ(cell.children, 0U) << name;
        continue;
      }
      EXPECT_GE(cell.children, 2U) << name;
      EXPECT_LE(cell.children, 8U) << name;
      std::uint32_t body = cell.first;
      for (std::uint32_t c = cell.child; c < cell.child + cell.children; ++c) {
        EXPECT_EQ(cells[c].first, body) << name;
        body += cells[c].count;
      }
      EXPECT_EQ(body, cell.first + cell.count) << name;
    }
    EXPECT_TRUE(all.octree.holds(places.size())) << name;
    EXPECT_FALSE(all.octree.holds(places.size() + 1)) << name;
  }
}

TEST_P(OctreeTest, LeavesAreSmallButForEqualKeys) {
  for (const auto& [name, places] : ugly_places()) {
    const auto all = order(places);
    for (const Cell& cell : all.octree.cells()) {
      const auto first = all.keys[cell.first].key, last = all.keys[cell.first + cell.count - 1].key;
      if (cell.is_leaf())
        EXPECT_TRUE(cell.count <= GetParam() || first == last) << name;
      else
        EXPECT_TRUE(cell.count > GetParam() && first != last) << name;
    }
  }
}

/// The bodies of a cell, and no others, lie in one cube of the grid: keys with a common beginning of whole levels.
TEST_P(OctreeTest, ACellIsACubeOfTheGrid) {
  for (const auto& [name, places] : ugly_places()) {
    const auto all = order(places);
    for (const Cell& cell : all.octree.cells()) {
      const std::size_t end = cell.first + cell.count;
      const auto first = all.keys[cell.first].key, last = all.keys[end - 1].key;
      int below = 0;
      while (first >> 3 * below != last >> 3 * below) ++below;
      if (cell.is_leaf()) continue;
      const auto is_inside = [&](std::size_t i) { return all.keys[i].key >> 3 * below == first >> 3 * below; };
      EXPECT_FALSE(cell.first > 0 && is_inside(cell.first - 1)) << name;
      EXPECT_FALSE(end < places.size() && is_inside(end)) << name;
      // Each child is one octant of it.
      for (std::uint32_t c = cell.child; c + 1 < cell.child + cell.children; ++c) {
        const Cell& child = all.octree.cells()[c];
        const auto octant = [&](std::size_t i) { return all.keys[i].key >> 3 * (below - 1); };
        EXPECT_EQ(octant(child.first), octant(child.first + child.count - 1)) << name;
        EXPECT_NE(octant(child.first), octant(child.first + child.count)) << name;
      }
    }
  }
}

TEST_P(OctreeTest, GenerationsFollowOneAnother) {
  for (const auto& [name, places] : ugly_places()) {
    const auto all = order(places);
    const auto cells = all.octree.cells();
    const auto generations = all.octree.generations();
    ASSERT_GE(generations.size(), 2U);
    EXPECT_EQ(generations.front(), 0U);
    EXPECT_EQ(generations[1], 1U);
    EXPECT_EQ(generations.back(), cells.size()) << name;
    std::uint32_t next = 1;
    for (std::size_t g = 0; g + 1 < generations.size(); ++g)
      for (std::uint32_t c = generations[g]; c < generations[g + 1]; ++c) {
        if (cells[c].is_leaf()) continue;
        EXPECT_EQ(cells[c].child, next) << name;
        next += cells[c].children;
        ASSERT_LT(g + 2, generations.size()) << name;
        EXPECT_GE(cells[c].child, generations[g + 1]) << name;
        EXPECT_LE(cells[c].child + cells[c].children, generations[g + 2]) << name;
      }
    EXPECT_EQ(next, cells.size()) << name;
  }
}

TEST_P(OctreeTest, ThreadsBuildTheSameTree) {
  const auto places = make_bodies(20000).position;
  ThreadPool three(3);
  const auto a = order(places);
  const auto b = in_order(places, std::vector<double>(places.size(), 1.0), GetParam(), three);
  ASSERT_EQ(a.octree.cells().size(), b.octree.cells().size());
  for (std::size_t c = 0; c < a.octree.cells().size(); ++c) {
    EXPECT_EQ(a.octree.cells()[c].first, b.octree.cells()[c].first);
    EXPECT_EQ(a.octree.cells()[c].child, b.octree.cells()[c].child);
  }
}

INSTANTIATE_TEST_SUITE_P(LeafBodies, OctreeTest, testing::Values(1, 3, 16));

}  // namespace
}  // namespace tucana::test
