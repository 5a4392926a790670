#pragma once

#include "tests/integrators/hermite_fixture.h"
#include "tucana/integrators/leapfrog/leapfrog.h"

namespace tucana {

struct LeapfrogRun : RunOf<Leapfrog> {
  explicit LeapfrogRun(const LeapfrogOptions& options, const EngineChoice& choice = {}, int threads = 1)
      : RunOf(choice, threads, [&](ForceEngine& e, Workers& w) { return std::make_unique<Leapfrog>(options, e, w); }) {}
};

inline LeapfrogOptions softened(double softening) {
  LeapfrogOptions options;
  options.law.eps2 = softening * softening;
  return options;
}

inline LeapfrogOptions fixed_leapfrog(double step, double softening = 0) {
  LeapfrogOptions options = softened(softening);
  options.steps = StepRule::fixed;
  options.fixed_step = step;
  return options;
}

/// The largest distance between the places of a star in two tables.
inline double largest_shift(const StarsBuffer& a, const StarsBuffer& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a.position[i] - b.position[i]));
  return largest;
}

}  // namespace tucana
