#pragma once

#include <vector>

namespace tucana {

/// One piece of a broken power law: dN/dm is proportional to m^-slope from `from` to where the next piece begins.
struct PowerLawPiece {
  double from = 0;   ///< Msun
  double slope = 0;  ///< 2.35 is Salpeter's
};

/// The number of stars per mass, dN/dm, as a continuous broken power law between two limits, in Msun, normalised to one
/// star. All moments and the quantiles have closed forms.
class MassFunction {
 public:
  /// The pieces ascend; the first begins at or below `low`. Pieces outside [low, high] are left out; the limits may be
  /// equal, then all stars have that mass. Throws InputError, one line, for limits or slopes that make no sense.
  MassFunction(const std::vector<PowerLawPiece>& pieces, double low, double high);

  double low() const { return edges_.front(); }
  double high() const { return edges_.back(); }
  /// The part of the stars below m.
  double number_below(double m) const;
  /// The integral of m^power dN/dm from `from` to `to`, which are cut to the limits; power 0 counts stars.
  double moment(int power, double from, double to) const;
  double mean_mass() const { return moment(1, low(), high()); }
  /// The mass below which a part u in [0, 1] of the stars lies: the inverse of number_below().
  double quantile(double u) const;

 private:
  std::vector<double> edges_;       ///< Msun, one more than pieces
  std::vector<double> slope_;       ///< by piece
  std::vector<double> factor_;      ///< dN/dm = factor m^-slope
  std::vector<double> cumulative_;  ///< number below each edge
};

/// Salpeter 1955 (ApJ 121, 161): slope 2.35.
MassFunction salpeter_mass_function(double low, double high);
/// Kroupa 2001 (MNRAS 322, 231, eq. 2): slopes 0.3 below 0.08 Msun, 1.3 below 0.5, 2.3 above.
MassFunction kroupa_2001_mass_function(double low, double high);
/// Kroupa, Tout & Gilmore 1993 (MNRAS 262, 545, eq. 13): slopes 1.3 below 0.5 Msun, 2.2 below 1, 2.7 above.
MassFunction kroupa_tout_gilmore_1993_mass_function(double low, double high);

}  // namespace tucana
