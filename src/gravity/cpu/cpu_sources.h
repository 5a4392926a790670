#pragma once

#include <algorithm>
#include <vector>

#include "tucana/core/for_each_index.h"
#include "tucana/gravity/cpu/kernels.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::cpu {

/// Where a predicted leaf is; `higher` only for Prediction::crackle.
template <class Format>
struct Predicted {
  PredictedLeaf<Format>* leaf;
  PredictedHigherLeaf<Format>* higher;
};

/// Sources in leaves of columns, in the engine's arithmetic.
template <class Format>
class CpuSources final : public SourceSet {
 public:
  CpuSources(Prediction prediction, Workers& workers) : prediction_(prediction), workers_(workers) {}

  Prediction prediction() const { return prediction_; }
  std::size_t size() const override { return size_; }

  void resize(std::size_t rows) override {
    leaves_.resize((rows + leaf_rows - 1) / leaf_rows);
    if (prediction_ == Prediction::crackle) higher_.resize(leaves_.size());
    // Every row past the old end or the new one is parked, whatever was there.
    for (std::size_t i = std::min(size_, rows); i < leaves_.size() * leaf_rows; ++i) park_row(i);
    size_ = rows;
  }

  void write(std::span<const Slot> slots, const SourceRows& rows) override {
    check_source_rows(slots, rows, size_, Format::precision);
    // A row is in a dozen cache lines.
    for_each_index_with_affinity<write_grain>(workers_, slots.size(), [&](std::size_t k) {
      const auto of = [k](std::span<const Vec3> column) { return column.empty() ? Vec3{} : column[k]; };
      set(index(slots[k]), rows.mass[k], rows.position[k], rows.velocity[k], of(rows.acceleration), of(rows.jerk),
          rows.time[k]);
      if (prediction_ == Prediction::crackle) set_higher(index(slots[k]), of(rows.snap), of(rows.crackle));
    });
  }

  void park(std::span<const Slot> slots) override {
    check_slots(slots, size_);
    for (const Slot slot : slots) park_row(index(slot));
  }
  bool is_parked(Slot slot) const {
    if (index(slot) >= size_) return false;
    const StoredBlock<Format>& block = leaves_[index(slot) / leaf_rows].blocks[index(slot) % leaf_rows / rows_a_block];
    return block.position.x.leading(index(slot) % rows_a_block) == parked_coordinate;
  }

  std::size_t leaf_count() const { return leaves_.size(); }
  std::size_t used_rows(std::size_t leaf) const { return std::min(leaf_rows, size_ - leaf * leaf_rows); }

  void predict(const Kernels<Format>& kernels, std::size_t leaf, Tick when, Predicted<Format> to) const {
    if (prediction_ == Prediction::crackle)
      kernels.predict_higher(leaves_[leaf], higher_[leaf], when.n, used_rows(leaf), *to.leaf, *to.higher);
    else
      kernels.predict(leaves_[leaf], when.n, used_rows(leaf), *to.leaf);
  }

  /// Room for all leaves predicted, when there are many targets.
  void make_room() {
    if (predicted_.size() < leaves_.size()) predicted_.resize(leaves_.size());
    if (predicted_higher_.size() < higher_.size()) predicted_higher_.resize(higher_.size());
  }
  Predicted<Format> room(std::size_t leaf) {
    return {&predicted_[leaf], prediction_ == Prediction::crackle ? &predicted_higher_[leaf] : nullptr};
  }

 private:
  static constexpr std::size_t write_grain = 256;
  static constexpr std::size_t rows_a_block = block_rows<typename Format::Scalar>;

  void set(std::size_t row, double mass, const Vec3& x, const Vec3& v, const Vec3& a, const Vec3& j, Tick time) {
    StoredBlock<Format>& block = leaves_[row / leaf_rows].blocks[row % leaf_rows / rows_a_block];
    const std::size_t i = row % rows_a_block;
    block.position.set(i, x);
    block.velocity.set(i, v);
    block.acceleration.set(i, a);
    block.jerk.set(i, j);
    block.mass.set(i, mass);
    block.time[i] = time.n;
  }

  void set_higher(std::size_t row, const Vec3& snap, const Vec3& crackle) {
    StoredHigherBlock<Format>& block = higher_[row / leaf_rows].blocks[row % leaf_rows / rows_a_block];
    block.snap.set(row % rows_a_block, snap);
    block.crackle.set(row % rows_a_block, crackle);
  }

  void park_row(std::size_t row) {
    set(row, 0, {parked_coordinate, parked_coordinate, parked_coordinate}, {}, {}, {}, {});
    if (prediction_ == Prediction::crackle) set_higher(row, {}, {});
  }

  Prediction prediction_;
  Workers& workers_;
  std::size_t size_ = 0;
  std::vector<StoredLeaf<Format>> leaves_;
  std::vector<StoredHigherLeaf<Format>> higher_;  ///< none with Prediction::jerk
  std::vector<PredictedLeaf<Format>> predicted_;
  std::vector<PredictedHigherLeaf<Format>> predicted_higher_;
};

}  // namespace tucana::cpu
