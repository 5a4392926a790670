#include "tucana/simulation/initial_stars.h"

#include <numeric>

#include "tucana/io/read_stars.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/models/plummer.h"

namespace tucana {

double default_mass_unit(const Stars& stars) {
  const double mass = std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0);
  return mass > 0 ? static_cast<double>(stars.size()) / mass : 1;
}

namespace {

StarsBuffer make_model(const ModelOptions& model, ForceEngine& engine, Workers& workers) {
  const auto n = static_cast<std::size_t>(model.n);
  const auto seed = static_cast<std::uint64_t>(model.seed);
  switch (model.kind) {
    case ModelKind::king: return make_king(model.w0, n, seed, engine, workers);
    case ModelKind::hernquist: return make_galaxy(hernquist_plan(), n, seed, workers);
    case ModelKind::nfw: return make_galaxy(nfw_plan(), n, seed, workers);
    case ModelKind::m31: return make_galaxy(m31_plan(), n, seed, workers);
    default: return make_plummer({.n = n, .seed = seed}, engine);
  }
}

}  // namespace

InitialStars make_initial_stars(const Options& options, ForceEngine& engine, Workers& workers) {
  InitialStars initial;
  if (options.model.kind == ModelKind::file) {
    LoadedStars loaded = read_stars(options.model.file);
    initial.stars = std::move(loaded.stars);
    initial.time = loaded.time;
    if (loaded.units) {  // a snapshot knows its own scale
      initial.units = *loaded.units;
      return initial;
    }
  } else {
    initial.stars = make_model(options.model, engine, workers);
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
