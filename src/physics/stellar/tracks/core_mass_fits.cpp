#include "tucana/physics/stellar/tracks/core_mass_fits.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

double fourth_power(double x) { return x * x * x * x; }
double fourth_root(double x) { return std::sqrt(std::sqrt(x)); }

}  // namespace

CoreMassFits::CoreMassFits(const Metallicity& metallicity) : flash_mass_(metallicity.helium_flash_mass) {
  const double x = metallicity.zeta;
  agb_base_ = {
      fourth_power(polynomial(x, {1.445216e-1, -6.180219e-2, 3.093878e-2, 1.567090e-2})),
      4 * polynomial(x, {1.304129, 1.395919e-1, 4.142455e-3, -9.732503e-3}),
      fourth_power(5.114149e-1 - 1.160850e-2 * x),
  };
}

double CoreMassFits::agb_base(double m) const {
  return fourth_root(agb_base_[2] + agb_base_[0] * std::pow(m, agb_base_[1]));
}

double CoreMassFits::above_flash_mass(double m, double at_flash_mass) const {
  const double c1 = fourth_power(9.796164e-2), c2 = 4 * 1.350554;
  const double start = fourth_power(at_flash_mass) - c1 * std::pow(flash_mass_, c2);
  return std::min(0.95 * agb_base(m), fourth_root(start + c1 * std::pow(m, c2)));
}

double CoreMassFits::terminal_fraction(double m) {
  const double power = std::pow(m, 5.25);
  return (1.586 + power) / (2.434 + 1.02 * power);
}

}  // namespace tucana::stellar
