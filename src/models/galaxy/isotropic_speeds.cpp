#include "tucana/models/galaxy/isotropic_speeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/error.h"
#include "tucana/models/galaxy/gauss_legendre.h"

namespace tucana {
namespace {

/// Cells behind the singularity of the integrand that are summed with more points.
constexpr std::size_t near_cells = 4;

}  // namespace

IsotropicSpeeds::IsotropicSpeeds(const std::string& name, const Density& density, double normal,
                                 const SphericalField& field, FunctionRef<double(double r)> total_density)
    : field_(&field), edge_(field.grid().node_at(density.edge())) {
  invert(density, normal, total_density);
  check_sign(name);
  find_bounds();
  find_pressure(density);
}

void IsotropicSpeeds::invert(const Density& density, double normal, FunctionRef<double(double r)> total_density) {
  const RadialGrid& grid = field_->grid();
  constexpr double four_pi = 4 * std::numbers::pi;
  // d^2 rho / d Psi^2 times |d Psi / d ln r|: from Psi' = -M/r^2 and Psi'' = 2M/r^3 - 4 pi rho_total, without numerical
  // differentiation.
  const auto weight = [&](double r) {
    const DensityJet jet = density.at(r);
    const double mass = field_->mass(r);
    const double second = jet.curvature + jet.slope * (2 / r - four_pi * total_density(r) * r * r / mass);
    return normal * second * r * r * r / mass;
  };
  struct Point {
    double depth, weight;
  };
  constexpr std::size_t points = gauss4.place.size();
  std::vector<Point> far(edge_ * points);
  for (std::size_t cell = 0; cell < edge_; ++cell) {
    const double h = grid.log_r(cell + 1) - grid.log_r(cell);
    for (std::size_t k = 0; k < points; ++k) {
      const double log_r = grid.log_r(cell) + h * gauss4.place[k];
      far[cell * points + k] = {field_->depth_at(cell) + field_->depth_between(cell, cell, log_r),
                                gauss4.weight[k] * h * weight(std::exp(log_r))};
    }
  }
  // d rho / d Psi where the component ends, inside the edge: the boundary term of the inversion.
  const double rim = grid.r(edge_) * (1 - 1e-12);
  const double rim_slope = -normal * density.at(rim).slope * rim * rim / field_->mass(rim);

  const double rim_depth = field_->depth_at(edge_);
  f_.assign(edge_ + 1, 0);
  size_.assign(edge_ + 1, 0);
  const double factor = 1 / (std::sqrt(8.0) * std::numbers::pi * std::numbers::pi);
  for (std::size_t node = 0; node < edge_; ++node) {
    const std::size_t near_end = std::min(node + near_cells, edge_);
    double sum = 0, size = 0;
    const auto add = [&](double term) { sum += term, size += std::abs(term); };
    for (std::size_t cell = node; cell < near_end; ++cell) {
      const double a = grid.log_r(cell), h = grid.log_r(cell + 1) - a;
      for (std::size_t k = 0; k < gauss8.place.size(); ++k) {
        // In the first cell ln r = a + h s^2 takes away the inverse root.
        const double s = gauss8.place[k], place = cell == node ? s * s : s, jacobian = cell == node ? 2 * s : 1;
        const double log_r = a + h * place;
        const double root = std::sqrt(field_->depth_between(node, cell, log_r));
        add(gauss8.weight[k] * h * jacobian * weight(std::exp(log_r)) / root);
      }
    }
    const double depth = field_->depth_at(node);
    for (std::size_t p = near_end * points; p < far.size(); ++p) add(far[p].weight / std::sqrt(far[p].depth - depth));
    add(rim_slope / std::sqrt(rim_depth - depth));
    f_[node] = factor * sum * std::sqrt(rim_depth - depth);
    size_[node] = factor * size * std::sqrt(rim_depth - depth);
  }
  f_[edge_] = factor * std::fmax(rim_slope, 0);
}

void IsotropicSpeeds::check_sign(const std::string& name) {
  // What is below the rounding of the sum counts as zero.
  for (std::size_t node = 0; node < edge_; ++node) {
    if (f_[node] < -1e-4 * size_[node]) {
      throw InputError(
          fmt::format("component {}: no isotropic model has this density in this field (its distribution function is "
                      "negative for bodies that reach r = {:.4g}); make the cut wider, or the component less cored",
                      name, field_->grid().r(node)));
    }
    f_[node] = std::fmax(f_[node], 0);
  }
}

void IsotropicSpeeds::find_bounds() {
  bound_.assign(edge_ + 1, 0);
  for (std::size_t i = 0; i < edge_; ++i) {
    for (std::size_t k = i; k < edge_; ++k) {
      bound_[i] = std::max(bound_[i], std::max(f_[k], f_[k + 1]) * (field_->depth_at(k + 1) - field_->depth_at(i)));
    }
  }
}

void IsotropicSpeeds::find_pressure(const Density& density) {
  const RadialGrid& grid = field_->grid();
  const double rim = density.has_step() ? density.at(grid.r(edge_) * (1 - 1e-12)).value : 0;
  jeans2_.assign(edge_ + 1, 0);
  if (rim > 0) stretch_.assign(edge_ + 1, std::numbers::sqrt2);
  double pressure = 0, lowered = 0;  // integrals of rho M / r^2 from outside in, of the density and of its lowered one
  for (std::size_t i = edge_; i-- > 0;) {
    const double a = grid.log_r(i), h = grid.log_r(i + 1) - a;
    for (std::size_t k = 0; k < gauss4.place.size(); ++k) {
      const double r = std::exp(a + h * gauss4.place[k]);
      const double rho = density.at(r).value, pull = gauss4.weight[k] * h * field_->mass(r) / r;
      pressure += rho * pull;
      lowered += (rho - rim) * pull;
    }
    const double rho = density.at(grid.r(i)).value;
    if (!(rho > 0)) continue;
    jeans2_[i] = pressure / rho;
    if (rim > 0) stretch_[i] = std::sqrt(jeans2_[i] * (rho - rim) / lowered);
  }
}

double IsotropicSpeeds::distribution(double depth) const {
  const double rest = field_->depth_at(edge_) - depth;
  return rest > 0 ? tamed(depth) / std::sqrt(rest) : 0;
}

double IsotropicSpeeds::tamed(double depth) const {
  std::size_t low = 0, high = edge_;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (field_->depth_at(middle) <= depth ? low : high) = middle;
  }
  if (depth <= field_->depth_at(0)) return f_[0];
  const double a = field_->depth_at(low), s = (depth - a) / (field_->depth_at(low + 1) - a);
  return f_[low] + s * (f_[low + 1] - f_[low]);
}

double IsotropicSpeeds::dispersion2(double r) const {
  const RadialGrid& grid = field_->grid();
  if (r >= grid.r(edge_)) return 0;
  const std::size_t cell = std::min(grid.cell_of(r), edge_ - 1);
  const double s = std::clamp(std::log(r / grid.r(cell)) / (grid.log_r(cell + 1) - grid.log_r(cell)), 0.0, 1.0);
  return jeans2_[cell] + s * (jeans2_[cell + 1] - jeans2_[cell]);
}

double IsotropicSpeeds::draw_speed(double r, RandomStream& random) const {
  const RadialGrid& grid = field_->grid();
  const std::size_t cell = std::min(grid.cell_of(r), edge_ - 1);
  const double depth = field_->depth(r);
  const double largest2 = field_->depth_at(edge_) - depth;  // half the square of the speed that reaches the edge
  if (!(largest2 > 0) || !(bound_[cell] > 0)) return 0;
  // Below the first node the bound of that node is not one: there the speeds are those at the node.
  const double floor = std::max(depth, field_->depth_at(0));
  // In the thin end of a smooth cut nearly no speed is left; a body there may as well rest.
  for (int trial = 0; trial < 100000; ++trial) {
    // With v = v_largest sin(angle) the inverse root of f at the edge meets the cosine of dv.
    const double part = std::sin(std::numbers::pi / 2 * random.uniform());
    const double half_square = largest2 * part * part;
    if (bound_[cell] * random.uniform() < half_square * tamed(floor + half_square)) {
      const double speed = std::sqrt(2 * half_square);
      if (stretch_.empty()) return speed;
      const double s = std::clamp(std::log(r / grid.r(cell)) / (grid.log_r(cell + 1) - grid.log_r(cell)), 0.0, 1.0);
      return speed * (stretch_[cell] + s * (stretch_[cell + 1] - stretch_[cell]));
    }
  }
  return 0;
}

}  // namespace tucana
