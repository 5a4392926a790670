#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "tucana/core/vec3.h"

namespace tucana {

/// The force of the sources of a leaf, or of many leaves, on one target. The potential is without its sign. One cache
/// line, so that the sums of several threads do not share any.
struct alignas(64) PairSums {
  Vec3 acceleration;
  Vec3 jerk;
  double potential = 0;

  PairSums& operator+=(const PairSums& b) {
    acceleration += b.acceleration;
    jerk += b.jerk;
    potential += b.potential;
    return *this;
  }
};

/// Adds the leaf sums of a group of targets as a binary tree of fixed shape over the leaf index: adjacent
/// pairs bottom-up, an odd last one passes up. It is the carry of a binary counter, so only the logarithm of
/// the number of leaves is kept. An aligned range of 2^k leaves is a subtree: its sum may be pushed into the tree
/// of ranges like a leaf, and the bits stay the same.
template <class Sum>
class LeafTreeOf {
 public:
  void clear(std::size_t targets) {
    targets_ = targets;
    pushed_ = 0;
  }

  /// Where the sums of the next leaf may be written to save push() a copy; `otherwise` where there is no such place.
  std::span<Sum> room(std::span<Sum> otherwise) {
    if ((pushed_ & 1) != 0) return otherwise;
    make_rows(1);
    return row(0);
  }

  /// The sums of the next leaf, one per target. They are overwritten.
  void push(std::span<Sum> leaf) {
    const auto top = static_cast<std::size_t>(std::countr_one(pushed_));  // the rows below have what comes before
    make_rows(top + 1);
    ++pushed_;
    if (leaf.data() == row(top).data()) return;
    for (std::size_t level = 0; level + 1 < top; ++level) add(row(level), leaf);
    const auto to = row(top);
    if (top == 0) {
      std::ranges::copy(leaf, to.begin());
      return;
    }
    const auto last = row(top - 1);
    for (std::size_t t = 0; t < targets_; ++t) {
      to[t] = leaf[t];
      to[t] += last[t];
    }
  }

  /// The sums over everything pushed; zero when nothing was.
  void finish(std::span<Sum> sums) {
    for (std::size_t t = 0; t < targets_; ++t) sums[t] = {};
    if (pushed_ == 0) return;
    auto level = static_cast<std::size_t>(std::countr_zero(pushed_));
    for (std::size_t t = 0; t < targets_; ++t) sums[t] = row(level)[t];
    for (++level; (pushed_ >> level) != 0; ++level)
      if ((pushed_ >> level & 1) != 0) add(row(level), sums);
  }

 private:
  void make_rows(std::size_t levels) {
    if (rows_.size() < levels * targets_) rows_.resize(levels * targets_);
  }
  std::span<Sum> row(std::size_t level) { return std::span(rows_).subspan(level * targets_, targets_); }
  void add(std::span<const Sum> left, std::span<Sum> right) const {
    for (std::size_t t = 0; t < targets_; ++t) right[t] += left[t];
  }

  std::size_t targets_ = 0;
  std::size_t pushed_ = 0;
  std::vector<Sum> rows_;
};
using LeafTree = LeafTreeOf<PairSums>;

}  // namespace tucana
