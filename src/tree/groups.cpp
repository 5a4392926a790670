#include "tucana/tree/groups.h"

#include <algorithm>

namespace tucana::tree {
namespace {

constexpr std::size_t boxes_a_unit = 64;

/// Divides the order of targets at cell boundaries.
class Cutter {
 public:
  Cutter(std::span<const Cell> cells, std::span<const std::uint32_t> places, const GroupRules& rules)
      : cells_(cells), places_(places), most_(rules.most), span_(rules.span) {}

  std::vector<Group> cut() {
    divide(cells_[0], 0, static_cast<std::uint32_t>(places_.size()));
    return std::move(groups_);
  }

 private:
  /// The targets from `begin` to `end` are those of the cell.
  void divide(const Cell& cell, std::uint32_t begin, std::uint32_t end) {
    if (fits(begin, end) || cell.is_leaf()) return add(begin, end);
    std::uint32_t from = begin, to = begin;
    for (std::uint32_t c = cell.child; c < cell.child + cell.children; ++c) {
      const std::uint32_t next = target_behind(cells_[c], to, end);
      const bool large = !fits(to, next);
      if (large || !fits(from, next)) {
        add(from, to);
        from = to;
      }
      if (large) {
        divide(cells_[c], to, next);
        from = next;
      }
      to = next;
    }
    add(from, to);
  }

  bool fits(std::uint32_t begin, std::uint32_t end) const {
    return end - begin <= most_ && (begin == end || places_[end - 1] - places_[begin] < span_);
  }

  std::uint32_t target_behind(const Cell& cell, std::uint32_t from, std::uint32_t end) const {
    // Where every body is a target this is its own place.
    const std::uint32_t last = cell.first + cell.count;
    if (last <= end && places_[last - 1] < last && (last == end || places_[last] >= last)) return last;
    const auto behind = std::lower_bound(places_.begin() + from, places_.begin() + end, last);
    return static_cast<std::uint32_t>(behind - places_.begin());
  }

  void add(std::uint32_t begin, std::uint32_t end) {
    // More than a group may hold only where many bodies are at one place.
    for (; begin < end; begin += static_cast<std::uint32_t>(most_))
      groups_.push_back({begin, std::min(end - begin, static_cast<std::uint32_t>(most_)), {}});
  }

  std::span<const Cell> cells_;
  std::span<const std::uint32_t> places_;
  std::size_t most_;
  std::uint32_t span_;
  std::vector<Group> groups_;
};

class Splitter {
 public:
  Splitter(std::span<const Vec3> positions, BallKind ball) : positions_(positions), ball_(ball) {}

  void enclose(Group& group) const { group.ball = enclosing_ball(ball_, positions_.subspan(group.first, group.count)); }
  /// Halves groups until their balls are small enough.
  void split(const Group& group, double largest, std::vector<Group>& parts) const {
    if (group.ball.radius <= largest || group.count == 1) {
      parts.push_back(group);
      return;
    }
    Group left{group.first, group.count / 2, {}}, right{group.first + left.count, group.count - left.count, {}};
    for (Group* half : {&left, &right}) {
      enclose(*half);
      split(*half, largest, parts);
    }
  }

 private:
  std::span<const Vec3> positions_;
  BallKind ball_;
};

}  // namespace

std::vector<Group> make_groups(const Octree& tree, std::span<const std::uint32_t> places,
                               std::span<const Vec3> positions, const GroupRules& rules, Workers& workers) {
  if (places.empty()) return {};
  std::vector<Group> groups = Cutter(tree.cells(), places, rules).cut();
  const std::size_t units = (groups.size() + boxes_a_unit - 1) / boxes_a_unit;
  const auto unit_of = [&](std::size_t unit) {
    const std::size_t first = unit * boxes_a_unit;
    return std::span(groups).subspan(first, std::min(boxes_a_unit, groups.size() - first));
  };
  const Splitter splitter(positions, rules.ball);
  workers.run(units, [&](std::size_t unit, int) {
    for (Group& group : unit_of(unit)) splitter.enclose(group);
  });
  std::vector<double> radii(groups.size());
  std::transform(groups.begin(), groups.end(), radii.begin(), [](const Group& group) { return group.ball.radius; });
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  const double largest = rules.split_radius * *middle;
  std::vector<std::vector<Group>> parts(units);
  workers.run(units, [&](std::size_t unit, int) {
    for (const Group& group : unit_of(unit)) splitter.split(group, largest, parts[unit]);
  });
  std::vector<Group> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace tucana::tree
