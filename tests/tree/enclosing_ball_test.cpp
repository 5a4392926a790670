#include "tucana/tree/ball/enclosing_ball.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

using Points = std::vector<Vec3>;
constexpr BallKind kinds[] = {BallKind::mean, BallKind::box, BallKind::box_or_mean, BallKind::ritter,
                              BallKind::smallest};

Points uniform(std::size_t n, std::uint64_t item) {
  RandomStream random(11, RandomUse::test, item);
  Points points(n);
  for (Vec3& p : points) p = {random.uniform(), random.uniform(), random.uniform()};
  return points;
}

void expect_contains(const Ball& ball, const Points& points, const std::string& what) {
  EXPECT_TRUE(is_finite(ball.centre)) << what;
  EXPECT_TRUE(std::isfinite(ball.radius) && ball.radius >= 0) << what;
  for (const Vec3& p : points) {
    ASSERT_LE(norm2(p - ball.centre), ball.radius * ball.radius) << what;
    ASSERT_LE(norm(p - ball.centre), ball.radius) << what;
    const long double x = static_cast<long double>(p.x) - ball.centre.x,
                      y = static_cast<long double>(p.y) - ball.centre.y,
                      z = static_cast<long double>(p.z) - ball.centre.z;
    ASSERT_LE(std::hypot(x, y, z), static_cast<long double>(ball.radius)) << what;
  }
}

/// The centre of the ball through two, three or four points, in their line or plane; false when they have none.
bool centre_through(const Points& on, Vec3& centre) {
  // Planes of points as far from on[0] as from the others, and the plane of the points themselves: Cramer's rule.
  Vec3 row[3] = {};
  double right[3] = {};
  for (std::size_t i = 1; i < on.size(); ++i) row[i - 1] = on[i] - on[0], right[i - 1] = 0.5 * norm2(on[i] - on[0]);
  if (on.size() == 2) return centre = 0.5 * (on[0] + on[1]), true;
  if (on.size() == 3) row[2] = cross(row[0], row[1]);
  const double det = dot(row[0], cross(row[1], row[2]));
  if (!(std::abs(det) > 1e-9 * norm(row[0]) * norm(row[1]) * norm(row[2]))) return false;
  centre = on[0] + (1 / det) * (right[0] * cross(row[1], row[2]) + right[1] * cross(row[2], row[0]) +
                                right[2] * cross(row[0], row[1]));
  return true;
}

/// The smallest ball by trying all pairs, triples and quadruples.
double smallest_by_force(const Points& points) {
  double least = std::numeric_limits<double>::infinity();
  if (points.size() == 1) return 0;
  for (unsigned choice = 1; choice < 1U << points.size(); ++choice) {
    Points on;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if ((choice >> i & 1U) != 0) on.push_back(points[i]);
    }
    Vec3 centre;
    if (on.size() < 2 || on.size() > 4 || !centre_through(on, centre)) continue;
    double needed = 0;
    for (const Vec3& p : points) needed = std::max(needed, norm(p - centre));
    least = std::min(least, needed);
  }
  return least;
}

struct Ugly {
  std::string name;
  Points points;
  bool vanishing = false;  ///< squares of distances do
};

std::vector<Ugly> ugly_groups() {
  std::vector<Ugly> groups;
  for (std::size_t n = 1; n <= 256; n = n < 9 ? n + 1 : 2 * n - 1) {
    const std::string size = " of " + std::to_string(n);
    const Points cube = uniform(n, n);
    groups.push_back({"cube" + size, cube});
    const auto made = [&](const std::string& name, auto&& change) {
      Points points = cube;
      for (std::size_t i = 0; i < n; ++i) points[i] = change(cube[i], static_cast<double>(i));
      groups.push_back({name + size, points});
    };
    made("one place", [](Vec3, double) { return Vec3{1.1, -2.3, 1e5}; });
    made("two places", [](Vec3, double i) { return Vec3{std::fmod(i, 2), 0.1, 3}; });
    made("line", [](Vec3 p, double) { return Vec3{p.x, 2 * p.x + 0.3, -p.x}; });
    made("even line", [](Vec3, double i) { return Vec3{0.1 * i, 0.3 * i, 0.7 * i}; });
    made("plane", [](Vec3 p, double) { return Vec3{p.x, p.y, 0.3 * p.x - 0.7 * p.y}; });
    made("almost a line", [](Vec3 p, double) { return Vec3{p.x, p.x + 1e-12 * p.y, p.x + 1e-13 * p.z}; });
    made("almost a plane", [](Vec3 p, double) { return Vec3{p.x, p.y, 1e-14 * p.z}; });
    made("grid", [](Vec3, double i) {
      return Vec3{std::fmod(i, 3), std::fmod(std::floor(i / 3), 3), std::floor(i / 9)};
    });
    made("sphere", [](Vec3 p, double) { return (1 / norm(p - Vec3{0.5, 0.5, 0.5})) * (p - Vec3{0.5, 0.5, 0.5}); });
    made("circle", [](Vec3, double i) { return Vec3{std::cos(i), std::sin(i), 1e3}; });
    made("one far away", [](Vec3 p, double i) { return i == 0 ? 1e6 * p : p; });
    made("far from the origin", [](Vec3 p, double) { return 1e-9 * p + Vec3{1e6, -1e6, 1e6}; });
    made("pairs", [&](Vec3 p, double i) { return cube[static_cast<std::size_t>(i / 2)] + 1e-13 * p; });
    made("huge", [](Vec3 p, double) { return 1e150 * p; });
    made("tiny", [](Vec3 p, double) { return 1e-170 * p; });
    made("denormal", [](Vec3 p, double) { return 1e-310 * p; });
  }
  for (Ugly& group : groups) group.vanishing = group.name.starts_with("tiny") || group.name.starts_with("denormal");
  return groups;
}

TEST(EnclosingBall, ContainsAllPoints) {
  for (const Ugly& group : ugly_groups()) {
    for (const BallKind kind : kinds) {
      expect_contains(enclosing_ball(kind, group.points), group.points,
                      std::to_string(static_cast<int>(kind)) + ": " + group.name);
    }
    std::vector<double> masses;
    for (std::size_t i = 0; i < group.points.size(); ++i) masses.push_back(static_cast<double>(i % 3));
    expect_contains(centre_of_mass_ball(group.points, masses), group.points, "mass: " + group.name);
  }
}

TEST(EnclosingBall, SmallestIsNeverLargerThanAnother) {
  for (const Ugly& group : ugly_groups()) {
    if (group.vanishing) continue;
    const double least = smallest_ball(group.points).radius;
    // A centre is rounded to the grid of doubles, which counts for small groups far from the origin.
    const double grid = 0x1p-51 * norm(group.points[0]);
    for (const BallKind kind : kinds) {
      EXPECT_GE(enclosing_ball(kind, group.points).radius * (1 + 1e-12) + grid, least)
          << static_cast<int>(kind) << ": " << group.name;
    }
  }
}

TEST(EnclosingBall, SmallestIsTheSmallestOfAllPairsTriplesAndQuadruples) {
  for (std::uint64_t item = 0; item < 400; ++item) {
    const Points points = uniform(2 + item % 7, 1000 + item);
    EXPECT_NEAR(smallest_ball(points).radius / smallest_by_force(points), 1, 1e-12) << item;
  }
  for (const Ugly& group : ugly_groups()) {
    if (group.points.size() < 2 || group.points.size() > 8 || group.vanishing) continue;
    if (group.name.starts_with("huge")) continue;  // too much for the products of the trial
    const double least = smallest_by_force(group.points), found = smallest_ball(group.points).radius;
    if (least == 0) {
      EXPECT_EQ(found, 0) << group.name;
    } else {
      EXPECT_LT(found, least * (1 + 1e-11) + 0x1p-51 * norm(group.points[0])) << group.name;
    }
  }
}

TEST(EnclosingBall, SmallestIsRightForManyPoints) {
  // All on a sphere that at least four of them hold from all sides: its radius is known.
  Points points = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  for (std::uint64_t i = 0; i < 252; ++i) {
    RandomStream random(12, RandomUse::test, i);
    points.push_back(std::sqrt(3.0) * random.direction());
  }
  const Ball ball = smallest_ball(points);
  EXPECT_NEAR(ball.radius, std::sqrt(3.0), 1e-13);
  EXPECT_LT(norm(ball.centre), 1e-12);
  // No step of the centre in any direction helps: what makes a ball the smallest.
  for (std::uint64_t item = 0; item < 50; ++item) {
    const Points cube = uniform(256, 5000 + item);
    const Ball least = smallest_ball(cube);
    RandomStream random(13, RandomUse::test, item);
    for (int i = 0; i < 20; ++i) {
      EXPECT_GE(ball_around(least.centre + 1e-4 * random.direction(), cube).radius, least.radius);
    }
  }
}

TEST(EnclosingBall, KnownBalls) {
  const Points square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  for (const BallKind kind : kinds) EXPECT_NEAR(enclosing_ball(kind, square).radius, std::sqrt(2.0), 1e-14);
  const Points corner{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  EXPECT_NEAR(mean_ball(corner).radius, std::sqrt(11.0), 1e-14);
  EXPECT_NEAR(box_ball(corner).radius, std::sqrt(12.0), 1e-14);
  EXPECT_NEAR(box_or_mean_ball(corner).radius, std::sqrt(11.0), 1e-14);
  EXPECT_NEAR(smallest_ball(corner).radius, 4 * std::sqrt(2.0 / 3), 1e-14);
  const std::vector<double> masses{3, 1, 0, 0};
  EXPECT_EQ(centre_of_mass_ball(corner, masses).centre, (Vec3{1, 0, 0}));
  EXPECT_EQ(centre_of_mass_ball(corner, std::vector<double>(4)).centre, (Vec3{1, 1, 1}));
  for (const BallKind kind : kinds) {
    EXPECT_EQ(enclosing_ball(kind, {}).radius, 0);
    EXPECT_EQ(enclosing_ball(kind, Points{{3, 4, 5}}).radius, 0);
    EXPECT_EQ(enclosing_ball(kind, Points{{3, 4, 5}}).centre, (Vec3{3, 4, 5}));
  }
}

TEST(EnclosingBall, OvershootsAsAppendixBSays) {
  // Groups of 32 in a uniform cube, the mean over the smallest ball; src/tree/ball/README.md has those of galaxies.
  constexpr double expected[] = {1.090, 1.076, 1.062, 1.089, 1};
  constexpr int groups = 1000;
  for (std::size_t k = 0; k < std::size(kinds); ++k) {
    double ratio = 0;
    for (std::uint64_t item = 0; item < groups; ++item) {
      const Points points = uniform(32, 20000 + item);
      ratio += enclosing_ball(kinds[k], points).radius / smallest_ball(points).radius / groups;
    }
    EXPECT_NEAR(ratio, expected[k], 0.005) << static_cast<int>(kinds[k]);
  }
}

}  // namespace
}  // namespace tucana
