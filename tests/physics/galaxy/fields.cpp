#include "tests/physics/galaxy/fields.h"

#include <cmath>
#include <numbers>

namespace tucana::galaxy {
namespace {

using std::numbers::pi;

/// Dehnen (1993), eq. 1.
std::function<double(const Vec3&)> dehnen_density(double m, double a, double gamma) {
  return [=](const Vec3& x) {
    const double r = norm(x);
    return (3 - gamma) * m * a / (4 * pi * std::pow(r, gamma) * std::pow(r + a, 4 - gamma));
  };
}

double plummer_density(const Vec3& x) { return 3 * 2.5 * 1.69 / (4 * pi * std::pow(norm2(x) + 1.69, 2.5)); }

double nfw_density(const Vec3& x) {
  const double r = norm(x);
  return 2.5 / (4 * pi * r * (r + 1.3) * (r + 1.3));
}

/// The total mass is 2 pi A r_c^(3 - alpha) Gamma((3 - alpha)/2).
double power_law_density(const Vec3& x) {
  const double r = norm(x), s = (3 - 1.8) / 2;
  return 2.5 / (2 * pi * std::pow(1.3, 2 * s) * std::tgamma(s)) * std::pow(r, -1.8) * std::exp(-r * r / 1.69);
}

/// Miyamoto & Nagai (1975), eq. 5.
double disc_density(const Vec3& at) {
  const double m = 2.5, a = 1.3, b = 0.4, r2 = at.x * at.x + at.y * at.y, t = std::hypot(at.z, b);
  return b * b * m / (4 * pi) * (a * r2 + (a + 3 * t) * (a + t) * (a + t)) /
         (std::pow(r2 + (a + t) * (a + t), 2.5) * t * t * t);
}

/// Binney & Tremaine (2008), eq. 2.71c.
double halo_density(const Vec3& at) {
  const double v = 2.5, c2 = 1.69, q2 = 0.81, r2 = at.x * at.x + at.y * at.y, z2 = at.z * at.z, d = c2 + r2 + z2 / q2;
  return v * v / (4 * pi * q2) * ((2 * q2 + 1) * c2 + r2 + (2 - 1 / q2) * z2) / (d * d);
}

}  // namespace

std::vector<FieldCase> all_fields() {
  const auto of = [](FieldKind kind, double exponent = 1) {
    return FieldOptions{.kind = kind,
                        .mass = 2.5,
                        .radius = 1.3,
                        .height = 0.4,
                        .exponent = exponent,
                        .speed = 2.5,
                        .flattening = 0.9,
                        .angular_speed = 1.7,
                        .epicyclic_ratio = 1.2,
                        .vertical_ratio = 1.5};
  };
  const auto nothing = [](const Vec3&) { return 0.0; };
  return {{"point_mass", of(FieldKind::point_mass), nothing},
          {"plummer", of(FieldKind::plummer), plummer_density},
          {"isochrone", of(FieldKind::isochrone)},
          {"hernquist", of(FieldKind::hernquist), dehnen_density(2.5, 1.3, 1)},
          {"dehnen_0", of(FieldKind::dehnen, 0), dehnen_density(2.5, 1.3, 0)},
          {"dehnen_1_5", of(FieldKind::dehnen, 1.5), dehnen_density(2.5, 1.3, 1.5)},
          {"dehnen_2", of(FieldKind::dehnen, 2), dehnen_density(2.5, 1.3, 2)},
          {"nfw", of(FieldKind::nfw), nfw_density},
          {"power_law_1_8", of(FieldKind::power_law, 1.8), power_law_density},
          {"power_law_0", of(FieldKind::power_law, 0)},
          {"miyamoto_nagai", of(FieldKind::miyamoto_nagai), disc_density},
          {"logarithmic", of(FieldKind::logarithmic), halo_density},
          {"tide", of(FieldKind::tide)}};
}

}  // namespace tucana::galaxy
