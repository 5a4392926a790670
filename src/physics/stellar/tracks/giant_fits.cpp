#include "tucana/physics/stellar/tracks/giant_fits.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// The radius of AGB stars changes from one fit to the other over this range below the flash mass.
constexpr double blend_width = 0.2;

std::array<double, 7> giant_radius_coefficients(const Metallicity& metallicity) {
  const double x = metallicity.zeta, z = metallicity.z, sigma = metallicity.log_z;
  const double b2 = std::min(std::max(std::pow(10.0, -4.6739 - 0.9394 * sigma), -0.04167 + 55.67 * z),
                             0.4771 - 9329.21 * std::pow(z, 2.94));
  double b3 = std::pow(10.0, std::max(-0.1451, polynomial(sigma, {-2.2794, -1.5175, -0.254})));
  if (z > 0.004) b3 = std::max(b3, 0.7307 + 14265.1 * std::pow(z, 3.395));
  return {
      std::min(0.54, polynomial(x, {0.397, 0.28826, 0.5293})),
      b2,
      b3,
      polynomial(x, {9.960283e-1, 8.164393e-1, 2.383830, 2.223436, 8.638115e-1, 1.231572e-1}),
      polynomial(x, {2.561062e-1, 7.072646e-2, -5.444596e-2, -5.798167e-2, -1.349129e-2}),
      polynomial(x, {1.157338, 1.467883, 4.299661, 3.130500, 6.992080e-1, 1.640687e-2}),
      polynomial(x, {4.022765e-1, 3.050010e-1, 9.962137e-1, 7.914079e-1, 1.728098e-1}),
  };
}

std::array<double, 7> agb_radius_coefficients(const Metallicity& metallicity) {
  const double x = metallicity.zeta, z = metallicity.z;
  return {
      std::min(0.99164 - 743.123 * std::pow(z, 2.83), polynomial(x, {1.0422, 0.13156, 0.045})),
      polynomial(x, {1.125124, 1.306486, 3.622359, 2.601976, 3.031270e-1, -1.343798e-1}),
      polynomial(x, {3.349489e-1, 4.531269e-3, 1.131793e-1, 2.300156e-1, 7.632745e-2}),
      polynomial(x, {1.467794, 2.798142, 9.455580, 8.963904, 3.339719, 4.426929e-1}),
      polynomial(x, {4.658512e-1, 2.597451e-1, 9.048179e-1, 7.394505e-1, 1.607092e-1}),
      polynomial(x, {1.110866, 9.623856e-1, 2.735487, 2.445602, 8.826352e-1, 1.140142e-1}),
      polynomial(x, {-1.584333e-1, -1.728865e-1, -4.461431e-1, -3.925259e-1, -1.276203e-1, -1.308728e-2}),
  };
}

}  // namespace

GiantFits::LowMassFit GiantFits::LowMassFit::meeting(double scale, double power, double flash_mass, double target) {
  return {scale, power, flash_mass, scale * std::pow(flash_mass, power) / target - 1};
}

double GiantFits::LowMassFit::operator()(double mass) const {
  return scale * std::pow(mass, power) / (1 + correction * std::exp(low_mass_bend * (mass - flash_mass)));
}

GiantFits::GiantFits(const Metallicity& metallicity)
    : flash_mass_(metallicity.helium_flash_mass),
      giant_radius_(giant_radius_coefficients(metallicity)),
      agb_radius_(agb_radius_coefficients(metallicity)) {
  const double x = metallicity.zeta;
  const double a32 = polynomial(x, {6.682518, 2.827718e-1, -7.294429e-2});
  base_ = {
      polynomial(x, {9.511033e1, 6.819618e1, -1.045625e1, -1.474939e1}),
      polynomial(x, {3.113458e1, 1.012033e1, -4.650511, -2.463185}),
      std::pow(polynomial(x, {1.413057, 4.578814e-1, -6.850581e-2, -5.588658e-2}), a32),
      polynomial(x, {3.910862e1, 5.196646e1, 2.264970e1, 2.873680}),
      polynomial(x, {4.597479, -2.855179e-1, 2.709724e-1}),
      a32,
      9.301992,
      4.637345,
  };
  const double b11 = polynomial(x, {1.071738e2, -8.970339e1, -3.949739e1});
  const double b13 = polynomial(x, {9.219293, -2.005865, -5.561309e-1});
  ignition_ = {b11 * b11, polynomial(x, {7.348793e2, -1.531020e2, -3.793700e1}), b13 * b13};
  low_mass_ignition_ = LowMassFit::meeting(2.751631e3 + 3.557098e2 * x, -3.820831e-2 + 5.872664e-2 * x, flash_mass_,
                                           massive_ignition_luminosity(flash_mass_));
  const double b33 = 2.474401 + 3.892972e-1 * x;
  agb_base_ = {
      std::pow(polynomial(x, {7.425137e1, 1.790236e1, 3.033910e1, 1.018259e1}), b33),
      polynomial(x, {9.268325e2, -9.739859e1, -7.702152e1, -3.158268e1}),
      b33,
      std::pow(polynomial(x, {1.127018e1, 1.622158, -1.443664, -9.474699e-1}), b33),
  };
  low_mass_agb_base_ = LowMassFit::meeting(polynomial(x, {1.626062e2, -1.168838e1, -5.498343}),
                                           polynomial(x, {3.336833e-1, -1.458043e-1, -2.011751e-2}), flash_mass_,
                                           massive_agb_base_luminosity(flash_mass_));
}

double GiantFits::base_luminosity(double m) const {
  const auto& a = base_;
  return (a[0] * std::pow(m, a[4]) + a[1] * std::pow(m, a[6])) / (a[2] + a[3] * std::pow(m, a[7]) + std::pow(m, a[5]));
}

double GiantFits::massive_ignition_luminosity(double m) const {
  return (ignition_[0] + ignition_[1] * std::pow(m, 3.8)) / (ignition_[2] + m * m);
}

double GiantFits::massive_agb_base_luminosity(double m) const {
  const auto& b = agb_base_;
  return (b[0] + b[1] * std::pow(m, b[2] + 1.8)) / (b[3] + std::pow(m, b[2]));
}

double GiantFits::ignition_luminosity(double m) const {
  return m < flash_mass_ ? low_mass_ignition_(m) : massive_ignition_luminosity(m);
}

double GiantFits::agb_base_luminosity(double m) const {
  return m < flash_mass_ ? low_mass_agb_base_(m) : massive_agb_base_luminosity(m);
}

double GiantFits::giant_radius(double m, double luminosity) const {
  const auto& b = giant_radius_;
  const double scale = std::min(b[3] / std::pow(m, b[4]), b[5] / std::pow(m, b[6]));
  return scale * (std::pow(luminosity, b[0]) + b[1] * std::pow(luminosity, b[2]));
}

double GiantFits::agb_radius(double m, double luminosity) const {
  const auto& b = agb_radius_;
  const double lower = flash_mass_ - blend_width;
  const auto massive_scale = [&b](double mass) {
    return std::min(b[1] / std::pow(mass, b[2]), b[3] / std::pow(mass, b[4]));
  };
  const auto light_scale = [&b](double mass) { return b[5] + b[6] * mass; };
  double scale = 0, steeper = 1;
  if (m >= flash_mass_) {
    scale = massive_scale(m), steeper = b[0];
  } else if (m <= lower) {
    scale = light_scale(m);
  } else {
    scale = on_line(m, lower, light_scale(lower), flash_mass_, massive_scale(flash_mass_));
    steeper = on_line(m, lower, 1, flash_mass_, b[0]);
  }
  const auto& c = giant_radius_;
  return scale * (std::pow(luminosity, c[0]) + c[1] * std::pow(luminosity, steeper * c[2]));
}

}  // namespace tucana::stellar
