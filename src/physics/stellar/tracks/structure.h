#pragma once

namespace tucana::stellar {

/// What the fits say about a star at one time, in solar units.
struct Structure {
  double luminosity = 0;
  double radius = 0;
  /// The core below the outermost burning shell: helium in giants, carbon and oxygen where the shells have met and in
  /// helium giants; 0 on the main sequence, the whole mass of a remnant.
  double core_mass = 0;
  /// Carbon and oxygen alone; 0 before there is a carbon-oxygen core.
  double co_core_mass = 0;
  /// 0 where there is no core; that of the whole star for a remnant.
  double core_radius = 0;
};

/// The Chandrasekhar mass as Hurley, Pols & Tout 2000 have it.
inline constexpr double chandrasekhar_mass = 1.44;
/// Fits are evaluated at this mass for stars above it.
inline constexpr double largest_fit_mass = 100;

}  // namespace tucana::stellar
