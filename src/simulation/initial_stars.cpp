#include "tucana/simulation/initial_stars.h"

#include <memory>
#include <numeric>
#include <utility>

#include "tucana/core/memory.h"
#include "tucana/io/read_stars.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/simulation/cluster_choice.h"

namespace tucana {

double default_mass_unit(const Stars& stars) {
  const double mass = std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0);
  return mass > 0 ? static_cast<double>(stars.size()) / mass : 1;
}

namespace {

StarsBuffer make_model(const ModelOptions& model, Workers& workers) {
  const auto n = static_cast<std::size_t>(model.n);
  require_memory(n, bytes_of_a_star_in_a_run);
  const auto seed = static_cast<std::uint64_t>(model.seed);
  switch (model.kind) {
    case ModelKind::hernquist: return make_galaxy(hernquist_plan(), n, seed, workers);
    case ModelKind::nfw: return make_galaxy(nfw_plan(), n, seed, workers);
    default: return make_galaxy(m31_plan(), n, seed, workers);
  }
}

/// A sphere of equal single stars, whatever their number, is scaled by the sum over all pairs of them.
bool is_plain(const ModelOptions& model) {
  return model.masses == MassFunctionKind::equal && model.binary_fraction == 0 && model.systems == 0;
}

InitialStars make_cluster_stars(const Options& options, ForceEngine& engine, Workers& workers) {
  const ModelOptions& model = options.model;
  const std::size_t n = stars_ahead(model);
  require_memory(n, bytes_of_a_star_in_a_run);
  UnitScale scale{options.units.length_pc, options.units.mass_msun};
  if (!(scale.mass_msun > 0)) scale.mass_msun = cluster_mass_ahead(options);
  std::unique_ptr<ForceEngine> tree;
  if (n > most_stars_by_pairs && !is_plain(model)) tree = make_scaling_engine(n, workers);
  ClusterModel cluster = make_cluster(cluster_options(model, scale), tree ? *tree : engine, workers);
  InitialStars initial;
  initial.stars = std::move(cluster.stars);
  initial.units = scale;
  if (!(options.units.mass_msun > 0) && model.masses == MassFunctionKind::equal && model.black_hole_mass == 0) {
    initial.units.mass_msun = default_mass_unit(initial.stars.view());
  }
  return initial;
}

}  // namespace

ForeignOptions file_options(const Options& options) {
  ForeignOptions file;
  file.units = options.model.file_units;
  file.length_unit_pc = options.units.length_pc;
  file.pairs = static_cast<std::size_t>(options.model.pairs);
  return file;
}

InitialStars make_initial_stars(const Options& options, ForceEngine& engine, Workers& workers) {
  if (is_cluster(options.model.kind)) return make_cluster_stars(options, engine, workers);
  InitialStars initial;
  if (options.model.kind == ModelKind::file) {
    LoadedStars loaded = read_stars(options.model.file, file_options(options));
    initial.stars = std::move(loaded.stars);
    initial.columns = std::move(loaded.columns);
    initial.time = loaded.time;
    if (loaded.units) {  // a snapshot knows its own scale
      initial.units = *loaded.units;
      return initial;
    }
  } else {
    initial.stars = make_model(options.model, workers);
  }
  if (options.model.kind == ModelKind::m31) {  // so does a galaxy of the sky
    initial.units = galactic_units;
    return initial;
  }
  initial.units.length_pc = options.units.length_pc;
  initial.units.mass_msun =
      options.units.mass_msun > 0 ? options.units.mass_msun : default_mass_unit(initial.stars.view());
  return initial;
}

}  // namespace tucana
