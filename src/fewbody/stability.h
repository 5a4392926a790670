#pragma once

namespace tucana {

/// The orbit of a third body, or of a second pair, about an inner pair.
struct HierarchyGeometry {
  double inner_axis = 0;          ///< semi-major axis of the inner pair
  double mass_ratio = 0;          ///< m3/(m1 + m2)
  double outer_eccentricity = 0;  ///< of the orbit about the inner pair
  double inclination = 0;         ///< between the two orbits, 0 to pi
};

/// The smallest pericentre distance of the outer orbit for which a triple is stable (Mardling & Aarseth 2001, eq. 90):
///
///   q = 2.8 a_in [ (1 + m3/(m1+m2)) (1 + e_out)/sqrt(1 - e_out) ]^(2/5) (1 - 0.3 i/pi)
///
/// Infinite for an unbound outer orbit. It does not know the inner eccentricity, is optimistic near i = 90 degrees and
/// pessimistic for retrograde orbits (Hayashi et al. 2022): check it again in every outer period.
double critical_pericentre(const HierarchyGeometry& geometry);

/// The same for two pairs about each other: that of the wider one, and a tenth of the ratio of their axes more.
double critical_pericentre_of_pairs(const HierarchyGeometry& wider, double narrower_axis);

}  // namespace tucana
