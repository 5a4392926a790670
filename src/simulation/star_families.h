#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"

namespace tucana {

/// Remembers which ids are no stars, as ranges, beside an integrator, which knows of bodies only. Galaxies number their
/// components one after the other, so that few ranges do.
class StarFamilies {
 public:
  StarFamilies() = default;
  explicit StarFamilies(const Stars& stars);

  /// Whether any body is of this family, which is not that of stars.
  bool has(Family family) const;
  bool all_stars() const { return family_.empty(); }
  Family of(StarId id) const;
  /// Gives every star its family; no column where all are stars.
  void fill(StarsBuffer& stars) const;
  void describe(Archive& archive);

 private:
  std::vector<std::int64_t> first_, last_;  ///< ascending, both included
  std::vector<std::int32_t> family_;
};

}  // namespace tucana
