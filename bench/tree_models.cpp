#include "bench/tree_models.h"

#include "tucana/core/error.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/plummer.h"
#include "tucana/tree/device/device_tree_engine.h"

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

std::unique_ptr<TreeEngine> make_bench_tree(const std::string& engine, const TreeOptions& options, Workers& workers) {
  if (engine == "cpu") return make_tree_engine(options, "best", workers);
  if (engine != "opencl" && engine != "cuda") throw InputError("--engine " + engine + " is none of cpu, opencl, cuda");
  const auto api = engine == "cuda" ? device::Api::cuda : device::Api::opencl;
  return make_device_tree_engine(options, open_devices(api, {}));
}

}  // namespace tucana::bench
