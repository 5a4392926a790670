#pragma once

#include <cstddef>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/opening.h"
#include "tucana/tree/tree_bodies.h"

namespace tucana::tree {

/// The properties of a cell at the time of an evaluation, in kernel units: a cache line with all that a walk needs.
/// With Q = 3 sum m r r about the centre of mass and trace = tr Q / 2 = 3/2 spread2, the acceleration at r from the
/// centre with s^2 = r^2 + eps^2 is r (-m / s^3 + (trace - 5/2 r.Q.r / s^2) / s^5) + Q.r / s^5 (docs/theory/tree.md).
/// The trace does not vanish with softening.
struct alignas(64) CellRow {
  float high[3] = {}, size = 0;  ///< centre of mass as pairs of floats; largest distance of a body from it
  float low[3] = {}, reach = 0;  ///< see OpeningRule
  float mass = 0, spread2 = 0, xx = 0, yy = 0;  ///< spread2 = sum m r^2
  float zz = 0, xy = 0, xz = 0, yz = 0;

  /// Without mass, and farther away than anything.
  static CellRow parked() {
    CellRow row;
    for (float& x : row.high) x = 1e12F;
    return row;
  }
  Vec3 centre() const { return {sum(0), sum(1), sum(2)}; }
  void set_centre(const Vec3& x) { split(x.x, 0), split(x.y, 1), split(x.z, 2); }

 private:
  double sum(int k) const { return static_cast<double>(high[k]) + static_cast<double>(low[k]); }
  void split(double value, int k) {
    const FloatPair pair = pair_of(value);
    high[k] = pair.high, low[k] = pair.low;
  }
};

struct CellRows {
  std::vector<CellRow> rows;  ///< and some more, which vectors may read
  std::vector<double> mass;
  std::vector<float> softening2;  ///< where bodies have their own: the mean of their shares, by mass

  void resize(std::size_t n);
  std::size_t bytes() const {
    return rows.capacity() * sizeof(CellRow) + mass.capacity() * sizeof(double) + softening2.capacity() * sizeof(float);
  }
  CellExtent extent(std::size_t c) const {
    return {mass[c], static_cast<double>(rows[c].size), static_cast<double>(rows[c].spread2)};
  }
};

/// From the leaves up, generation by generation.
void sum_moments(const Octree& tree, const PredictedBodies& bodies, Workers& workers, CellRows& cells);

/// G M / R^2 of the whole, R the root of the mean of r^2; kernel units.
double field_of_all(const CellRows& cells);

void set_reach(const OpeningRule& rule, Workers& workers, CellRows& cells);

}  // namespace tucana::tree
