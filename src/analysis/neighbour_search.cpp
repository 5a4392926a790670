#include "tucana/analysis/neighbour_search.h"

#include <algorithm>
#include <numeric>

#include "tucana/core/error.h"

namespace tucana {
namespace {

constexpr std::size_t bucket_points = 16;
/// Targets of one unit of work: long enough to hide the claiming, short enough to share well.
constexpr std::size_t unit_points = 512;

/// A box with its points [begin, end) of the tree's order; child 0 means a bucket (the root is nobody's child).
struct Node {
  Vec3 low, high;
  std::uint32_t begin = 0, end = 0;
  std::uint32_t left = 0, right = 0;
  std::uint32_t lowest_row = 0;

  /// Squared distance to the box: rounding is monotonic, so never above that of a point inside.
  double distance2(const Vec3& x) const {
    const auto outside = [](double lower, double at, double upper) {
      return std::max(0.0, std::max(lower - at, at - upper));
    };
    return norm2({outside(low.x, x.x, high.x), outside(low.y, x.y, high.y), outside(low.z, x.z, high.z)});
  }
};

double coordinate(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

class KdTree {
 public:
  explicit KdTree(std::span<const Vec3> points) : points_(points), row_(points.size()) {
    std::iota(row_.begin(), row_.end(), 0u);
    nodes_.reserve(4 * points.size() / bucket_points + 2);
    build(0, points.size());
    ordered_.reserve(points.size());
    for (const std::uint32_t row : row_) ordered_.push_back(points[row]);
  }

  std::uint32_t row_in_order(std::size_t place) const { return row_[place]; }

  /// Fills `best` (its size is the number wanted, at most n - 1) with the nearest of the point in `row`.
  void search(std::uint32_t row, std::span<Neighbour> best) const {
    const Vec3 x = points_[row];
    std::size_t found = 0;
    // A tree of 2^32 points is 28 levels deep, each leaves at most one node waiting.
    std::uint32_t waiting[64];
    std::size_t depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
      const Node& node = nodes_[waiting[--depth]];
      // The best that a point of the box can be: at the box's distance with its lowest row.
      if (found == best.size() && !(Neighbour{node.distance2(x), node.lowest_row} < best.back())) continue;
      if (node.left == 0) {
        for (std::size_t p = node.begin; p < node.end; ++p) {
          if (row_[p] != row) found = insert({norm2(ordered_[p] - x), row_[p]}, best, found);
        }
        continue;
      }
      const auto promise = [&](std::uint32_t n) { return Neighbour{nodes_[n].distance2(x), nodes_[n].lowest_row}; };
      const bool left_first = promise(node.left) < promise(node.right);
      waiting[depth++] = left_first ? node.right : node.left;
      waiting[depth++] = left_first ? node.left : node.right;
    }
    TUCANA_EXPECT(found == best.size());
  }

 private:
  /// Halves by rank along the longest side: balanced whatever the points are. Equal coordinates by row, so that the
  /// lowest rows of coincident points stand together and ties prune early.
  std::uint32_t build(std::size_t begin, std::size_t end) {
    const auto self = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.begin = static_cast<std::uint32_t>(begin), node.end = static_cast<std::uint32_t>(end);
    node.low = node.high = points_[row_[begin]];
    node.lowest_row = row_[begin];
    for (std::size_t p = begin; p < end; ++p) {
      const Vec3& x = points_[row_[p]];
      node.low = {std::min(node.low.x, x.x), std::min(node.low.y, x.y), std::min(node.low.z, x.z)};
      node.high = {std::max(node.high.x, x.x), std::max(node.high.y, x.y), std::max(node.high.z, x.z)};
      node.lowest_row = std::min(node.lowest_row, row_[p]);
    }
    nodes_.push_back(node);
    if (end - begin > bucket_points) {
      const Vec3 side = node.high - node.low;
      const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
      const std::size_t middle = begin + (end - begin) / 2;
      const auto at = [&](std::size_t p) { return row_.begin() + static_cast<std::ptrdiff_t>(p); };
      std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
        const double xa = coordinate(points_[a], axis), xb = coordinate(points_[b], axis);
        return xa < xb || (xa == xb && a < b);
      });
      // By index: building the children moves the nodes.
      const std::uint32_t left = build(begin, middle), right = build(middle, end);
      nodes_[self].left = left, nodes_[self].right = right;
    }
    return self;
  }

  /// Keeps the first `found` of `best` sorted; returns how many there are now.
  static std::size_t insert(const Neighbour& candidate, std::span<Neighbour> best, std::size_t found) {
    if (found == best.size()) {
      if (!(candidate < best.back())) return found;
      --found;
    }
    std::size_t place = found;
    for (; place > 0 && candidate < best[place - 1]; --place) best[place] = best[place - 1];
    best[place] = candidate;
    return found + 1;
  }

  std::span<const Vec3> points_;
  std::vector<std::uint32_t> row_;  // of each place in the tree's order
  std::vector<Vec3> ordered_;
  std::vector<Node> nodes_;
};

}  // namespace

Neighbours nearest_neighbours(std::span<const Vec3> points, std::size_t count, Workers& workers) {
  TUCANA_EXPECT(points.size() < std::size_t{0xffffffff});
  Neighbours result;
  if (points.size() < 2 || count == 0) return result;
  result.count = std::min(count, points.size() - 1);
  result.entries.resize(points.size() * result.count);
  const KdTree tree(points);
  // In the tree's order, so that one search finds in the cache what the last one has read.
  workers.run((points.size() + unit_points - 1) / unit_points, [&](std::size_t unit, int) {
    const std::size_t end = std::min((unit + 1) * unit_points, points.size());
    for (std::size_t place = unit * unit_points; place < end; ++place) {
      const std::uint32_t row = tree.row_in_order(place);
      tree.search(row, std::span(result.entries).subspan(row * result.count, result.count));
    }
  });
  return result;
}

}  // namespace tucana
