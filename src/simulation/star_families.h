#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
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
  /// Whether any body is of a galaxy, whose bodies are softened.
  bool has_galaxy() const { return has(Family::halo) || has(Family::disc) || has(Family::bulge); }
  Family of(StarId id) const;
  /// Gives every star its family; no column where all are stars.
  void fill(StarsBuffer& stars) const;
  /// Follows stars that have been added, removed or lost in mergers: the id of one that is gone may come back as that
  /// of another family.
  void apply(const ChangeSet& set);
  void describe(Archive& archive);

 private:
  struct Range {
    std::int64_t first, last;
    std::int32_t family;
  };
  void take(std::vector<Range> ranges);
  void cut_out(const std::vector<std::int64_t>& ids, std::vector<Range>& ranges) const;

  std::vector<std::int64_t> first_, last_;  ///< ascending, both included
  std::vector<std::int32_t> family_;
};

}  // namespace tucana
