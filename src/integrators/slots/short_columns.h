#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "tucana/core/ids.h"

namespace tucana {

/// Masses of bodies: one number where all are equal, as in most models of galaxies.
class MassColumn {
 public:
  void assign(std::span<const double> masses) {
    size_ = masses.size();
    const bool equal = std::all_of(masses.begin(), masses.end(), [&](double m) { return m == masses.front(); });
    values_ = std::vector(masses.begin(), equal ? masses.begin() + (size_ > 0 ? 1 : 0) : masses.end());
  }
  std::size_t size() const { return size_; }
  double operator[](std::size_t i) const { return values_[values_.size() == 1 ? 0 : i]; }
  std::vector<double> all() const { return values_.size() == size_ ? values_ : std::vector(size_, values_.front()); }
  std::size_t bytes() const { return values_.capacity() * sizeof(double); }

 private:
  std::size_t size_ = 0;
  std::vector<double> values_;  ///< of all, or one that is valid for all
};

/// Ids of bodies: only the first if they are consecutive, as models number them.
class IdColumn {
 public:
  void assign(std::span<const StarId> ids) {
    size_ = ids.size();
    bool consecutive = true;
    for (std::size_t i = 0; i < size_; ++i) consecutive = consecutive && ids[i] == after(ids.front(), i);
    values_ = std::vector(ids.begin(), consecutive ? ids.begin() + (size_ > 0 ? 1 : 0) : ids.end());
  }
  std::size_t size() const { return size_; }
  StarId operator[](std::size_t i) const { return values_.size() == 1 ? after(values_[0], i) : values_[i]; }
  std::vector<StarId> all() const {
    std::vector<StarId> ids(size_);
    for (std::size_t i = 0; i < size_; ++i) ids[i] = (*this)[i];
    return ids;
  }
  std::size_t bytes() const { return values_.capacity() * sizeof(StarId); }

 private:
  static StarId after(StarId first, std::size_t i) {
    // Unsigned: ids may be arbitrary, and the sum must not overflow.
    return static_cast<StarId>(static_cast<std::uint64_t>(value(first)) + i);
  }

  std::size_t size_ = 0;
  std::vector<StarId> values_;  ///< of all, or the first
};

}  // namespace tucana
