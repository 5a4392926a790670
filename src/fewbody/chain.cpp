#include "tucana/fewbody/chain.h"

#include <algorithm>
#include <limits>

#include "tucana/core/error.h"

namespace tucana {

Chain::Chain(std::span<const Vec3> members) {
  const std::size_t n = members.size();
  TUCANA_EXPECT(n >= 2);
  std::vector<bool> linked(n, false);
  std::uint32_t front = 0, back = 1;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const double r2 = norm2(members[j] - members[i]);
      if (r2 < shortest) shortest = r2, front = i, back = j;
    }
  }
  std::vector<std::uint32_t> before{front}, after{back};  // from the middle outwards
  linked[front] = linked[back] = true;
  while (before.size() + after.size() < n) {
    shortest = std::numeric_limits<double>::infinity();
    std::uint32_t next = 0;
    bool at_front = false;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (linked[i]) continue;
      const double to_front = norm2(members[i] - members[before.back()]);
      const double to_back = norm2(members[i] - members[after.back()]);
      if (std::min(to_front, to_back) < shortest) {
        shortest = std::min(to_front, to_back);
        at_front = to_front < to_back;
        next = i;
      }
    }
    // Nothing is nearer than infinity where positions are no numbers: the first one left is taken.
    if (shortest == std::numeric_limits<double>::infinity())
      next = static_cast<std::uint32_t>(std::find(linked.begin(), linked.end(), false) - linked.begin());
    (at_front ? before : after).push_back(next);
    linked[next] = true;
  }
  row_.assign(before.rbegin(), before.rend());
  row_.insert(row_.end(), after.begin(), after.end());
}

void Chain::to_links(std::span<const Vec3> members, std::span<Vec3> links) const {
  for (std::size_t k = 0; k + 1 < size(); ++k) links[k] = members[row_[k + 1]] - members[row_[k]];
}

void row_from_links(std::span<const Vec3> links, std::span<const double> row_masses, std::span<Vec3> row) {
  Vec3 centre;
  double mass = row_masses[0];
  row[0] = {};
  for (std::size_t k = 0; k + 1 < row.size(); ++k) {
    row[k + 1] = row[k] + links[k];
    centre += row_masses[k + 1] * row[k + 1];
    mass += row_masses[k + 1];
  }
  if (mass > 0) centre *= 1 / mass;
  for (Vec3& x : row) x -= centre;
}

void Chain::to_members(std::span<const Vec3> links, std::span<const double> masses, std::span<Vec3> members) const {
  std::vector<double> row_masses(size());
  std::vector<Vec3> row(size());
  for (std::size_t k = 0; k < size(); ++k) row_masses[k] = masses[row_[k]];
  row_from_links(links, row_masses, row);
  for (std::size_t k = 0; k < size(); ++k) members[row_[k]] = row[k];
}

bool Chain::is_outdated(std::span<const Vec3> links) const {
  for (std::size_t i = 0; i + 2 < size(); ++i) {
    Vec3 d = links[i];
    for (std::size_t j = i + 2; j < size(); ++j) {
      d += links[j - 1];
      if (norm2(d) < std::max(norm2(links[i]), norm2(links[j - 1]))) return true;
    }
  }
  return false;
}

std::vector<Vec3> Chain::links_of(const Chain& other, std::span<const Vec3> links) const {
  std::vector<std::size_t> place(size());
  for (std::size_t k = 0; k < size(); ++k) place[row_[k]] = k;
  std::vector<Vec3> result(links.size());
  for (std::size_t k = 0; k + 1 < size(); ++k) {
    const std::size_t from = place[other.row_[k]], to = place[other.row_[k + 1]];
    Vec3 sum;
    for (std::size_t i = std::min(from, to); i < std::max(from, to); ++i) sum += links[i];
    result[k] = from < to ? sum : -sum;
  }
  return result;
}

}  // namespace tucana
