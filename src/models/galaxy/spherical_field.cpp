#include "tucana/models/galaxy/spherical_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/models/galaxy/gauss_legendre.h"

namespace tucana {

SphericalField::SphericalField(const RadialGrid& grid, FunctionRef<double(double r)> density) : grid_(&grid) {
  const std::size_t n = grid.size();
  mass_.resize(n);
  depth_.resize(n);
  depth_steps_.resize(n);
  // Inside the first node the density goes as a power, r^-gamma.
  const double r0 = grid.r(0);
  const double gamma = std::clamp(-std::log(density(r0 * 1.01) / density(r0)) / std::log(1.01), 0.0, 1.9);
  constexpr double four_pi = 4 * std::numbers::pi;
  mass_[0] = four_pi * density(r0) * r0 * r0 * r0 / (3 - gamma);
  inner_slope_ = 3 - gamma;
  depth_[0] = mass_[0] / r0 / (2 - gamma);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    double shells = 0, by_radius = 0;  // integrals of 4 pi rho r^2 dr and 4 pi rho r dr
    const double a = grid.log_r(i), h = grid.log_r(i + 1) - a;
    for (std::size_t k = 0; k < gauss4.place.size(); ++k) {
      const double r = std::exp(a + h * gauss4.place[k]);
      const double part = gauss4.weight[k] * h * four_pi * density(r) * r * r;
      shells += part * r;
      by_radius += part;
    }
    mass_[i + 1] = mass_[i] + shells;
    // Psi = M/r + integral of 4 pi rho r dr outwards.
    depth_steps_[i] = mass_[i] / grid.r(i) - mass_[i + 1] / grid.r(i + 1) + by_radius;
    depth_[i + 1] = depth_[i] + depth_steps_[i];
  }
  central_ = depth_.back() + mass_.back() / grid.r(n - 1);
}

double SphericalField::mass(double r) const {
  const std::size_t n = grid_->size();
  if (r >= grid_->r(n - 1)) return mass_.back();
  if (r <= grid_->r(0)) return mass_[0] * std::pow(r / grid_->r(0), inner_slope_);
  const std::size_t i = grid_->cell_of(r);
  const double s = std::log(r / grid_->r(i)) / (grid_->log_r(i + 1) - grid_->log_r(i));
  return mass_[i] * std::pow(mass_[i + 1] / mass_[i], s);
}

double SphericalField::depth(double r) const {
  const std::size_t n = grid_->size();
  if (r >= grid_->r(n - 1)) return central_ - mass_.back() / r;
  if (r <= grid_->r(0)) return depth_[0] * std::pow(r / grid_->r(0), inner_slope_ - 1);
  const std::size_t i = grid_->cell_of(r);
  return depth_[i] + depth_between(i, i, std::log(r));
}

/// Cubic in ln r by the depths and their derivatives M/r at both ends.
double SphericalField::depth_between(std::size_t from, std::size_t cell, double log_r) const {
  const double h = grid_->log_r(cell + 1) - grid_->log_r(cell), s = (log_r - grid_->log_r(cell)) / h;
  const double slope_a = h * mass_[cell] / grid_->r(cell), slope_b = h * mass_[cell + 1] / grid_->r(cell + 1);
  const double inside =
      slope_a * s * (1 - s) * (1 - s) + depth_steps_[cell] * s * s * (3 - 2 * s) - slope_b * s * s * (1 - s);
  return from == cell ? inside : depth_[cell] - depth_[from] + inside;
}

}  // namespace tucana
