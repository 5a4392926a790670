#include "tucana/tree/octree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "tucana/tree/hilbert_key.h"

namespace tucana::tree {
namespace {

/// Cells that one unit of work examines.
constexpr std::size_t cells_a_unit = 256;

struct Division {
  std::array<std::uint32_t, 9> begin;
  std::uint32_t parts = 0;
};

/// Divides the bodies of a cell by the first three bits in which their keys differ. Empty octants are omitted.
Division divide(std::span<const KeyedBody> sorted, const Cell& cell) {
  const KeyedBody* const first = sorted.data() + cell.first;
  const KeyedBody* const last = first + cell.count;
  const int level = (std::countl_zero(first->key ^ last[-1].key) - 1) / 3;
  const int shift = 3 * (key_levels - 1 - level);
  Division division;
  const KeyedBody* at = first;
  while (at != last) {
    division.begin[division.parts++] = static_cast<std::uint32_t>(at - sorted.data());
    const std::uint64_t octant = at->key >> shift;
    at = std::partition_point(at, last, [&](const KeyedBody& body) { return body.key >> shift == octant; });
  }
  division.begin[division.parts] = static_cast<std::uint32_t>(last - sorted.data());
  return division;
}

bool has_children(std::span<const KeyedBody> sorted, const Cell& cell, std::size_t leaf_bodies) {
  return cell.count > leaf_bodies && sorted[cell.first].key != sorted[cell.first + cell.count - 1].key;
}

}  // namespace

void Octree::build(std::span<const KeyedBody> sorted, std::size_t leaf_bodies, Workers& workers) {
  cells_.assign(1, {0, static_cast<std::uint32_t>(sorted.size()), 0, 0});
  generations_.assign({0, 1});
  std::vector<Division> divisions;
  std::vector<std::uint32_t> born;
  while (true) {
    const std::size_t begin = generations_[generations_.size() - 2], end = cells_.size();
    const std::size_t units = (end - begin + cells_a_unit - 1) / cells_a_unit;
    const auto in_unit = [&](std::size_t unit, const auto& f) {
      const std::size_t last = std::min(end, begin + (unit + 1) * cells_a_unit);
      for (std::size_t c = begin + unit * cells_a_unit; c < last; ++c) f(c, divisions[c - begin]);
    };
    divisions.resize(end - begin);
    born.assign(units, 0);
    workers.run(units, [&](std::size_t unit, int) {
      in_unit(unit, [&](std::size_t c, Division& division) {
        division.parts = 0;
        if (has_children(sorted, cells_[c], leaf_bodies)) division = divide(sorted, cells_[c]);
        born[unit] += division.parts;
      });
    });
    // Where the children of each unit go: the prefix sums of their numbers.
    auto child = static_cast<std::uint32_t>(end);
    for (auto& number : born) number = std::exchange(child, child + number);
    if (child == end) break;
    cells_.resize(child);
    generations_.push_back(child);
    workers.run(units, [&](std::size_t unit, int) {
      in_unit(unit, [&](std::size_t c, const Division& division) {
        if (division.parts == 0) return;
        cells_[c].child = born[unit];
        cells_[c].children = division.parts;
        for (std::uint32_t p = 0; p < division.parts; ++p)
          cells_[born[unit]++] = {division.begin[p], division.begin[p + 1] - division.begin[p], 0, 0};
      });
    });
  }
  cells_.shrink_to_fit();
}

void Octree::describe(Archive& archive) {
  // Column by column, since archives store numbers, not cells.
  const auto column = [&](std::string_view name, auto member) {
    std::vector<std::uint32_t> values(cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c) values[c] = cells_[c].*member;
    archive.field(name, values);
    if (!archive.loading()) return;
    cells_.resize(values.size());
    for (std::size_t c = 0; c < values.size(); ++c) cells_[c].*member = values[c];
  };
  column("first", &Cell::first);
  column("count", &Cell::count);
  column("child", &Cell::child);
  column("children", &Cell::children);
  archive.field("generations", generations_);
}

bool Octree::holds(std::size_t bodies) const {
  if (cells_.empty() || cells_[0].first != 0 || cells_[0].count != bodies) return false;
  if (generations_.size() < 2 || generations_.front() != 0 || generations_.back() != cells_.size()) return false;
  std::size_t next = 1;
  // A generation is the children of the one before, one after the other.
  std::size_t generation = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const Cell& cell = cells_[c];
    if (c == generations_[generation + 1]) ++generation;
    if (generation + 1 >= generations_.size()) return false;
    if (c == generations_[generation] && generations_[generation + 1] != next) return false;
    if (cell.count == 0 && bodies > 0) return false;
    if (cell.is_leaf() != (cell.children == 0)) return false;
    if (cell.is_leaf()) continue;
    if (cell.child != next || cell.child <= c || cell.children > 8 || cell.child + cell.children > cells_.size())
      return false;
    next += cell.children;
    std::size_t body = cell.first;
    for (std::uint32_t k = cell.child; k < cell.child + cell.children; ++k) {
      if (cells_[k].first != body) return false;
      body += cells_[k].count;
    }
    if (body != cell.first + cell.count) return false;
  }
  return next == cells_.size() && std::is_sorted(generations_.begin(), generations_.end());
}

}  // namespace tucana::tree
