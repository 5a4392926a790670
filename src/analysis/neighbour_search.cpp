#include "tucana/analysis/neighbour_search.h"

#include <algorithm>

#include "tucana/core/error.h"

namespace tucana {
namespace {

constexpr std::size_t bucket_points = 16;
/// Targets of one unit of work: long enough to hide the claiming, short enough to share well.
constexpr std::size_t unit_points = 512;

struct Point {
  Vec3 x;
  std::uint32_t row = 0;
};

/// A box with its points [begin, end) of the tree's order.
struct Node {
  Vec3 low, high;
  std::uint32_t begin = 0, end = 0;
  std::uint32_t lowest_row = 0;

  /// Squared distance to the box: rounding is monotonic, so never above that of a point inside.
  double distance2(const Vec3& x) const {
    const auto outside = [](double lower, double at, double upper) {
      return std::max(0.0, std::max(lower - at, at - upper));
    };
    return norm2({outside(low.x, x.x, high.x), outside(low.y, x.y, high.y), outside(low.z, x.z, high.z)});
  }
  /// The best that a point of the box can be: at the box's distance with its lowest row.
  Neighbour promise(const Vec3& x) const { return {distance2(x), lowest_row}; }
};

double coordinate(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// All buckets are equally deep; the children of node i are 2i + 1 and 2i + 2.
class KdTree {
 public:
  KdTree(std::span<const Vec3> points, Workers& workers) : points_(points.size()) {
    for (std::size_t i = 0; i < points.size(); ++i) points_[i] = {points[i], static_cast<std::uint32_t>(i)};
    std::size_t buckets = 1;
    while (points.size() > buckets * bucket_points) buckets *= 2;
    first_bucket_ = buckets - 1;
    nodes_.resize(2 * buckets - 1);
    nodes_[0].end = static_cast<std::uint32_t>(points.size());
    for (std::size_t first = 0; first < nodes_.size(); first = 2 * first + 1) {
      // Whole subtrees once there are enough of them to share: their points stay in a cache.
      if (first + 1 < shared_subtrees && first < first_bucket_) {
        workers.run(first + 1, [&](std::size_t unit, int) { divide(first + unit); });
        continue;
      }
      workers.run(first + 1, [&](std::size_t unit, int) { build(first + unit); });
      break;
    }
  }

  std::uint32_t row_in_order(std::size_t place) const { return points_[place].row; }

  /// Fills `best` (its size is the number wanted, at most n - 1) with the nearest of the point at `place`.
  void search(std::size_t place, std::span<Neighbour> best) const {
    const auto [x, row] = points_[place];
    std::size_t found = 0;
    // A tree of 2^32 points is 28 levels deep, each leaves at most one node waiting.
    std::size_t waiting[64];
    std::size_t depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
      const std::size_t self = waiting[--depth];
      const Node& node = nodes_[self];
      if (found == best.size() && !(node.promise(x) < best.back())) continue;
      if (self >= first_bucket_) {
        for (std::size_t p = node.begin; p < node.end; ++p) {
          const Point& point = points_[p];
          if (point.row != row) found = insert({norm2(point.x - x), point.row}, best, found);
        }
        continue;
      }
      const std::size_t left = 2 * self + 1, right = left + 1;
      const bool left_first = nodes_[left].promise(x) < nodes_[right].promise(x);
      waiting[depth++] = left_first ? right : left;
      waiting[depth++] = left_first ? left : right;
    }
    TUCANA_EXPECT(found == best.size());
  }

 private:
  static constexpr std::size_t shared_subtrees = 64;

  void build(std::size_t self) {
    divide(self);
    if (self >= first_bucket_) return;
    build(2 * self + 1);
    build(2 * self + 2);
  }

  /// Halves by rank along the longest side: balanced whatever the points are. Equal coordinates are ordered by row, so
  /// that the lowest rows of coincident points are adjacent and ties prune early.
  void divide(std::size_t self) {
    Node& node = nodes_[self];
    node.low = node.high = points_[node.begin].x;
    node.lowest_row = points_[node.begin].row;
    for (std::size_t p = node.begin; p < node.end; ++p) {
      const auto& [x, row] = points_[p];
      node.low = {std::min(node.low.x, x.x), std::min(node.low.y, x.y), std::min(node.low.z, x.z)};
      node.high = {std::max(node.high.x, x.x), std::max(node.high.y, x.y), std::max(node.high.z, x.z)};
      node.lowest_row = std::min(node.lowest_row, row);
    }
    if (self >= first_bucket_) return;
    const Vec3 side = node.high - node.low;
    const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
    const std::uint32_t middle = node.begin + (node.end - node.begin) / 2;
    const auto at = [&](std::size_t p) { return points_.begin() + static_cast<std::ptrdiff_t>(p); };
    std::nth_element(at(node.begin), at(middle), at(node.end), [axis](const Point& a, const Point& b) {
      const double xa = coordinate(a.x, axis), xb = coordinate(b.x, axis);
      return xa < xb || (xa == xb && a.row < b.row);
    });
    nodes_[2 * self + 1].begin = node.begin, nodes_[2 * self + 1].end = middle;
    nodes_[2 * self + 2].begin = middle, nodes_[2 * self + 2].end = node.end;
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

  std::vector<Point> points_;  ///< in the tree's order
  std::vector<Node> nodes_;
  std::size_t first_bucket_ = 0;
};

}  // namespace

Neighbours nearest_neighbours(std::span<const Vec3> points, std::size_t count, Workers& workers) {
  TUCANA_EXPECT(points.size() < std::size_t{0xffffffff});
  Neighbours result;
  if (points.size() < 2 || count == 0) return result;
  result.count = std::min(count, points.size() - 1);
  result.entries.resize(points.size() * result.count);
  const KdTree tree(points, workers);
  // In the tree's order, so that one search finds in the cache what the last one has read.
  workers.run((points.size() + unit_points - 1) / unit_points, [&](std::size_t unit, int) {
    const std::size_t end = std::min((unit + 1) * unit_points, points.size());
    for (std::size_t place = unit * unit_points; place < end; ++place) {
      const std::size_t row = tree.row_in_order(place);
      tree.search(place, std::span(result.entries).subspan(row * result.count, result.count));
    }
  });
  return result;
}

}  // namespace tucana
