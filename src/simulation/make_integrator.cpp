#include "tucana/simulation/make_integrator.h"

#include "tucana/core/error.h"
#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/integrators/leapfrog/make_leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {

std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers) {
  for ([[maybe_unused]] const auto& [name, written] : options.written) TUCANA_EXPECT(written.is_converted);
  const IntegratorOptions& chosen = options.integrator;
  if (chosen.kind == IntegratorKind::leapfrog) {
    LeapfrogOptions leapfrog(chosen);
    leapfrog.law = law;
    leapfrog.softening = options.gravity.softening_of;
    return make_leapfrog(leapfrog, engine, workers);
  }
  if (chosen.kind == IntegratorKind::ahmad_cohen) {
    NeighbourOptions neighbour = chosen.neighbour();
    neighbour.law = law;
    neighbour.simd = options.engine.simd;
    return std::make_unique<AhmadCohen>(neighbour, engine, workers);
  }
  HermiteOptions hermite = chosen.hermite();
  hermite.law = law;
  return make_hermite(chosen.kind == IntegratorKind::hermite6 ? 6 : 4, hermite, engine, workers);
}

}  // namespace tucana
