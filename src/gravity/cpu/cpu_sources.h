#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tucana/gravity/cpu/leaf.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::cpu {

/// A double as the sum of two floats; the second is the rest of the first (NUMERICS.md section 7: split).
struct SplitDouble {
  explicit SplitDouble(double x)
      : high(static_cast<float>(x)), low(static_cast<float>(x - static_cast<double>(high))) {}
  float high, low;
};

/// Sources in leaves of columns, in the engine's arithmetic.
template <class Format>
class CpuSources final : public SourceSet {
 public:
  using T = typename Format::Scalar;

  std::size_t size() const override { return size_; }

  void resize(std::size_t rows) override {
    leaves_.resize((rows + leaf_rows - 1) / leaf_rows);
    // Every row past the old end or the new one is parked, whatever stood there.
    for (std::size_t i = std::min(size_, rows); i < leaves_.size() * leaf_rows; ++i) park(i);
    size_ = rows;
  }

  void write(std::span<const Slot> slots, const SourceRows& rows) override {
    check_source_rows(slots, rows, size_, Format::precision);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      StoredLeaf<Format>& leaf = leaves_[index(slots[k]) / leaf_rows];
      const std::size_t i = index(slots[k]) % leaf_rows;
      set(leaf.velocity, i, rows.velocity[k]);
      set(leaf.acceleration, i, rows.acceleration.empty() ? Vec3{} : rows.acceleration[k]);
      set(leaf.jerk, i, rows.jerk.empty() ? Vec3{} : rows.jerk[k]);
      set_position(leaf, i, rows.position[k]);
      leaf.mass[i] = static_cast<T>(rows.mass[k]);
      leaf.time[i] = rows.time[k].n;
    }
  }

  std::span<const StoredLeaf<Format>> leaves() const { return leaves_; }
  std::size_t used_rows(std::size_t leaf) const { return std::min(leaf_rows, size_ - leaf * leaf_rows); }

  /// Room for all leaves predicted, when there are many targets.
  std::span<PredictedLeaf<Format>> predicted() {
    if (predicted_.size() < leaves_.size()) predicted_.resize(leaves_.size());
    return std::span(predicted_).first(leaves_.size());
  }

 private:
  static void set(Columns3<T>& columns, std::size_t i, const Vec3& a) {
    columns.x[i] = static_cast<T>(a.x);
    columns.y[i] = static_cast<T>(a.y);
    columns.z[i] = static_cast<T>(a.z);
  }

  static void set_position(StoredLeaf<Format>& leaf, std::size_t i, const Vec3& position) {
    set(leaf.position, i, position);
    if constexpr (Format::two_float) {
      leaf.low.x[i] = SplitDouble(position.x).low;
      leaf.low.y[i] = SplitDouble(position.y).low;
      leaf.low.z[i] = SplitDouble(position.z).low;
    }
  }

  void park(std::size_t row) {
    StoredLeaf<Format>& leaf = leaves_[row / leaf_rows];
    const std::size_t i = row % leaf_rows;
    set_position(leaf, i, {parked_coordinate, parked_coordinate, parked_coordinate});
    set(leaf.velocity, i, {});
    set(leaf.acceleration, i, {});
    set(leaf.jerk, i, {});
    leaf.mass[i] = 0;
    leaf.time[i] = 0;
  }

  std::size_t size_ = 0;
  std::vector<StoredLeaf<Format>> leaves_;
  std::vector<PredictedLeaf<Format>> predicted_;
};

}  // namespace tucana::cpu
