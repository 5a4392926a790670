#include "tucana/integrators/leapfrog/make_leapfrog.h"

#include "tucana/integrators/leapfrog/leapfrog.h"

namespace tucana {

std::unique_ptr<Integrator> make_leapfrog(const LeapfrogOptions& options, ForceEngine& engine, Workers& workers) {
  return std::make_unique<Leapfrog>(options, engine, workers);
}

}  // namespace tucana
