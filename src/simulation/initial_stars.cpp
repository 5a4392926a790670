#include "tucana/simulation/initial_stars.h"

#include <numeric>

#include "tucana/io/read_stars.h"
#include "tucana/models/plummer.h"

namespace tucana {

double default_mass_unit(const Stars& stars) {
  const double mass = std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0);
  return mass > 0 ? static_cast<double>(stars.size()) / mass : 1;
}

InitialStars make_initial_stars(const Options& options, ForceEngine& engine) {
  InitialStars initial;
  if (options.model.kind == ModelKind::plummer) {
    PlummerOptions plummer;
    plummer.n = static_cast<std::size_t>(options.model.n);
    plummer.seed = static_cast<std::uint64_t>(options.model.seed);
    initial.stars = make_plummer(plummer, engine);
  } else {
    LoadedStars loaded = read_stars(options.model.file);
    initial.stars = std::move(loaded.stars);
    initial.time = loaded.time;
    if (loaded.units) {  // a snapshot knows its own scale
      initial.units = *loaded.units;
      return initial;
    }
  }
  initial.units.length_pc = options.units.length_pc;
  initial.units.mass_msun =
      options.units.mass_msun > 0 ? options.units.mass_msun : default_mass_unit(initial.stars.view());
  return initial;
}

}  // namespace tucana
