#include "tucana/simulation/make_integrator.h"

#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {
namespace {

LeapfrogOptions leapfrog_options(const Options& options, const PairLaw& law) {
  LeapfrogOptions leapfrog;
  leapfrog.steps = options.integrator.steps;
  leapfrog.eta = options.integrator.eta;
  leapfrog.largest_step = options.integrator.largest_step;
  leapfrog.fixed_step = options.integrator.step;
  leapfrog.law = law;
  const GravityOptions& gravity = options.gravity;
  leapfrog.softening = {gravity.softening_halo, gravity.softening_disc, gravity.softening_bulge};
  return leapfrog;
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers) {
  if (options.integrator.kind == IntegratorKind::leapfrog) {
    return std::make_unique<Leapfrog>(leapfrog_options(options, law), engine, workers);
  }
  HermiteOptions hermite;
  hermite.steps = options.integrator.steps;
  hermite.eta = options.integrator.eta;
  hermite.eta_start = options.integrator.eta_start;
  hermite.largest_step = options.integrator.largest_step;
  hermite.fixed_step = options.integrator.step;
  hermite.velocity_limit = options.integrator.velocity_limit;
  hermite.iterations = static_cast<int>(options.integrator.iterations);
  hermite.law = law;
  if (options.integrator.kind == IntegratorKind::ahmad_cohen) {
    NeighbourOptions neighbour;
    neighbour.hermite = hermite;
    neighbour.eta_regular = options.integrator.eta_regular;
    neighbour.wanted_neighbours = static_cast<std::size_t>(options.integrator.neighbours);
    neighbour.sphere_rule = options.integrator.neighbour_sphere;
    neighbour.list_rule = options.integrator.neighbour_test;
    neighbour.simd = options.engine.simd;
    return std::make_unique<AhmadCohen>(neighbour, engine, workers);
  }
  return make_hermite(options.integrator.kind == IntegratorKind::hermite6 ? 6 : 4, hermite, engine, workers);
}

}  // namespace tucana
