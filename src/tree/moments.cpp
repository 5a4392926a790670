#include "tucana/tree/moments.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "tucana/core/for_each_index.h"

namespace tucana::tree {
namespace {

constexpr std::size_t moments_a_unit = 512;

/// A size that is too small might leave a cell closed that contains the target.
float rounded_up(double size) { return static_cast<float>(size * (1 + 0x1p-20)); }

/// Sums of mass, first and second moments about a nearby point; in double.
struct Sums {
  double mass = 0;
  Vec3 first;
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

  void add(double m, const Vec3& r) {
    const Vec3 mr = r * m;
    mass += m;
    first += mr;
    xx += mr.x * r.x, xy += mr.x * r.y, xz += mr.x * r.z;
    yy += mr.y * r.y, yz += mr.y * r.z, zz += mr.z * r.z;
  }
  void add(const CellRow& cell) {
    const auto third = [](float q) { return static_cast<double>(q) * (1.0 / 3); };
    xx += third(cell.xx), xy += third(cell.xy), xz += third(cell.xz);
    yy += third(cell.yy), yz += third(cell.yz), zz += third(cell.zz);
  }
  /// About the centre of mass, which is d from the point.
  void shift(const Vec3& d) {
    xx -= mass * d.x * d.x, xy -= mass * d.x * d.y, xz -= mass * d.x * d.z;
    yy -= mass * d.y * d.y, yz -= mass * d.y * d.z, zz -= mass * d.z * d.z;
  }
  void store(CellRow& cell) const {
    const auto of = [](double value) { return static_cast<float>(3 * value); };
    cell.mass = static_cast<float>(mass);
    // Rounding may make a sum of squares negative.
    cell.xx = of(std::max(xx, 0.0)), cell.yy = of(std::max(yy, 0.0)), cell.zz = of(std::max(zz, 0.0));
    cell.spread2 = (cell.xx + cell.yy + cell.zz) / 3;
    cell.xy = of(xy), cell.xz = of(xz), cell.yz = of(yz);
  }
};

/// The place of a massless cell is the mean of its members.
template <class Place>
Vec3 centre_from(const Sums& sums, const Vec3& origin, std::size_t first, std::size_t end, const Place& place) {
  if (sums.mass > 0) return origin + sums.first * (1 / sums.mass);
  Vec3 mean;
  for (std::size_t i = first; i < end; ++i) mean += place(i) - origin;
  return origin + mean * (1 / static_cast<double>(end - first));
}

/// By mass; of massless members the plain mean.
template <class Mass>
float mean_softening(std::span<const float> of, std::size_t first, std::size_t end, const Mass& mass) {
  double all = 0, weighed = 0, plain = 0;
  for (std::size_t i = first; i < end; ++i) {
    const auto share = static_cast<double>(of[i]);
    all += mass(i), weighed += mass(i) * share, plain += share;
  }
  return static_cast<float>(all > 0 ? weighed / all : plain / static_cast<double>(end - first));
}

void sum_leaf(const Cell& leaf, const PredictedBodies& bodies, std::size_t c, CellRows& cells) {
  const std::size_t first = leaf.first, end = first + leaf.count;
  CellRow& row = cells.rows[c];
  const Vec3 origin = bodies.place.get(first);
  const auto mass = [&](std::size_t i) { return static_cast<double>(bodies.mass[i]); };
  const auto place = [&](std::size_t i) { return bodies.place.get(i); };
  Sums sums;
  for (std::size_t i = first; i < end; ++i) sums.add(mass(i), place(i) - origin);
  row.set_centre(centre_from(sums, origin, first, end, place));
  // As rounded, since all distances are measured from the rounded centre.
  const Vec3 centre = row.centre();
  sums.shift(centre - origin);
  double size2 = 0;
  for (std::size_t i = first; i < end; ++i) size2 = std::max(size2, norm2(place(i) - centre));
  row.size = rounded_up(std::sqrt(size2));
  cells.mass[c] = sums.mass;
  sums.store(row);
  if (!cells.softening2.empty()) cells.softening2[c] = mean_softening(bodies.softening2, first, end, mass);
}

void sum_children(const Cell& cell, std::size_t c, CellRows& cells) {
  const std::size_t first = cell.child, end = first + cell.children;
  CellRow& row = cells.rows[c];
  const Vec3 origin = cells.rows[first].centre();
  const auto mass = [&](std::size_t i) { return cells.mass[i]; };
  const auto place = [&](std::size_t i) { return cells.rows[i].centre(); };
  Sums sums;
  for (std::size_t i = first; i < end; ++i) {
    sums.add(mass(i), place(i) - origin);
    sums.add(cells.rows[i]);
  }
  row.set_centre(centre_from(sums, origin, first, end, place));
  const Vec3 centre = row.centre();
  sums.shift(centre - origin);
  double size = 0;
  for (std::size_t i = first; i < end; ++i)
    size = std::max(size, norm(place(i) - centre) + static_cast<double>(cells.rows[i].size));
  row.size = rounded_up(size);
  cells.mass[c] = sums.mass;
  sums.store(row);
  if (!cells.softening2.empty()) cells.softening2[c] = mean_softening(cells.softening2, first, end, mass);
}

template <class F>
void for_cells(Workers& workers, std::size_t begin, std::size_t end, const F& f) {
  for_each_index<moments_a_unit>(workers, end - begin, [&](std::size_t k) { f(begin + k); });
}

}  // namespace

void CellRows::resize(std::size_t n) {
  // Every cell is written when moments are summed; only the entries behind them must be parked.
  if (mass.size() == n && !rows.empty()) return;
  rows.assign(n + PlaceColumns::padding, CellRow::parked());
  mass.assign(n, 0);  // without room to grow, unlike resize()
}

void sum_moments(const Octree& tree, const PredictedBodies& bodies, Workers& workers, CellRows& cells) {
  const auto all = tree.cells();
  const auto generations = tree.generations();
  cells.resize(all.size());
  cells.softening2.resize(bodies.softening2.empty() ? 0 : cells.rows.size());
  for (std::size_t g = generations.size() - 1; g > 0; --g) {
    for_cells(workers, generations[g - 1], generations[g], [&](std::size_t c) {
      if (all[c].is_leaf())
        sum_leaf(all[c], bodies, c, cells);
      else
        sum_children(all[c], c, cells);
    });
  }
}

double field_of_all(const CellRows& cells) {
  const CellExtent all = cells.extent(0);
  return all.spread2 > 0 ? all.mass * all.mass / all.spread2 : 1;
}

void set_reach(const OpeningRule& rule, Workers& workers, CellRows& cells) {
  for_cells(workers, 0, cells.mass.size(), [&](std::size_t c) {
    const CellExtent cell = cells.extent(c);
    cells.rows[c].reach = static_cast<float>(rule.reach(cell));
  });
}

}  // namespace tucana::tree
