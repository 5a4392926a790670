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
      StoredBlock<Format>& block = block_of(index(slots[k]));
      const std::size_t i = index(slots[k]) % block_rows<T>;
      set(block.velocity, i, rows.velocity[k]);
      set(block.acceleration, i, rows.acceleration.empty() ? Vec3{} : rows.acceleration[k]);
      set(block.jerk, i, rows.jerk.empty() ? Vec3{} : rows.jerk[k]);
      set_position(block, i, rows.position[k]);
      block.mass.row[i] = static_cast<T>(rows.mass[k]);
      block.time[i] = rows.time[k].n;
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
  StoredBlock<Format>& block_of(std::size_t row) {
    return leaves_[row / leaf_rows].blocks[row % leaf_rows / block_rows<T>];
  }

  static void set(Lines3<T>& lines, std::size_t i, const Vec3& a) {
    lines.x.row[i] = static_cast<T>(a.x);
    lines.y.row[i] = static_cast<T>(a.y);
    lines.z.row[i] = static_cast<T>(a.z);
  }

  static void set_position(StoredBlock<Format>& block, std::size_t i, const Vec3& position) {
    set(block.position, i, position);
    if constexpr (Format::two_float) {
      block.low.x.row[i] = SplitDouble(position.x).low;
      block.low.y.row[i] = SplitDouble(position.y).low;
      block.low.z.row[i] = SplitDouble(position.z).low;
    }
  }

  void park(std::size_t row) {
    StoredBlock<Format>& block = block_of(row);
    const std::size_t i = row % block_rows<T>;
    set_position(block, i, {parked_coordinate, parked_coordinate, parked_coordinate});
    set(block.velocity, i, {});
    set(block.acceleration, i, {});
    set(block.jerk, i, {});
    block.mass.row[i] = 0;
    block.time[i] = 0;
  }

  std::size_t size_ = 0;
  std::vector<StoredLeaf<Format>> leaves_;
  std::vector<PredictedLeaf<Format>> predicted_;
};

}  // namespace tucana::cpu
