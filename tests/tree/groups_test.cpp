#include "tucana/tree/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/tree/bodies_in_order.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

using tree::Group;
using tree::GroupRules;

struct Asked {
  std::vector<std::uint32_t> places;
  std::vector<Vec3> positions;
};

Asked every(std::size_t stride, const BodiesInOrder& all, std::size_t from = 0) {
  Asked asked;
  for (std::size_t i = from; i < all.position.size(); i += stride) {
    asked.places.push_back(static_cast<std::uint32_t>(i));
    asked.positions.push_back(all.position[i]);
  }
  return asked;
}

BodiesInOrder ordered(const std::vector<Vec3>& places, Workers& workers) {
  return in_order(places, std::vector<double>(places.size(), 1.0), 8, workers);
}

void expect_groups(const std::string& name, const Asked& asked, const std::vector<Group>& groups, std::size_t most) {
  std::size_t next = 0;
  for (const Group& group : groups) {
    EXPECT_EQ(group.first, next) << name;
    EXPECT_GE(group.count, 1U) << name;
    EXPECT_LE(group.count, most) << name;
    next += group.count;
    ASSERT_LE(next, asked.places.size());
    for (std::size_t k = group.first; k < next; ++k)
      EXPECT_LE(norm(asked.positions[k] - group.ball.centre), group.ball.radius) << name;
  }
  EXPECT_EQ(next, asked.places.size()) << name;
}

TEST(Groups, PartitionTheTargetsAndHoldThem) {
  SerialWorkers workers;
  for (const auto& [name, places] : ugly_places()) {
    const auto all = ordered(places, workers);
    for (const std::size_t stride : {1, 3, 50})
      for (const std::size_t most : {1, 7, 48})
        for (const double radius : {0.1, 3.0, 1e6})
          for (const BallKind ball : {BallKind::box_or_mean, BallKind::smallest}) {
            const Asked asked = every(stride, all);
            const auto groups = make_groups(all.octree, asked.places, asked.positions, {most, radius, ball}, workers);
            expect_groups(name, asked, groups, most);
          }
  }
}

TEST(Groups, NoneOneAndLastTarget) {
  SerialWorkers workers;
  const auto all = ordered(make_bodies(300).position, workers);
  EXPECT_TRUE(make_groups(all.octree, {}, {}, {}, workers).empty());
  for (const std::size_t place : {0, 17, 299}) {
    const Asked asked = every(1000, all, place);
    const auto groups = make_groups(all.octree, asked.places, asked.positions, {}, workers);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].ball.centre, all.position[place]);
    EXPECT_EQ(groups[0].ball.radius, 0);
  }
}

/// What is in one group stays below a cell of the tree that holds no more than a group may, or stands beside it under
/// the same parent.
TEST(Groups, DoNotReachOverTheBorderOfALargeCell) {
  SerialWorkers workers;
  const auto all = ordered(make_bodies(3000).position, workers);
  for (const std::size_t stride : {1, 3}) {
    const Asked asked = every(stride, all);
    const auto groups = make_groups(all.octree, asked.places, asked.positions, {20, 1e6}, workers);
    const auto targets_in = [&](const tree::Cell& cell) {
      const auto begin = std::lower_bound(asked.places.begin(), asked.places.end(), cell.first);
      return std::lower_bound(begin, asked.places.end(), cell.first + cell.count) - begin;
    };
    for (const Group& group : groups) {
      const auto low = asked.places[group.first], high = asked.places[group.first + group.count - 1];
      for (const tree::Cell& cell : all.octree.cells()) {
        if (targets_in(cell) <= 20) continue;
        const auto holds = [&](std::uint32_t place) { return place >= cell.first && place < cell.first + cell.count; };
        EXPECT_EQ(holds(low), holds(high));
      }
    }
  }
}

/// Few targets among many bodies: the members of a group stand among few bodies, however few they are then.
TEST(Groups, SparseTargetsMakeSmallGroups) {
  SerialWorkers workers;
  const auto all = ordered(make_bodies(6000).position, workers);
  for (const std::size_t stride : {2, 40, 700}) {
    const Asked asked = every(stride, all);
    const auto groups = make_groups(all.octree, asked.places, asked.positions, {48, 1e6}, workers);
    std::size_t most = 0;
    for (const Group& group : groups) {
      EXPECT_LT(asked.places[group.first + group.count - 1] - asked.places[group.first], tree::group_span);
      most = std::max<std::size_t>(most, group.count);
    }
    EXPECT_LE(most, tree::group_span / stride + 1);
    EXPECT_GE(most, std::min<std::size_t>(24, tree::group_span / stride / 4));
  }
}

TEST(Groups, AreFullOnRequestHoweverFewAreDue) {
  SerialWorkers workers;
  const auto all = ordered(make_bodies(6000).position, workers);
  const Asked asked = every(700, all);
  const auto groups =
      make_groups(all.octree, asked.places, asked.positions, {48, 1e6, BallKind::box, tree::any_span}, workers);
  ASSERT_EQ(groups.size(), 1);
  EXPECT_EQ(groups.front().count, asked.places.size());
}

TEST(Groups, LargeOnesAreSplit) {
  SerialWorkers workers;
  auto places = make_bodies(2000).position;
  // A thin halo.
  for (std::size_t i = 0; i < 200; ++i) places[i] *= 30;
  const auto all = ordered(places, workers);
  const Asked asked = every(1, all);
  const auto whole = make_groups(all.octree, asked.places, asked.positions, {48, 1e6}, workers);
  std::vector<double> radii;
  for (const Group& group : whole) radii.push_back(group.ball.radius);
  std::sort(radii.begin(), radii.end());
  const double median = radii[radii.size() / 2];
  ASSERT_GT(radii.back(), 5 * median);
  std::size_t last = whole.size();
  for (const double limit : {4.0, 2.0, 1.0, 0.5}) {
    const auto groups = make_groups(all.octree, asked.places, asked.positions, {48, limit}, workers);
    for (const Group& group : groups) EXPECT_TRUE(group.count == 1 || group.ball.radius <= limit * median);
    expect_groups("split", asked, groups, 48);
    EXPECT_GT(groups.size(), last);
    last = groups.size();
  }
}

TEST(Groups, ThreadsMakeTheSame) {
  SerialWorkers one;
  ThreadPool three(3);
  const auto all = ordered(make_bodies(20000).position, one);
  const Asked asked = every(2, all);
  const auto a = make_groups(all.octree, asked.places, asked.positions, {16, 1.5}, one);
  const auto b = make_groups(all.octree, asked.places, asked.positions, {16, 1.5}, three);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t g = 0; g < a.size(); ++g) {
    ASSERT_EQ(a[g].first, b[g].first);
    ASSERT_EQ(a[g].ball.centre, b[g].ball.centre);
    ASSERT_EQ(a[g].ball.radius, b[g].ball.radius);
  }
}

}  // namespace
}  // namespace tucana::test
