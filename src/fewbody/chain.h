#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// The bodies of a group in a row in which neighbours in space are neighbours, so that the distances that matter most
/// are coordinates themselves, and not differences of large numbers (Mikkola & Aarseth 1993). Link k leads from the
/// k-th to the (k+1)-th body of the row. Values per body are either in the order of the *members*, as they were given,
/// or in that of the *row*; a value per link belongs to the row.
class Chain {
 public:
  Chain() = default;
  /// The closest pair first, then again and again the body that is nearest to one of the ends.
  explicit Chain(std::span<const Vec3> members);
  /// A row that is known, as from an archive.
  explicit Chain(std::vector<std::uint32_t> row) : row_(std::move(row)) {}

  std::size_t size() const { return row_.size(); }
  std::span<const std::uint32_t> row() const { return row_; }

  /// Differences of positions, or of velocities, of members along the row, and back: relative to the centre of
  /// `masses`.
  void to_links(std::span<const Vec3> members, std::span<Vec3> links) const;
  void to_members(std::span<const Vec3> links, std::span<const double> masses, std::span<Vec3> members) const;

  /// Whether two bodies that are not linked are closer than the links at the two ends of the way between them.
  bool is_outdated(std::span<const Vec3> links) const;
  /// The same links for another row, each a signed sum of the old ones.
  std::vector<Vec3> links_of(const Chain& other, std::span<const Vec3> links) const;

  bool operator==(const Chain&) const = default;

 private:
  std::vector<std::uint32_t> row_;
};

/// From the i-th to the j-th body of a row, i < j: a sum of links where there are few between them, and the difference
/// of the positions `x` (in the order of the row) otherwise.
inline Vec3 chained_difference(std::span<const Vec3> links, std::span<const Vec3> x, std::size_t i, std::size_t j) {
  if (j == i + 1) return links[i];
  if (j == i + 2) return links[i] + links[i + 1];
  return x[j] - x[i];
}

/// Positions, or velocities, along a row relative to the centre of mass; masses in the order of the row.
void row_from_links(std::span<const Vec3> links, std::span<const double> row_masses, std::span<Vec3> row);

}  // namespace tucana
