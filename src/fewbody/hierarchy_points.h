#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tucana/fewbody/hierarchy_node.h"
#include "tucana/fewbody/tides.h"

namespace tucana {

/// What acts on others in a hierarchy, and feels them: its stars, but the four points of a mean orbit for two stars
/// that are averaged (AveragedOrbit::axes). The points of a mean move with its centre, and as its shape changes.
class HierarchyPoints {
 public:
  /// To be called when another node is averaged, or none any more.
  void arrange(std::span<const HierarchyNode> nodes, std::span<const double> masses);
  /// The orbit of an averaged node has changed.
  void renew_mean(std::span<const HierarchyNode> nodes, std::size_t k);

  /// What all others and the tides from outside add to the relative acceleration of the two parts of node k, which are
  /// at `own` relative to each other. `places`: of all stars and nodes at t.
  Perturbation on_node(std::span<const HierarchyNode> nodes, std::size_t k, const PhasePoint& own, const InnerTime& t,
                       std::span<const PhasePoint> places, const TidesDuring& tides);

 private:
  struct Point {
    double mass = 0;
    std::uint32_t carrier = 0;  ///< the star or node whose place it has, but for
    Vec3 offset, drift;         ///< at the time of the carrier's pair, and how fast it changes
  };
  PartialForce mean_of(std::span<const std::uint32_t> points) const;

  std::size_t stars_ = 0;
  std::vector<Point> points_;
  std::vector<std::vector<std::uint32_t>> points_of_;  ///< of every star and node
  // Scratch of on_node().
  std::vector<PhasePoint> at_;
  std::vector<Vec3> x_, v_;
  std::vector<PartialForce> tidal_, forces_;
};

}  // namespace tucana
