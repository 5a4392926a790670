#include "tucana/physics/stellar/tracks/metallicity.h"

#include <cmath>
#include <string>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

double checked(double z) {
  if (z >= Metallicity::min && z <= Metallicity::max) return z;
  throw InputError("metallicity " + std::to_string(z) + " is outside of 0.0001 to 0.03, the range of the fits");
}

}  // namespace

Metallicity::Metallicity(double value)
    : z(checked(value)),
      log_z(std::log10(z)),
      zeta(std::log10(z / 0.02)),
      hook_mass(polynomial(zeta, {1.0185, 0.16015, 0.0892})),
      helium_flash_mass(polynomial(zeta, {1.995, 0.25, 0.087})),
      first_giant_mass(16.5 * std::pow(z, 0.06) / (1 + std::pow(1e-4 / z, 1.27))),
      hydrogen(0.76 - 3 * z) {}

}  // namespace tucana::stellar
