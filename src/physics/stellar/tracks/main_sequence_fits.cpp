#include "tucana/physics/stellar/tracks/main_sequence_fits.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// The two radius fits overlap over this range of mass above a17.
constexpr double radius_blend = 0.1;

}  // namespace

MainSequenceFits::MainSequenceFits(const Metallicity& metallicity, const Zams& zams) : zams_(zams) {
  const double x = metallicity.zeta, z = metallicity.z;
  time_ = {
      polynomial(x, {1.593890e3, 2.053038e3, 1.231226e3, 2.327785e2}),
      polynomial(x, {2.706708e3, 1.483131e3, 5.772723e2, 7.411230e1}),
      polynomial(x, {1.466143e2, -1.048442e2, -6.795374e1, -1.391127e1}),
      polynomial(x, {4.141960e-2, 4.564888e-2, 2.958542e-2, 5.571483e-3}),
      3.426349e-1,
  };
  hook_ = {
      polynomial(x, {1.949814e1, 1.758178, -6.008212, -4.470533}),
      4.903830,
      polynomial(x, {5.212154e-2, 3.166411e-2, -2.750074e-3, -2.271549e-3}),
      polynomial(x, {1.312179, -3.294936e-1, 9.231860e-2, 2.610989e-2}),
      8.073972e-1,
  };
  // Eq. 6 is printed as a function of zeta; the authors' program SSE has this one instead, piecewise linear in Z.
  shortest_fraction_ = std::max({0.95, 0.95 - 10.0 / 3 * (z - 0.01), std::min(0.99, 0.98 - 100.0 / 7 * (z - 0.001))});
  const double a14 = polynomial(x, {3.858911e3, 2.459681e3, -7.630093e1, -3.486057e2, -4.861703e1});
  luminosity_ = {
      a14 * polynomial(x, {1.031538, -2.434480e-1, 7.732821, 6.460705, 1.374484}),
      a14 * polynomial(x, {1.043715, -1.577474, -5.168234, -5.596506, -1.299394}),
      polynomial(x, {7.859573e2, -8.542048, -2.642511e1, -9.585707}),
      a14,
      polynomial(x, {2.888720e2, 2.952979e2, 1.850341e2, 3.797254e1}),
      polynomial(x, {7.196580, 5.613746e-1, 3.805871e-1, 8.398728e-2}),
  };
  const double a20 = polynomial(x, {2.652091e1, 8.178458e1, 1.156058e2, 7.633811e1, 1.950698e1});
  radius_ = {
      a20 * polynomial(x, {2.187715e-1, -2.154437, -3.768678, -1.975518, -3.021475e-1}),
      a20 * polynomial(x, {1.466440, 1.839725, 6.442199, 4.023635, 6.957529e-1}),
      a20,
      polynomial(x, {1.472103, -2.947609, -3.312828, -9.945065e-1}),
      polynomial(x, {3.071048, -5.679941, -9.745523, -3.594543}),
      -8.672073e-2,
      polynomial(x, {2.617890, 1.019135, -3.292551e-2, -7.445123e-2}),
      polynomial(x, {1.075567e-2, 1.773287e-2, 9.610479e-3, 1.732469e-3}),
      polynomial(x, {1.476246, 1.899331, 1.195010, 3.035051e-1}),
      polynomial(x, {5.502535, -6.601663e-2, 9.968707e-2, 3.599801e-2}),
  };
  const double sigma = metallicity.log_z;
  radius_break_ =
      std::pow(10.0, std::max({0.097 - 0.1072 * (sigma + 3), 0.097, std::min(0.1461, 0.1461 + 0.1237 * (sigma + 2))}));
}

double MainSequenceFits::time_to_giant_branch(double m) const {
  const auto& a = time_;
  const double m2 = m * m, m4 = m2 * m2, m7 = m4 * m2 * m;
  return (a[0] + a[1] * m4 + a[2] * std::pow(m, 5.5) + m7) / (a[3] * m2 + a[4] * m7);
}

double MainSequenceFits::hook_fraction(double m) const {
  const auto& a = hook_;
  return std::max(0.5, 1 - 0.01 * std::max(a[0] / std::pow(m, a[1]), a[2] + a[3] / std::pow(m, a[4])));
}

double MainSequenceFits::lifetime(double m) const {
  return std::max(shortest_fraction_, hook_fraction(m)) * time_to_giant_branch(m);
}

double MainSequenceFits::terminal_luminosity(double m) const {
  const auto& a = luminosity_;
  const double m3 = m * m * m;
  return (a[0] * m3 + a[1] * m3 * m + a[2] * std::pow(m, a[5] + 1.8)) / (a[3] + a[4] * m3 * m * m + std::pow(m, a[5]));
}

double MainSequenceFits::low_mass_radius(double m) const {
  const auto& a = radius_;
  return (a[0] + a[1] * std::pow(m, a[3])) / (a[2] + std::pow(m, a[4]));
}

double MainSequenceFits::high_mass_radius(double m) const {
  const auto& a = radius_;
  const double m3 = m * m * m;
  return (a[5] * m3 + a[6] * std::pow(m, a[9]) + a[7] * std::pow(m, a[9] + 1.5)) / (a[8] + m3 * m * m);
}

double MainSequenceFits::terminal_radius(double m) const {
  const double lower = radius_break_, upper = radius_break_ + radius_blend;
  // Below 0.5 Msun the fit is an extrapolation, and the star shall still expand.
  if (m <= lower) return std::max(1.5 * zams_.radius(m), low_mass_radius(m));
  if (m >= upper) return high_mass_radius(m);
  return on_line(m, lower, low_mass_radius(lower), upper, high_mass_radius(upper));
}

}  // namespace tucana::stellar
