#pragma once

namespace tucana::stellar {

/// The relation between the luminosity of a burning shell and the mass of the core below it: L = min(B Mc^q, D Mc^p),
/// Hurley, Pols & Tout 2000, equation 37; the two laws meet at the core mass Mx (eq. 38).
struct CoreRelation {
  double b, d, p, q;
  double crossing_mass;        ///< Mx
  double crossing_luminosity;  ///< Lx

  CoreRelation(double high_scale, double low_scale, double low_power, double high_power);
  /// For a star with hydrogen, of the given mass (section 5.2); zeta is that of its metallicity.
  static CoreRelation of_giant(double mass, double zeta);
  /// For a naked helium star (section 6.1, eq. 84).
  static CoreRelation of_helium_giant(double mass);

  double luminosity(double core_mass) const;
  double core_mass(double luminosity) const;
};

/// A_He of helium burning, in Msun / (Lsun Myr): eq. 68 and sections 5.4 and 6.1.
constexpr double helium_rate = 8e-5;

/// A core that grows because the shell burns at the luminosity of its relation: dMc/dt = A L (eqs. 33 to 43). Times are
/// in Myr, A is in Msun / (Lsun Myr).
class CoreGrowth {
 public:
  /// The core has the given mass at time `start`.
  CoreGrowth(const CoreRelation& relation, double rate, double start, double core_mass);

  double core_mass(double time) const;
  double time(double core_mass) const;
  /// When luminosity and core mass would become infinite, by the law that holds at the given time.
  double singularity(double time) const { return time <= crossing_ ? low_end_ : high_end_; }

 private:
  CoreRelation relation_;
  double rate_;
  double crossing_, low_end_, high_end_;  ///< tx, t_inf,1 and t_inf,2
};

}  // namespace tucana::stellar
