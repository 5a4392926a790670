#include "tucana/fewbody/stability.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace tucana {

double critical_pericentre(const HierarchyGeometry& g) {
  if (!(g.outer_eccentricity < 1)) return std::numeric_limits<double>::infinity();
  const double e = g.outer_eccentricity;
  const double base = (1 + g.mass_ratio) * (1 + e) / std::sqrt(1 - e);
  return 2.8 * g.inner_axis * std::pow(base, 0.4) * (1 - 0.3 * g.inclination / std::numbers::pi);
}

double critical_pericentre_of_pairs(const HierarchyGeometry& wider, double narrower_axis) {
  return critical_pericentre(wider) * (1 + 0.1 * narrower_axis / wider.inner_axis);
}

}  // namespace tucana
