#pragma once

#include <array>
#include <vector>

#include "tucana/core/function_ref.h"
#include "tucana/models/galaxy/radial_grid.h"

namespace tucana {

/// The field of a spherical density, tabulated: mass within a radius, and the depth W(r) = Psi(0) - Psi(r), Psi being
/// minus the potential. The depth, not the potential, is tabulated because it keeps its digits at the centre of a cusp.
class SphericalField {
 public:
  /// `density` is evaluated only inside cells of the grid, so it may have steps at nodes.
  SphericalField(const RadialGrid& grid, FunctionRef<double(double r)> density);

  const RadialGrid& grid() const { return *grid_; }
  double mass_at(std::size_t node) const { return mass_[node]; }
  double depth_at(std::size_t node) const { return depth_[node]; }
  double total_mass() const { return mass_.back(); }

  double mass(double r) const;
  double depth(double r) const;
  /// depth(r) - depth(node `from`), with all digits when r is close.
  double depth_between(std::size_t from, std::size_t cell, double log_r) const;
  /// Psi(r) = Psi(0) - depth(r) > 0, zero at infinity.
  double potential(double r) const { return central_ - depth(r); }
  double central_potential() const { return central_; }

 private:
  const RadialGrid* grid_;
  std::vector<double> mass_, depth_, depth_steps_;
  double inner_slope_ = 0;  ///< of ln mass by ln r within the first node
  double central_ = 0;
};

}  // namespace tucana
