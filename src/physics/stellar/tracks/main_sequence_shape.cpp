#include "tucana/physics/stellar/tracks/main_sequence_shape.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {

MainSequenceShape::MainSequenceShape(const Metallicity& metallicity)
    : z_(metallicity.z), hook_mass_(metallicity.hook_mass), largest_eta_(metallicity.z > 0.0009 ? 10 : 20) {
  const double x = metallicity.zeta;
  set_luminosity(x);
  set_radius_hook_and_beta(x);
  set_radius_alpha(x);
  set_radius_gamma(x);
}

void MainSequenceShape::set_luminosity(double x) {
  hook_break_ = std::max({0.6355 - 0.4192 * x, 1.25, std::min(1.4, 1.5135 + 0.3769 * x)});
  luminosity_hook_ = {
      polynomial(x, {1.910302e-1, 1.158624e-1, 3.348990e-2, 2.599706e-3}),
      polynomial(x, {3.931056e-1, 7.277637e-2, -1.366593e-1, -4.508946e-2}),
      polynomial(x, {3.267776e-1, 1.204424e-1, 9.988332e-2, 2.455361e-2}),
      polynomial(x, {5.990212e-1, 5.570264e-2, 6.207626e-2, 1.777283e-2}),
  };
  double a52 = std::max(0.9, polynomial(x, {1.1064, 0.415, 0.18}));
  double a53 = std::max(1.0, polynomial(x, {1.19, 0.377, 0.176}));
  if (z_ > 0.01) a52 = std::min(a52, 1.0), a53 = std::min(a53, 1.1);
  luminosity_alpha_ = {
      polynomial(x, {2.321400e-1, 1.828075e-3, -2.232007e-2, -3.378734e-3}),
      polynomial(x, {1.163659e-2, 3.427682e-3, 1.421393e-3, -3.710666e-3}),
      polynomial(x, {1.048020e-2, -1.231921e-2, -1.686860e-2, -4.234354e-3}),
      polynomial(x, {1.555590, -3.223927e-1, -5.197429e-1, -1.066441e-1}),
      std::max(0.145, polynomial(x, {0.0977, -0.231, -0.0753})),
      std::min(polynomial(x, {0.24, 0.18, 0.595}), 0.306 + 0.053 * x),
      std::min(polynomial(x, {0.33, 0.132, 0.218}), 0.3625 + 0.062 * x),
      a52,
      a53,
  };
  luminosity_beta_ = {
      polynomial(x, {3.855707e-1, -6.104166e-1, 5.676742, 1.060894e1, 5.284014}),
      polynomial(x, {3.579064e-1, -6.442936e-1, 5.494644, 1.054952e1, 5.280991}),
      polynomial(x, {9.587587e-1, 8.777464e-1, 2.017321e-1}),
  };
}

void MainSequenceShape::set_radius_hook_and_beta(double x) {
  radius_hook_ = {
      polynomial(x, {7.330122e-1, 5.192827e-1, 2.316416e-1, 8.346941e-3}),
      polynomial(x, {1.172768, -1.209262e-1, -1.193023e-1, -2.859837e-2}),
      polynomial(x, {3.982622e-1, -2.296279e-1, -2.262539e-1, -5.219837e-2}),
      polynomial(x, {3.571038, -2.223625e-2, -2.611794e-2, -6.359648e-3}),
      std::min(1.25, std::max(1.1, polynomial(x, {1.9848, 1.1386, 0.3564}))),
      polynomial(x, {0.063, 0.0481, 0.00984}),
      std::min(1.3, std::max(0.45, 1.2 + 2.45 * x)),
  };
  // The last coefficient of a72 belongs to the third power of zeta.
  double a72 = polynomial(x, {9.132108e-1, -1.653695e-1, 0, 3.636784e-2});
  if (z_ > 0.01) a72 = std::max(a72, 0.95);
  radius_beta_ = {
      polynomial(x, {1.071489, -1.164852e-1, -8.623831e-2, -1.582349e-2}),
      polynomial(x, {7.108492e-1, 7.935927e-1, 3.926983e-1, 3.622146e-2}),
      polynomial(x, {3.478514, -2.585474e-2, -1.512955e-2, -2.833691e-3}),
      a72,
      polynomial(x, {3.969331e-3, 4.539076e-3, 1.720906e-3, 1.897857e-4}),
      std::max(1.4, std::min(1.6, polynomial(x, {1.6, 0.764, 0.3322}))),
  };
}

void MainSequenceShape::set_radius_alpha(double x) {
  auto& a = radius_alpha_;
  const double a66 =
      std::max(0.8, std::min(0.8 - 2 * x, std::max(1.477 + 0.296 * x, std::min(1.6, -0.308 - 1.046 * x))));
  double a63 = polynomial(x, {0.0736, 0.0749, 0.04426});
  if (z_ < 0.004) a63 = std::min(0.055, a63);
  a = {
      polynomial(x, {4.907546e-1, -1.683928e-1, -3.108742e-1, -7.202918e-2}),
      polynomial(x, {4.537070, -4.465455, -1.612690, -1.623246}),
      polynomial(x, {1.796220, 2.814020e-1, 1.423325, 3.421036e-1}),
      polynomial(x, {2.256216, 3.773400e-1, 1.537867, 4.396373e-1}),
      std::max(0.065, polynomial(x, {0.0843, -0.0475, -0.0352})),
      a63,
      std::max(0.091, std::min(0.121, 0.136 + 0.0352 * x)),
      polynomial(x, {1.564231e-3, 1.653042e-3, -4.439786e-3, -4.951011e-3, -1.216530e-3}),
      a66,
      polynomial(x, {5.210157, -4.143695, -2.120870}),
      std::max(0.9, std::min(1.0, 1.116 + 0.166 * x)),
  };
  // The break a68 may not lie above a66.
  if (a[10] > a66) a[10] = a66, a[6] = radius_alpha_fit(a66);
}

void MainSequenceShape::set_radius_gamma(double x) {
  const double a75 = std::max(polynomial(x, {1.192334e-2, 1.083057e-2, 1.230969, 1.551656}),
                              polynomial(x, {-1.015564e-1, -2.161264e-1, -5.182516e-2}));
  const double a76 = std::max(std::min(0.0, polynomial(x, {-1.668868e-1, 5.818123e-1, -1.105027e1, -1.668070e1})),
                              polynomial(x, {-3.868776e-1, -5.457078e-1, -1.463472e-1}));
  const double a77 =
      std::max(0.0, std::min(polynomial(x, {7.615495e-1, 1.068243e-1, -2.011333e-1, -9.371415e-2}), 7.454 + 9.046 * x));
  radius_gamma_ = {
      a75,
      a76,
      a77,
      std::min(9.409838 + 1.522928 * x, std::max(2.0, -13.3 - 18.6 * x)),
      std::min(1.5, std::max(0.4, 2.493 + 1.1475 * x)),
      std::max({1.0, std::min(1.27, 0.8109 - 0.6282 * x), 0.6355 - 0.4192 * x}),
      std::max(5.855420e-2, polynomial(x, {-0.2711, -0.5756, -0.0838})),
  };
}

double MainSequenceShape::alpha_of_massive(double m) const {
  const auto& a = luminosity_alpha_;
  return (a[0] + a[1] * std::pow(m, a[3])) / (std::pow(m, 0.4) + a[2] * std::pow(m, 1.9));
}

double MainSequenceShape::luminosity_alpha(double m) const {
  const auto& a = luminosity_alpha_;
  if (m >= massive) return alpha_of_massive(m);
  if (m <= 0.5) return a[4];
  if (m <= 0.7) return on_line(m, 0.5, a[4], 0.7, 0.3);
  if (m <= a[7]) return on_line(m, 0.7, 0.3, a[7], a[5]);
  if (m <= a[8]) return on_line(m, a[7], a[5], a[8], a[6]);
  return on_line(m, a[8], a[6], massive, alpha_of_massive(massive));
}

double MainSequenceShape::luminosity_beta(double m) const {
  const auto& a = luminosity_beta_;
  const auto fit = [&a](double mass) { return std::max(0.0, a[0] - a[1] * std::pow(mass, a[2])); };
  if (m <= hook_break_) return fit(m);
  // Falls to nothing within 0.1 Msun.
  const double at_break = fit(m) > 0 ? fit(hook_break_) : 0;
  return std::max(0.0, at_break - 10 * at_break * (m - hook_break_));
}

double MainSequenceShape::luminosity_eta(double m) const {
  return std::min(largest_eta_, std::clamp(10 + 100 * (m - 1), 10.0, 20.0));
}

double MainSequenceShape::luminosity_hook(double m) const {
  const auto& a = luminosity_hook_;
  const auto fit = [&a](double mass) { return std::min(a[0] / std::pow(mass, a[1]), a[2] / std::pow(mass, a[3])); };
  if (m <= hook_mass_) return 0;
  if (m >= hook_break_) return fit(m);
  return fit(hook_break_) * std::pow((m - hook_mass_) / (hook_break_ - hook_mass_), 0.4);
}

double MainSequenceShape::radius_alpha_fit(double m) const {
  const auto& a = radius_alpha_;
  return a[0] * std::pow(m, a[2]) / (a[1] + std::pow(m, a[3]));
}

double MainSequenceShape::radius_alpha(double m) const {
  const auto& a = radius_alpha_;
  if (m <= 0.5) return a[4];
  if (m <= 0.65) return on_line(m, 0.5, a[4], 0.65, a[5]);
  if (m <= a[10]) return on_line(m, 0.65, a[5], a[10], a[6]);
  if (m <= a[8]) return on_line(m, a[10], a[6], a[8], radius_alpha_fit(a[8]));
  if (m <= a[9]) return radius_alpha_fit(m);
  return radius_alpha_fit(a[9]) + a[7] * (m - a[9]);
}

double MainSequenceShape::radius_beta_fit(double m) const {
  const auto& a = radius_beta_;
  return a[0] * std::pow(m, 3.5) / (a[1] + std::pow(m, a[2]));
}

double MainSequenceShape::radius_beta(double m) const {
  constexpr double at_low_mass = 1.06, last_of_fit = 16;
  const auto& a = radius_beta_;
  const auto beta_plus_one = [&] {
    if (m <= 1) return at_low_mass;
    if (m <= a[5]) return on_line(m, 1, at_low_mass, a[5], a[3]);
    if (m <= massive) return on_line(m, a[5], a[3], massive, radius_beta_fit(massive));
    if (m <= last_of_fit) return radius_beta_fit(m);
    return radius_beta_fit(last_of_fit) + a[4] * (m - last_of_fit);
  };
  return beta_plus_one() - 1;
}

double MainSequenceShape::radius_gamma(double m) const {
  const auto& a = radius_gamma_;
  const double last = a[5];
  if (m > last + 0.1) return 0;
  if (m <= 1) return std::max(0.0, a[0] + a[1] * std::pow(std::abs(m - a[2]), a[3]));
  const double at_one = std::max(0.0, a[0] + a[1] * std::pow(1 - a[2], a[3]));
  if (m <= last) return std::max(0.0, at_one + (a[6] - at_one) * std::pow((m - 1) / (last - 1), a[4]));
  const double at_last = last > 1 ? a[6] : at_one;
  return std::max(0.0, at_last - 10 * at_last * (m - last));
}

double MainSequenceShape::radius_hook_fit(double m) const {
  const auto& a = radius_hook_;
  return (a[0] + a[1] * std::pow(m, 3.5)) / (a[2] * m * m * m + std::pow(m, a[3])) - 1;
}

double MainSequenceShape::radius_hook(double m) const {
  const auto& a = radius_hook_;
  if (m <= hook_mass_) return 0;
  if (m <= a[4]) return a[5] * std::sqrt((m - hook_mass_) / (a[4] - hook_mass_));
  if (m > massive) return radius_hook_fit(m);
  return a[5] + (radius_hook_fit(massive) - a[5]) * std::pow((m - a[4]) / (massive - a[4]), a[6]);
}

}  // namespace tucana::stellar
