#include "tucana/simulation/make_integrator.h"

#include "tucana/core/error.h"
#include "tucana/fewbody/close_rules.h"
#include "tucana/gravity/ranks/ranked_engine.h"
#include "tucana/integrators/hermite/block_hermite.h"
#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/integrators/leapfrog/make_leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {

bool carries_subsystems(const Options& options) {
  const IntegratorKind kind = options.integrator.kind;
  return options.fewbody.kind == FewBodyKind::automatic && options.integrator.steps == StepRule::block &&
         options.gravity.softening == 0 && kind != IntegratorKind::leapfrog;
}

bool needs_mergers(const Options& options) {
  return carries_subsystems(options) && options.fewbody.post_newtonian == PostNewtonian::radiation &&
         options.stellar.kind == StellarKind::off;
}

Relativity relativity_of(const Options& options, const UnitScale& units) {
  const PostNewtonian highest = options.fewbody.post_newtonian;
  if (!carries_subsystems(options) || highest == PostNewtonian::off) return {};
  constexpr double light_speed_kms = 299792.458;
  const double chosen = options.fewbody.light_speed;
  return {{true, highest >= PostNewtonian::second, highest >= PostNewtonian::radiation},
          chosen > 0 ? chosen : light_speed_kms / units.velocity_kms()};
}

namespace {

std::shared_ptr<const CloseRules> close_rules(const Options& options) {
  FewBodyOptions fewbody = options.fewbody;
  const bool do_stars_collide = options.stellar.kind != StellarKind::off && options.stellar.collisions;
  fewbody.finds_contacts = do_stars_collide || needs_mergers(options);
  return std::make_shared<CloseRules>(fewbody);
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers, const BackgroundTide* tide, Communicator& ranks) {
  for ([[maybe_unused]] const auto& [name, written] : options.written) TUCANA_EXPECT(written.is_converted);
  const IntegratorOptions& chosen = options.integrator;
  const TrialExchange exchange(ranks, dividing_rule_of(engine));
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
    auto made = std::make_unique<AhmadCohen>(neighbour, engine, workers);
    made->use(ranks);
    if (carries_subsystems(options)) made->use(close_rules(options), tide, exchange);
    return made;
  }
  HermiteOptions hermite = chosen.hermite();
  hermite.law = law;
  if (chosen.kind == IntegratorKind::hermite4) {
    auto made = std::make_unique<Hermite4>(hermite, engine, workers);
    if (carries_subsystems(options)) made->use(close_rules(options), tide, exchange);
    return made;
  }
  if (carries_subsystems(options)) {
    auto made = std::make_unique<Hermite6>(hermite, engine, workers);
    made->use(close_rules(options), tide, exchange);
    return made;
  }
  return make_hermite(6, hermite, engine, workers, {ranks, static_cast<double>(options.run.rank_pairs)});
}

}  // namespace tucana
