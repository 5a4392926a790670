#include "bench/tree_models.h"

#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/plummer.h"

namespace tucana::bench {

TreeModel make_tree_model(const std::string& name, std::size_t n, std::uint64_t seed, Workers& workers) {
  const auto from = [&](const GalaxyPlan& plan) {
    return TreeModel{make_galaxy(plan, n, seed, workers), plan.softening};
  };
  if (name == "nfw") return from(nfw_plan(CutKind::hard, 5));
  if (name == "m31") return from(m31_plan());
  if (name == "hernquist") return from(hernquist_plan());
  if (name != "plummer") throw InputError("--model " + name + " is none of nfw, m31, plummer, hernquist");
  // Scaled to Henon units by all pairs: in float, as bodies may be many.
  const auto engine = make_engine({.kind = "cpu", .precision = Precision::fp32}, workers);
  return {make_plummer({.n = n, .seed = seed}, *engine)};
}

}  // namespace tucana::bench
