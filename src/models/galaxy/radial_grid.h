#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tucana {

/// Radii in steady steps of their logarithm, and among them every given edge that lies inside.
class RadialGrid {
 public:
  RadialGrid(double inner, double outer, std::span<const double> edges);

  std::size_t size() const { return r_.size(); }
  double r(std::size_t node) const { return r_[node]; }
  double log_r(std::size_t node) const { return log_r_[node]; }
  /// The cell [node, node + 1] that holds r; the first or the last one for radii outside.
  std::size_t cell_of(double r) const;
  /// The node at an edge; the last one for radii outside.
  std::size_t node_at(double edge) const;

 private:
  std::vector<double> r_, log_r_;
};

}  // namespace tucana
