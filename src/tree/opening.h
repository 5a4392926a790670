#pragma once

#include <algorithm>
#include <cmath>

#include "tucana/tree/tree_options.h"

namespace tucana::tree {

/// The properties of a cell that a criterion depends on, in kernel units.
struct CellExtent {
  double mass = 0;
  double size = 0;     ///< largest distance of a body from the centre of mass
  double spread2 = 0;  ///< sum of m r^2 about it
};

/// How far from a cell's centre of mass a target must be for the cell not to be opened. A target at distance d needs d
/// > size, so that a cell which contains it is always opened, and d > reach * scale, where the scale depends on the
/// target: 1 except for the acceleration criterion.
class OpeningRule {
 public:
  /// `field` is the acceleration G M / R^2 of the whole system, for the multipole criterion.
  OpeningRule(OpeningCriterion criterion, ExpansionOrder order, double accuracy, double field)
      : criterion_(criterion), order_(order), accuracy_(accuracy), field_(field) {}

  double reach(const CellExtent& cell) const {
    if (criterion_ == OpeningCriterion::angle) return cell.size / accuracy_;
    if (criterion_ == OpeningCriterion::multipole) return multipole_reach(cell);
    // Miki & Umemura (2017) eq. 5. With the quadrupole the first omitted moment is the third, which is bounded by
    // spread2 * size.
    if (order_ == ExpansionOrder::monopole) return std::sqrt(std::sqrt(cell.mass / accuracy_) * cell.size);
    return std::pow(cell.spread2 * cell.size / accuracy_, 0.2);
  }

  /// The allowed error of a cell at a target whose last acceleration was a; 0 if the criterion does not define one.
  double error_limit(double a) const {
    if (criterion_ == OpeningCriterion::angle) return 0;
    return accuracy_ * (criterion_ == OpeningCriterion::acceleration ? a : field_);
  }

  /// For a target whose last acceleration was a > 0.
  double scale(double a) const {
    if (criterion_ != OpeningCriterion::acceleration) return 1;
    return order_ == ExpansionOrder::monopole ? 1 / std::sqrt(std::sqrt(a)) : std::pow(a, -0.2);
  }

 private:
  /// Where the bound of Warren & Salmon (1993) equals the allowed error. Monopole: Miki & Umemura (2017) eq. 3.
  /// Quadrupole: d with (d - b)^2 d^3 = 4 B3 / error, B3 <= spread2 * size, by Newton's method from above.
  double multipole_reach(const CellExtent& cell) const {
    const double b = cell.size, error = accuracy_ * field_;
    if (order_ == ExpansionOrder::monopole) return b / 2 + std::sqrt(b * b / 4 + std::sqrt(3 * cell.spread2 / error));
    if (b == 0) return 0;
    const double wanted = 4 * cell.spread2 * b / error;
    // Both are beyond the root, as d > b and d > d - b there.
    double d = b + std::min(std::pow(wanted, 0.2), std::sqrt(wanted / (b * b * b)));
    for (int i = 0; i < 6; ++i) {
      const double gap = d - b;
      if (!(gap > 0)) return b;
      const double value = gap * gap * d * d * d - wanted;
      d -= value / (gap * d * d * (2 * d + 3 * gap));
    }
    return d;
  }

  OpeningCriterion criterion_;
  ExpansionOrder order_;
  double accuracy_, field_;
};

}  // namespace tucana::tree
