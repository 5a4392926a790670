#pragma once

#include "tucana/fewbody/time_transformed_leapfrog.h"

namespace tucana {

/// One step of a group as the limit of leap-frogs with more and more parts (Gragg 1965; Bulirsch & Stoer 1966): the
/// error of the leap-frog is a series in even powers of its step, so polynomials in the square of it are extrapolated
/// to zero (Neville), for 2, 4, ... 16 parts.
struct ExtrapolatedStep {
  bool accepted = false;
  double next = 0;  ///< the length of the step that should be tried next, after this one or instead of it
};

/// Replaces `state` by that after the step s if two successive extrapolations agree to the relative `tolerance`, and
/// leaves it as it was otherwise.
ExtrapolatedStep extrapolate(TimeTransformedLeapfrog& leapfrog, GroupState& state, double s, double tolerance,
                             const InnerTime& base, const GroupPerturbation* perturbation);

}  // namespace tucana
