#include "tucana/models/galaxy/radial_grid.h"

#include <algorithm>
#include <cmath>

namespace tucana {
namespace {

/// Twelve decades of radius in two thousand nodes or so: tables and their cubics are then good to 1e-8 and better.
constexpr double nodes_per_e_fold = 80;

}  // namespace

RadialGrid::RadialGrid(double inner, double outer, std::span<const double> edges) {
  const double span = std::log(outer / inner);
  const auto cells = static_cast<std::size_t>(std::ceil(span * nodes_per_e_fold));
  for (std::size_t i = 0; i <= cells; ++i) {
    r_.push_back(inner * std::exp(span * static_cast<double>(i) / static_cast<double>(cells)));
  }
  r_.back() = outer;
  for (const double edge : edges) {
    if (!(edge > inner && edge < outer)) continue;
    // A node that nearly is the edge gives way to it: cells do not get tiny.
    const auto above = std::lower_bound(r_.begin(), r_.end(), edge);
    for (const auto near : {above - 1, above}) {
      if (std::abs(*near / edge - 1) < 0.1 / nodes_per_e_fold && near != r_.begin() && near + 1 != r_.end())
        *near = edge;
    }
    if (!std::binary_search(r_.begin(), r_.end(), edge)) r_.insert(above, edge);
  }
  for (const double r : r_) log_r_.push_back(std::log(r));
}

std::size_t RadialGrid::cell_of(double r) const {
  const auto above = std::upper_bound(r_.begin() + 1, r_.end() - 1, r);
  return static_cast<std::size_t>(above - r_.begin()) - 1;
}

std::size_t RadialGrid::node_at(double edge) const {
  const auto found = std::lower_bound(r_.begin(), r_.end() - 1, edge);
  return static_cast<std::size_t>(found - r_.begin());
}

}  // namespace tucana
