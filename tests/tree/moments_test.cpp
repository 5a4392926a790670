#include "tucana/tree/moments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/tree/bodies_in_order.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

using tree::Cell;
using tree::CellRow;
using tree::CellRows;

std::vector<double> unequal_masses(std::size_t n) {
  std::vector<double> mass(n);
  for (std::size_t i = 0; i < n; ++i) mass[i] = std::pow(10, -3 * RandomStream(9, RandomUse::test, i).uniform());
  return mass;
}

/// Direct sums over the bodies of a cell, about `centre`.
struct DirectMoments {
  double mass = 0, size = 0, spread2 = 0;
  Vec3 first;
  double second[6] = {};  ///< xx yy zz xy xz yz

  DirectMoments(const BodiesInOrder& all, const Cell& cell, const Vec3& centre) {
    for (std::size_t i = cell.first; i < cell.first + cell.count; ++i) {
      const Vec3 r = all.position[i] - centre;
      const double m = all.mass[i];
      mass += m;
      first += r * m;
      spread2 += m * norm2(r);
      size = std::max(size, norm(r));
      const double products[6] = {r.x * r.x, r.y * r.y, r.z * r.z, r.x * r.y, r.x * r.z, r.y * r.z};
      for (std::size_t k = 0; k < 6; ++k) second[k] += m * products[k];
    }
  }
};

/// What two floats hold of the coordinates of these bodies.
double place_rounding(const BodiesInOrder& all) {
  double largest = 0;
  for (const Vec3& x : all.position) largest = std::max({largest, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  return largest * 0x1p-47;
}

void expect_moments(const std::string& name, const BodiesInOrder& all, const CellRows& cells) {
  const double rounding = place_rounding(all);
  for (std::size_t c = 0; c < all.octree.cells().size(); ++c) {
    const CellRow& row = cells.rows[c];
    const DirectMoments exact(all, all.octree.cells()[c], row.centre());
    const double size = static_cast<double>(row.size);
    ASSERT_NEAR(cells.mass[c], exact.mass, 1e-14 * exact.mass) << name << ' ' << c;
    ASSERT_NEAR(static_cast<double>(row.mass), exact.mass, 1e-7 * exact.mass) << name << ' ' << c;
    // The first moment about the centre of mass vanishes.
    ASSERT_LE(norm(exact.first), exact.mass * (rounding + 1e-14 * exact.size)) << name << ' ' << c;
    ASSERT_GE(size, exact.size) << name << ' ' << c;
    const double allowed = 2e-6 * exact.spread2 + exact.mass * ((size * 4 + rounding) * rounding + 1e-15 * size * size);
    const float got[6] = {row.xx, row.yy, row.zz, row.xy, row.xz, row.yz};
    for (int k = 0; k < 6; ++k)
      ASSERT_NEAR(static_cast<double>(got[k]), 3 * exact.second[k], 3 * allowed) << name << ' ' << c << ' ' << k;
    ASSERT_NEAR(static_cast<double>(row.spread2), exact.spread2, allowed) << name << ' ' << c;
    ASSERT_NEAR(cells.extent(c).spread2, exact.spread2, allowed) << name << ' ' << c;
    if (all.octree.cells()[c].is_leaf()) {
      // A bound of sums of bounds is larger for cells above, not here.
      ASSERT_LE(size, exact.size * (1 + 2e-6)) << name << ' ' << c;
    } else {
      ASSERT_LE(size, 4 * exact.size + rounding) << name << ' ' << c;
    }
  }
}

TEST(Moments, AreThoseOfDirectSums) {
  SerialWorkers workers;
  for (const auto& [name, places] : ugly_places())
    for (const std::size_t leaf : {1, 16}) {
      const auto all = in_order(places, unequal_masses(places.size()), leaf, workers);
      CellRows cells;
      sum_moments(all.octree, all.bodies, workers, cells);
      expect_moments(name, all, cells);
    }
}

TEST(Moments, RootIsExact) {
  SerialWorkers workers;
  const auto places = make_bodies(5000).position;
  const auto all = in_order(places, unequal_masses(places.size()), 16, workers);
  CellRows cells;
  sum_moments(all.octree, all.bodies, workers, cells);
  long double mass = 0, x = 0, y = 0, z = 0;
  for (std::size_t i = 0; i < all.mass.size(); ++i) {
    mass += all.mass[i];
    x += all.mass[i] * static_cast<long double>(all.position[i].x);
    y += all.mass[i] * static_cast<long double>(all.position[i].y);
    z += all.mass[i] * static_cast<long double>(all.position[i].z);
  }
  EXPECT_NEAR(cells.mass[0] / static_cast<double>(mass), 1, 1e-15);
  const Vec3 centre = cells.rows[0].centre();
  EXPECT_NEAR(centre.x, static_cast<double>(x / mass), 2e-14);
  EXPECT_NEAR(centre.y, static_cast<double>(y / mass), 2e-14);
  EXPECT_NEAR(centre.z, static_cast<double>(z / mass), 2e-14);
}

/// Cells without mass stand at the mean of their bodies, hold them, and spoil nothing above them.
TEST(Moments, MasslessCells) {
  SerialWorkers workers;
  const auto places = make_bodies(600).position;
  auto mass = unequal_masses(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].x < 0.3) mass[i] = 0;
  for (const bool all_massless : {false, true}) {
    if (all_massless) std::fill(mass.begin(), mass.end(), 0.0);
    const auto all = in_order(places, mass, 4, workers);
    CellRows cells;
    sum_moments(all.octree, all.bodies, workers, cells);
    expect_moments("massless", all, cells);
    std::size_t without = 0;
    for (std::size_t c = 0; c < cells.mass.size(); ++c) {
      if (cells.mass[c] > 0) continue;
      ++without;
      EXPECT_TRUE(is_finite(cells.rows[c].centre()));
      EXPECT_LT(norm(cells.rows[c].centre()), 2);
    }
    EXPECT_GT(without, 10U);
    EXPECT_GT(field_of_all(cells), 0);
    EXPECT_TRUE(std::isfinite(field_of_all(cells)));
  }
}

TEST(Moments, FieldOfAll) {
  SerialWorkers workers;
  // Four bodies at distance 2 from their centre: G M / R^2 = 4 m / 4.
  const auto all = in_order({{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}}, {3, 3, 3, 3}, 1, workers);
  CellRows cells;
  sum_moments(all.octree, all.bodies, workers, cells);
  EXPECT_NEAR(field_of_all(cells), 3, 1e-6);
}

TEST(Moments, ThreadsGiveTheSameBits) {
  SerialWorkers one;
  ThreadPool three(3);
  const auto places = make_bodies(20000).position;
  const auto all = in_order(places, unequal_masses(places.size()), 2, one);
  CellRows a, b;
  sum_moments(all.octree, all.bodies, one, a);
  sum_moments(all.octree, all.bodies, three, b);
  ASSERT_EQ(a.mass, b.mass);
  for (std::size_t c = 0; c < a.mass.size(); ++c) {
    ASSERT_EQ(a.rows[c].centre(), b.rows[c].centre());
    ASSERT_EQ(a.rows[c].size, b.rows[c].size);
    ASSERT_EQ(a.rows[c].yz, b.rows[c].yz);
  }
}

}  // namespace
}  // namespace tucana::test
