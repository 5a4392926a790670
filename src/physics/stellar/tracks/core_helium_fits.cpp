#include "tucana/physics/stellar/tracks/core_helium_fits.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/helium_star.h"
#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// Fractions of the envelope are kept above this, so that powers of them stay finite.
constexpr double smallest_fraction = 1e-12;

}  // namespace

CoreHeliumFits::CoreHeliumFits(const Metallicity& metallicity, const GiantFits& giants, double time_at_flash)
    : flash_mass_(metallicity.helium_flash_mass), giant_mass_(metallicity.first_giant_mass), giants_(giants) {
  const double x = metallicity.zeta, z = metallicity.z;
  const double power = polynomial(x, {3.629118, -9.112722e-1, 1.042291});
  const double b14 = std::pow(polynomial(x, {2.917412, 1.575290, 5.751814e-1}), power);
  const double b16 = std::pow(polynomial(x, {4.916389, 2.862149, 7.844850e-1}), power);
  const double b17 = x > -1 ? 1 - 3.880523e-1 * std::pow(x + 1, 6.371760e-1) : 1;
  // Eq. 51: the ratio is b17 at the largest mass with a giant branch.
  const double slope = b17 / std::pow(giant_mass_, 0.1) + (b17 * b16 - b14) / std::pow(giant_mass_, power + 0.1);
  luminosity_ = {b14, slope, b16, power};

  const double b28 = polynomial(x, {3.518506, 1.112440, -4.556216e-1, -2.179426e-1});
  radius_ = {
      std::pow(polynomial(x, {1.609901e1, 7.391573, 2.277010e1, 8.334227}), b28),
      polynomial(x, {1.747500e-1, 6.271202e-2, -2.324229e-2, -1.844559e-2}),
      std::pow(polynomial(x, {2.752869, 2.729201e-2, 4.996927e-1, 2.496551e-1}), 2 * b28),
      5 - 9.138012e-2 * std::pow(z, -3.671407e-1),
      b28,
  };

  const double b42 = 1.997378 - 8.126205e-1 * x;
  duration_ = {
      std::pow(polynomial(x, {2.327037, 2.403445, 1.208407, 2.087263e-1}), b42),
      b42,
      polynomial(x, {1.079113e-1, 1.762409e-2, 1.096601e-2, 3.058818e-3}),
      std::pow(polynomial(x, {2.327409, 6.901582e-1, -2.158431e-1, -1.084117e-1}), 5),
  };
  const double b39 = polynomial(x, {1.314955e2, 2.009258e1, -5.143082e-1, -1.379140});
  const double b40 = std::max(1.0, polynomial(x, {1.823973e1, -3.074559, -4.307878}));
  low_mass_time_ = {b39, b40, duration_ratio(flash_mass_) * time_at_flash / b39 - 1};

  horizontal_ = {
      polynomial(x, {5.496045e1, -1.289968e1, 6.385758}),
      polynomial(x, {1.832694, -5.766608e-2, 5.696128e-2}),
      1.211104e2,
      giants.ignition_luminosity(flash_mass_) * min_luminosity_ratio(flash_mass_),
  };
  horizontal_radius_ = {
      polynomial(x, {2.063983, 7.363827e-1, 2.654323e-1, -6.140719e-2}),
      polynomial(x, {2.214088e2, 2.187113e2, 1.170177e1, -2.635340e1}),
      polynomial(x, {2.003160, 9.388871e-1, 9.656450e-1, 2.362266e-1}),
  };

  // Eq. 58: for masses up to the largest with a giant branch, and, continuous with it, above.
  const double rho = x + 1, ratio = flash_mass_ / giant_mass_;
  const double b45 = rho > 0 ? polynomial(rho, {1, -2.471620, 5.401682, -3.247361}) : 1;
  const double b46 = -(2.214315 - 1.975747 * x) * std::log10(ratio), b47 = 4.805428e-1;
  const double massive_power = polynomial(x, {5.072525, 1.146189e1, 6.961724, 1.316965});
  const double at_giant_mass = polynomial(rho, {1, -1.127733, -2.344416e-1, 3.793726e-1});
  blue_ = {b45, b46, b47, 1 - b45 * std::pow(ratio, b47), 1, massive_power, 5.139740};
  blue_[4] = at_giant_mass / massive_blue_fit(giant_mass_);
}

double CoreHeliumFits::min_luminosity_ratio(double m) const {
  const auto& b = luminosity_;
  return (b[0] + b[1] * std::pow(m, b[3] + 0.1)) / (b[2] + std::pow(m, b[3]));
}

double CoreHeliumFits::min_radius(double m) const {
  const auto& b = radius_;
  const double power = std::pow(m, b[4]);
  return (b[0] * m + std::pow(b[1] * m, b[3]) * power) / (b[2] + power);
}

double CoreHeliumFits::horizontal_branch_luminosity(double m, double core_mass) const {
  const auto& b = horizontal_;
  const double naked = helium_star::zero_age_luminosity(core_mass);
  const double envelope = std::max((m - core_mass) / (flash_mass_ - core_mass), smallest_fraction);
  const double correction = (b[0] + naked - b[3]) / (b[3] - naked);
  return naked + (1 + b[2]) * b[0] * std::pow(envelope, b[1]) /
                     ((1 + b[2] * std::pow(envelope, 1.647903)) *
                      (1 + correction * std::exp(low_mass_bend * (m - flash_mass_))));
}

double CoreHeliumFits::horizontal_branch_radius(double m, double core_mass) const {
  const auto& b = horizontal_radius_;
  const double envelope = std::max((m - core_mass) / (flash_mass_ - core_mass), smallest_fraction);
  const double share = (1 + b[1]) * std::pow(envelope, b[0]) / (1 + b[1] * std::pow(envelope, b[2]));
  return (1 - share) * helium_star::zero_age_radius(core_mass) +
         share * giants_.giant_radius(m, horizontal_branch_luminosity(m, core_mass));
}

double CoreHeliumFits::low_mass_duration(double m, double core_mass) const {
  const auto& b = low_mass_time_;
  const double missing = std::max((flash_mass_ - m) / (flash_mass_ - core_mass), smallest_fraction);
  return (b.scale + (helium_star::main_sequence_lifetime(core_mass) - b.scale) * std::pow(missing, b.power)) *
         (1 + b.correction * std::exp(low_mass_bend * (m - flash_mass_)));
}

double CoreHeliumFits::duration_ratio(double m) const {
  const auto& b = duration_;
  const double m5 = m * m * m * m * m;
  return (b[0] * std::pow(m, b[1]) + b[2] * m5) / (b[3] + m5);
}

double CoreHeliumFits::massive_blue_fit(double m) const {
  const double loop = 1 - min_radius(m) / giants_.agb_radius(m, giants_.ignition_luminosity(m));
  return blue_[4] * std::pow(m, blue_[5]) * std::pow(std::max(loop, smallest_fraction), blue_[6]);
}

double CoreHeliumFits::blue_fraction(double m) const {
  const auto& b = blue_;
  const auto fit = [&] {
    if (m > giant_mass_) return massive_blue_fit(m);
    const double ratio = m / giant_mass_;
    const double position = std::log10(ratio) / std::log10(flash_mass_ / giant_mass_);
    return b[0] * std::pow(ratio, b[2]) + b[3] * std::pow(std::max(position, smallest_fraction), b[1]);
  };
  const double fraction = std::clamp(fit(), 0.0, 1.0);
  return fraction < 1e-10 ? 0 : fraction;
}

}  // namespace tucana::stellar
