#pragma once

#include <array>
#include <cmath>

namespace tucana {

/// Stumpff's functions c_n(z) = sum_k (-z)^k / (n + 2k)!: cosine and sine for z > 0, their hyperbolic sisters for z <
/// 0, and a power of the argument for z = 0, without a seam between them (Stumpff 1962; Mikkola & Aarseth 1998).
struct Stumpff {
  double c0 = 1, c1 = 1, c2 = 1.0 / 2, c3 = 1.0 / 6;
};

/// The first four for any z: the argument is quartered until the series needs few terms, then the formulae for the
/// double angle lead back.
inline Stumpff stumpff(double z) {
  constexpr double series_limit = 0.1;
  int quarterings = 0;
  if (!std::isfinite(z)) return {z, z, z, z};
  while (std::abs(z) > series_limit) z /= 4, ++quarterings;
  // c_n = 1/n! (1 - z/((n+1)(n+2)) (1 - z/((n+3)(n+4)) (...))); the eighth term is below 1e-21 here.
  const auto series = [z](double n) {
    double sum = 1;
    for (int term = 7; term > 0; --term) {
      const double k = n + 2 * term;
      sum = 1 - z / (k * (k - 1)) * sum;
    }
    return sum;
  };
  Stumpff c;
  c.c2 = series(2) / 2;
  c.c3 = series(3) / 6;
  c.c1 = 1 - z * c.c3;
  c.c0 = 1 - z * c.c2;
  for (; quarterings > 0; --quarterings) {
    c.c3 = (c.c2 + c.c0 * c.c3) / 4;
    c.c2 = c.c1 * c.c1 / 2;
    c.c1 = c.c0 * c.c1;
    c.c0 = 2 * c.c0 * c.c0 - 1;
  }
  return c;
}

/// The functions n! c_n(z) that turn the last terms of a Taylor series into the closed sum of an oscillator's series
/// (Mikkola & Aarseth 1998).
struct StumpffFactors {
  double f3, f4, f5, f6;
};

/// n! c_n(z) by its series, sum_k (-z)^k n!/(n + 2k)!.
template <int n, int terms>
constexpr double stumpff_factor(double z) {
  constexpr auto coefficients = [] {
    std::array<double, terms + 1> c{1};
    for (int k = 1; k <= terms; ++k) c[k] = -c[k - 1] / ((n + 2 * k) * (n + 2 * k - 1));
    return c;
  }();
  double sum = coefficients[terms];
  for (int k = terms - 1; k >= 0; --k) sum = sum * z + coefficients[k];
  return sum;
}

/// z is the square of the phase of one step, far below one in most of them; a phase above two would be no step.
constexpr StumpffFactors stumpff_factors(double z) {
  if (-0.2 < z && z < 0.2)
    return {stumpff_factor<3, 6>(z), stumpff_factor<4, 6>(z), stumpff_factor<5, 6>(z), stumpff_factor<6, 6>(z)};
  return {stumpff_factor<3, 14>(z), stumpff_factor<4, 14>(z), stumpff_factor<5, 14>(z), stumpff_factor<6, 14>(z)};
}

}  // namespace tucana
