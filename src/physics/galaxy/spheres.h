#pragma once

#include <cmath>
#include <string_view>

#include "tucana/physics/galaxy/incomplete_gamma.h"
#include "tucana/physics/galaxy/jet.h"

// Spherical fields about the origin, with G = 1 (docs/theory/fields.md). Each gives
//   pull(r2) = M(<r)/r^3, so that the acceleration is -pull * x, for plain numbers and for jets;
//   potential(r), zero at infinity.
// has_cusp: the pull is infinite at the centre, though the mass enclosed there vanishes.
namespace tucana::galaxy {

struct PointMass {
  static constexpr std::string_view name = "point_mass";
  static constexpr bool has_cusp = false;
  double mass;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    return mass / (r2 * sqrt(r2));
  }
  double potential(double r) const { return -mass / r; }
};

/// Plummer (1911).
struct Plummer {
  static constexpr std::string_view name = "plummer";
  static constexpr bool has_cusp = false;
  double mass, radius;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    const T s2 = r2 + radius * radius;
    return mass / (s2 * sqrt(s2));
  }
  double potential(double r) const { return -mass / std::hypot(r, radius); }
};

/// Henon (1959).
struct Isochrone {
  static constexpr std::string_view name = "isochrone";
  static constexpr bool has_cusp = false;
  double mass, radius;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    const T s = sqrt(r2 + radius * radius), below = radius + s;
    return mass / (s * below * below);
  }
  double potential(double r) const { return -mass / (radius + std::hypot(r, radius)); }
};

/// Hernquist (1990).
struct Hernquist {
  static constexpr std::string_view name = "hernquist";
  static constexpr bool has_cusp = true;
  double mass, radius;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    const T r = sqrt(r2), below = r + radius;
    return mass / (r * below * below);
  }
  double potential(double r) const { return -mass / (r + radius); }
};

/// Dehnen (1993), with density ~ r^-gamma in the centre, 0 <= gamma < 3.
struct Dehnen {
  static constexpr std::string_view name = "dehnen";
  static constexpr bool has_cusp = true;
  double mass, radius, gamma;

  template <class T>
  T pull(const T& r2) const {
    using std::pow;
    using std::sqrt;
    const T r = sqrt(r2);
    return mass * pow(r, -gamma) * pow(r + radius, gamma - 3);
  }
  /// -(M/a) (1 - u^p)/p with u = r/(r + a), p = 2 - gamma; the limit at p = 0 is (M/a) ln u.
  double potential(double r) const {
    const double p = 2 - gamma, log_u = -std::log1p(radius / r);
    return mass / radius * (p == 0 ? log_u : std::expm1(p * log_u) / p);
  }
};

/// Navarro, Frenk & White (1997); mass is 4 pi rho_0 a^3, that within 5.3 scale radii.
struct Nfw {
  static constexpr std::string_view name = "nfw";
  static constexpr bool has_cusp = true;
  double mass, radius;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    const T r = sqrt(r2);
    return mass * enclosed(r / radius) / (r * r2);
  }
  double potential(double r) const { return r > 0 ? -mass * std::log1p(r / radius) / r : -mass / radius; }

 private:
  /// ln(1 + s) - s/(1 + s); near the centre, where the two cancel, as u^2/2 + u^3/3 + ... with u = s/(1 + s).
  template <class T>
  static T enclosed(const T& s) {
    using std::log1p;
    const T u = s / (1 + s);
    if (value_of(u) > 0.125) return log1p(s) - u;
    T sum = 1.0 / series_terms;
    for (int n = series_terms - 1; n >= 2; --n) sum = 1.0 / n + u * sum;
    return u * u * sum;
  }
  static constexpr int series_terms = 19;  ///< 8^-18 is below the rounding
};

/// A bulge of density ~ r^-alpha exp(-(r/r_c)^2), 0 <= alpha < 2, with its total mass.
struct PowerLaw {
  static constexpr std::string_view name = "power_law";
  static constexpr bool has_cusp = true;
  double mass, radius, alpha;

  template <class T>
  T pull(const T& r2) const {
    using std::sqrt;
    const T x = r2 / (radius * radius);
    const double s = (3 - alpha) / 2, at = value_of(x);
    const double slope = std::exp((s - 1) * std::log(at) - at) / std::tgamma(s);
    return mass * chain(x, lower_gamma_part(s, at), slope, slope * ((s - 1) / at - 1)) / (r2 * sqrt(r2));
  }
  /// -(M(<r)/r + 4 pi int_r^inf rho r' dr').
  double potential(double r) const {
    const double s = (3 - alpha) / 2, x = r * r / (radius * radius);
    const double outside = mass / (radius * std::tgamma(s)) * upper_gamma(s - 0.5, x);
    return -(r > 0 ? mass * lower_gamma_part(s, x) / r : 0) - outside;
  }
};

}  // namespace tucana::galaxy
