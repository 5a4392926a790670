#include "tucana/models/galaxy/disc_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/models/galaxy/gauss_legendre.h"

namespace tucana {
namespace {

constexpr std::size_t rows = 1024, heights = 96;
constexpr double highest = 8;  // scale heights

/// Two numbers of the normal distribution (Box & Muller 1958).
std::pair<double, double> two_normals(RandomStream& random) {
  const double size = std::sqrt(-2 * std::log1p(-random.uniform()));
  const double angle = 2 * std::numbers::pi * random.uniform();
  return {size * std::cos(angle), size * std::sin(angle)};
}

}  // namespace

DiscMotion::DiscMotion(const DiscShape& shape, double mass, double toomre_q, FunctionRef<double(double r)> around)
    : shape_(shape), mass_(mass), rows_(rows + 1) {
  for (std::size_t i = 0; i <= rows; ++i) {
    const double radius = row_radius(i);
    rows_[i].around = radius > 0 ? around(radius) : 0;
    rows_[i].own_speed2 = mass * shape.circular_speed2(radius);
    rows_[i].vertical2 = vertical_dispersions(radius, around);
  }
  // kappa^2 / 4 Omega^2 = (1 + d ln v_c / d ln R) / 2, from a bit inside to a bit outside.
  const auto speed2 = [&](double radius) { return around(radius) / radius + mass * shape.circular_speed2(radius); };
  for (std::size_t i = 1; i <= rows; ++i) {
    const double radius = row_radius(i), a = speed2(radius / 1.02), b = speed2(radius * 1.02);
    const double slope = a > 0 && b > 0 ? std::log(b / a) / (2 * std::log(1.02)) : 0;
    rows_[i].ratio2 = std::clamp(0.5 * (1 + 0.5 * slope), 0.0625, 1.0);
  }
  rows_[0].ratio2 = rows_[1].ratio2;

  // Toomre 1964: Q = sigma_R kappa / (3.36 G Sigma).
  const double reference = std::min(2.43 * shape.scale_length(), 0.5 * shape.cut());
  const double kappa = 2 * std::sqrt(epicyclic_ratio2(reference) * circular_speed2(reference)) / reference;
  const double wanted = kappa > 0 ? toomre_q * 3.36 * mass * shape.surface_density(reference) / kappa : 0;
  central_ = 1;
  central_ = wanted * wanted / radial2(reference);
}

double DiscMotion::row_radius(std::size_t row) const {
  const double s = static_cast<double>(row) / rows;
  return shape_.cut() * s * s;
}

DiscMotion::Between DiscMotion::rows_at(double radius) const {
  const double s = std::clamp(std::sqrt(radius / shape_.cut()) * rows, 0.0, rows - 1e-9);
  const auto low = static_cast<std::size_t>(s);
  const double a = row_radius(low), b = row_radius(low + 1);
  return {&rows_[low], &rows_[low + 1], std::clamp((radius - a) / (b - a), 0.0, 1.0)};
}

/// The radial dispersion squared falls as the surface density, and levels off inside a quarter of the scale length
/// (Hernquist 1993, section 2.2.3).
double DiscMotion::radial2(double radius) const {
  const double length = shape_.scale_length();
  return central_ * std::exp(-std::sqrt(radius * radius + length * length / 8) / length);
}

/// rho sigma_z^2 = integral of rho K_z from z up, with rho proportional to sech^2(z/z_d). The disc itself, treated as a
/// plane sheet, gives pi G Sigma z_d at every height; the rest contributes M z / r^3 to K_z.
std::vector<double> DiscMotion::vertical_dispersions(double radius, FunctionRef<double(double r)> around) const {
  const double unit = shape_.scale_height(), own = std::numbers::pi * mass_ * shape_.surface_density(radius) * unit;
  const auto secant2 = [](double x) { return 1 / (std::cosh(x) * std::cosh(x)); };
  const auto pull = [&](double x) {
    const double z = x * unit, r = std::hypot(radius, z);
    return r > 0 ? around(r) * z / (r * r * r) : 0;
  };
  std::vector<double> dispersions(heights + 1);
  // Above the table rho falls as exp(-2z/z_d) and the force hardly changes.
  double pressure = secant2(highest) * pull(highest) * unit / 2;
  dispersions[heights] = own + pressure / secant2(highest);
  for (std::size_t i = heights; i-- > 0;) {
    const double a = highest * static_cast<double>(i) / heights, b = highest * static_cast<double>(i + 1) / heights;
    pressure += gauss4.integrate(a, b, [&](double x) { return secant2(x) * pull(x); }) * unit;
    dispersions[i] = own + pressure / secant2(a);
  }
  return dispersions;
}

double DiscMotion::circular_speed2(double radius) const {
  const Between row = rows_at(radius);
  const double around = row.mix(row.low->around, row.high->around);
  return (radius > 0 ? around / radius : 0) + row.mix(row.low->own_speed2, row.high->own_speed2);
}

double DiscMotion::epicyclic_ratio2(double radius) const {
  const Between row = rows_at(radius);
  return row.mix(row.low->ratio2, row.high->ratio2);
}

DiscMoments DiscMotion::at(double radius, double z) const {
  const Between row = rows_at(radius);
  const double x = std::min(std::abs(z) / shape_.scale_height() / highest, 1.0) * heights;
  const auto low = std::min(static_cast<std::size_t>(x), heights - 1);
  const double part = x - static_cast<double>(low);
  const auto at_height = [&](const Row& r) {
    return r.vertical2[low] + part * (r.vertical2[low + 1] - r.vertical2[low]);
  };

  const double length = shape_.scale_length(), r = std::hypot(radius, z);
  const double ratio2 = row.mix(row.low->ratio2, row.high->ratio2);
  // Off the plane the force towards the axis is weaker: spherical components contribute M R / r^3.
  const Between sphere = rows_at(r);
  const double around = r > 0 ? sphere.mix(sphere.low->around, sphere.high->around) * radius * radius / (r * r * r) : 0;
  const double circle2 = around + row.mix(row.low->own_speed2, row.high->own_speed2);
  // Binney & Tremaine 2008, eq. 4.227: v_c^2 - v_phi^2 = sigma_R^2 (ratio2 - 1 - d ln(Sigma sigma_R^2) / d ln R).
  const double fall = radius / length + radius * radius / (length * std::sqrt(radius * radius + length * length / 8));
  DiscMoments moments;
  const double radial = radial2(radius);
  moments.rotation = std::sqrt(std::max(0.0, circle2 + radial * (1 - ratio2 - fall)));
  moments.radial = std::sqrt(radial);
  moments.azimuthal = std::sqrt(radial * ratio2);
  moments.vertical = std::sqrt(row.mix(at_height(*row.low), at_height(*row.high)));
  return moments;
}

Vec3 DiscMotion::draw_velocity(const Vec3& place, double largest, RandomStream& random) const {
  const double radius = std::hypot(place.x, place.y);
  const DiscMoments moments = at(radius, place.z);
  const double c = radius > 0 ? place.x / radius : 1, s = radius > 0 ? place.y / radius : 0;
  Vec3 velocity;
  for (int trial = 0; trial < 100; ++trial) {
    const auto [a, b] = two_normals(random);
    const double vertical = two_normals(random).first * moments.vertical;
    const double out = a * moments.radial, around = moments.rotation + b * moments.azimuthal;
    velocity = {c * out - s * around, s * out + c * around, vertical};
    if (norm2(velocity) < largest * largest) return velocity;
  }
  return velocity * (largest / norm(velocity));
}

}  // namespace tucana
