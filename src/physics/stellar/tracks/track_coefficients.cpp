#include "tucana/physics/stellar/tracks/track_coefficients.h"

#include "tucana/physics/stellar/tracks/core_growth.h"

namespace tucana::stellar {
namespace {

double flash_core(const Metallicity& metallicity, double luminosity) {
  return CoreRelation::of_giant(metallicity.helium_flash_mass, metallicity.zeta).core_mass(luminosity);
}

double radius_ratio(const TrackCoefficients& t) {
  const double m = t.metallicity.helium_flash_mass;
  const double luminosity = t.helium.horizontal_branch_luminosity(m, t.flash_core_at_base);
  return t.helium.min_radius(m) / t.giants.giant_radius(m, luminosity);
}

}  // namespace

TrackCoefficients::TrackCoefficients(double z)
    : metallicity(z),
      zams(metallicity),
      main_sequence(metallicity, zams),
      shape(metallicity),
      giants(metallicity),
      cores(metallicity),
      helium(metallicity, giants, main_sequence.time_to_giant_branch(metallicity.helium_flash_mass)),
      flash_core_at_base(flash_core(metallicity, giants.base_luminosity(metallicity.helium_flash_mass))),
      flash_core_at_ignition(flash_core(metallicity, giants.ignition_luminosity(metallicity.helium_flash_mass))),
      low_mass_radius_ratio(radius_ratio(*this)) {}

}  // namespace tucana::stellar
