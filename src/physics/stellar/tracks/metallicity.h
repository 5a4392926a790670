#pragma once

namespace tucana::stellar {

/// The metallicity Z of a star with what follows directly from it: Hurley, Pols & Tout 2000 (MNRAS 315, 543), section
/// 4, equations 1 to 3, and section 5.1.
struct Metallicity {
  static constexpr double min = 1e-4, max = 0.03;

  /// Throws InputError for a metallicity outside of min to max.
  explicit Metallicity(double value);

  double z;
  double log_z;  ///< log10 Z
  double zeta;   ///< log10(Z / 0.02): the fits are polynomials in it
  /// The mass above which the main sequence has a hook at its end (M_hook).
  double hook_mass;
  /// The mass up to which helium ignites in a degenerate core, by a flash (M_HeF).
  double helium_flash_mass;
  /// The mass up to which a star has a first giant branch (M_FGB).
  double first_giant_mass;
  /// The mass fraction of hydrogen, 0.76 - 3 Z.
  double hydrogen;
};

}  // namespace tucana::stellar
