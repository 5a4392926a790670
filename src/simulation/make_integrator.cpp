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

bool stars_collide(const Options& options) {
  return options.stellar.kind != StellarKind::off && options.stellar.collisions && options.gravity.softening == 0 &&
         options.integrator.kind != IntegratorKind::leapfrog;
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

bool finds_contacts(const Options& options) { return stars_collide(options) || needs_mergers(options); }

std::shared_ptr<const CloseRules> close_rules(const Options& options) {
  FewBodyOptions fewbody = options.fewbody;
  fewbody.finds_contacts = finds_contacts(options);
  return std::make_shared<CloseRules>(fewbody);
}

std::unique_ptr<Integrator> make_leapfrog_of(const Options& options, const PairLaw& law, ForceEngine& engine,
                                             Workers& workers) {
  LeapfrogOptions leapfrog(options.integrator);
  leapfrog.law = law;
  leapfrog.softening = options.gravity.softening_of;
  return make_leapfrog(leapfrog, engine, workers);
}

/// What they have in common: subsystems.
template <class Made>
std::unique_ptr<Integrator> with_subsystems(std::unique_ptr<Made> made, const Options& options,
                                            const BackgroundTide* tide, const TrialExchange& exchange) {
  if (carries_subsystems(options)) made->use(close_rules(options), tide, exchange);
  return made;
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers, const BackgroundTide* tide, Communicator& ranks) {
  for ([[maybe_unused]] const auto& [name, written] : options.written) TUCANA_EXPECT(written.is_converted);
  const IntegratorOptions& chosen = options.integrator;
  const TrialExchange exchange(ranks, dividing_rule_of(engine));
  std::unique_ptr<Integrator> made;
  if (chosen.kind == IntegratorKind::leapfrog) {
    made = make_leapfrog_of(options, law, engine, workers);
  } else if (chosen.kind == IntegratorKind::ahmad_cohen) {
    NeighbourOptions neighbour = chosen.neighbour();
    neighbour.law = law;
    neighbour.simd = options.engine.simd;
    auto scheme = std::make_unique<AhmadCohen>(neighbour, engine, workers);
    scheme->use(ranks);
    made = with_subsystems(std::move(scheme), options, tide, exchange);
  } else {
    HermiteOptions hermite = chosen.hermite();
    hermite.law = law;
    // Bodies that stay on a device are not searched for contacts.
    if (chosen.kind == IntegratorKind::hermite4)
      made = with_subsystems(std::make_unique<Hermite4>(hermite, engine, workers), options, tide, exchange);
    else if (carries_subsystems(options) || finds_contacts(options))
      made = with_subsystems(std::make_unique<Hermite6>(hermite, engine, workers), options, tide, exchange);
    else
      made = make_hermite(6, hermite, engine, workers, {ranks, static_cast<double>(options.run.rank_pairs)});
  }
  if (finds_contacts(options)) made->find_contacts();
  return made;
}

}  // namespace tucana
