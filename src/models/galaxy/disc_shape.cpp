#include "tucana/models/galaxy/disc_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/models/galaxy/gauss_legendre.h"

namespace tucana {
namespace {

/// The part of an exponential disc inside x scale lengths; exact for small x too.
double exponential_mass(double x) { return -std::expm1(-x) - x * std::exp(-x); }

}  // namespace

DiscShape::DiscShape(const Component& c)
    : length_(c.scale_radius),
      height_(c.scale_height),
      cut_(c.cut_radius > 0 ? c.cut_radius : 10 * c.scale_radius),
      normal_(1 / exponential_mass(cut_ / length_)) {}

double DiscShape::edge() const { return std::hypot(cut_, 15 * height_); }

double DiscShape::surface_density(double radius) const {
  if (radius > cut_) return 0;
  return normal_ * std::exp(-radius / length_) / (2 * std::numbers::pi * length_ * length_);
}

double DiscShape::mass_within(double radius) const {
  return radius >= cut_ ? 1 : normal_ * exponential_mass(radius / length_);
}

double DiscShape::mean_density(double r) const {
  // M(r) is the integral of 2 pi R Sigma tanh(h/z_d), h^2 = r^2 - R^2, over R; its derivative, with h as variable, over
  // 4 pi r^2. Outside the cut h begins where the sphere leaves the disc.
  const double low = r > cut_ ? std::sqrt((r - cut_) * (r + cut_)) : 0;
  const double high = std::min(r, 15 * height_);
  if (low >= high) return 0;
  double sum = 0;
  constexpr int panels = 6;
  for (int p = 0; p < panels; ++p) {
    const double a = low + (high - low) * p / panels, b = low + (high - low) * (p + 1) / panels;
    sum += gauss8.integrate(a, b, [&](double h) {
      const double secant = 1 / std::cosh(h / height_);
      return surface_density(std::sqrt(std::max(0.0, (r - h) * (r + h)))) * secant * secant;
    });
  }
  return sum / (2 * r * height_);
}

double DiscShape::circular_speed2(double radius) const {
  const double y = radius / (2 * length_);
  if (y < 1e-8) return 0;
  const double central = normal_ / (2 * std::numbers::pi * length_ * length_);
  const double bessel =
      std::cyl_bessel_i(0, y) * std::cyl_bessel_k(0, y) - std::cyl_bessel_i(1, y) * std::cyl_bessel_k(1, y);
  return 4 * std::numbers::pi * central * length_ * y * y * bessel;
}

/// By Newton's method.
double DiscShape::radius_of_mass(double mass) const {
  const double wanted = mass / normal_;
  if (!(wanted > 0)) return 0;
  // The mass turns from convex to concave at x = 1. Beyond, Newton climbs steadily from there; before, the first step
  // from below goes past the root, and the others come down to it.
  double x = wanted > 0.26 ? 1 : std::sqrt(2 * wanted);
  for (int i = 0; i < 100; ++i) {
    const double step = (wanted - exponential_mass(x)) / (x * std::exp(-x));
    x += step;
    if (std::abs(step) < 1e-12 * x) break;
  }
  return std::min(x * length_, cut_);
}

Vec3 DiscShape::draw_position(RandomStream& random) const {
  const double radius = radius_of_mass(random.uniform());
  const double phi = 2 * std::numbers::pi * random.uniform();
  double level = 2 * random.uniform() - 1;  // tanh(z/z_d)
  level = std::clamp(level, -1 + 1e-13, 1 - 1e-13);
  return {radius * std::cos(phi), radius * std::sin(phi), height_ * std::atanh(level)};
}

}  // namespace tucana
