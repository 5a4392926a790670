#pragma once

#include "tucana/core/archive.h"
#include "tucana/fewbody/ks_transformation.h"
#include "tucana/fewbody/stumpff.h"

namespace tucana {

template <>
struct ArchiveLayout<Vec4> {
  static constexpr Element element = Element::f64;
  static constexpr std::size_t count = 4;
};

/// One step of a pair in KS variables as a series in the fictitious time d since its start (Mikkola & Aarseth 1998):
/// u has the derivatives u..u5 at d = 0, of which the last two are multiplied by Stumpff's functions of
/// z = -h d^2/2, so that the series is the exact solution where there is no perturbation. The physical time is the
/// integral of the distance u.u; its terms follow from those of u up to the sixth order.
struct KsSeries {
  Vec4 u, u1, u2, u3, u4, u5;
  double omega = 0;      ///< -h/2 at the start
  double slow_down = 1;  ///< physical time passes this many times faster
  double energy = 0, energy1 = 0, energy2 = 0, energy3 = 0, energy4 = 0;  ///< h and its derivatives

  KsPoint at(double d) const;
  /// With the factors of omega d^2, which are the same for all series of one step.
  KsPoint at(double d, const StumpffFactors& c) const;
  double energy_at(double d) const;
  double time_at(double d) const;
  /// The step d from 0 to `longest` after which the time `dt` has passed; `longest` if dt is later.
  double step_reaching(double dt, double longest) const;
  void describe(Archive& archive);

 private:
  struct TimeTerms;
  TimeTerms time_terms() const;
};

}  // namespace tucana
