#include "tucana/simulation/model_defaults.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/io/read_stars.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

double length_of(const FamilyLengths& softening, Family family) { return softening[static_cast<std::size_t>(family)]; }

/// As options say it: 0 for a family that has the general softening.
GravityOptions softening_options(const FamilyLengths& softening) {
  const double general = length_of(softening, Family::star);
  const auto own = [&](Family family) {
    const double length = length_of(softening, family);
    return length == general ? 0 : length;
  };
  GravityOptions gravity;
  gravity.softening = general;
  gravity.softening_halo = own(Family::halo);
  gravity.softening_disc = own(Family::disc);
  gravity.softening_bulge = own(Family::bulge);
  return gravity;
}

bool differs_by_family(const GravityOptions& gravity) {
  return gravity.softening_halo > 0 || gravity.softening_disc > 0 || gravity.softening_bulge > 0;
}

ModelDefaults defaults_of_file(const Options& options) {
  const LoadedStars file = read_all_but_stars(options.model.file);
  ModelDefaults defaults;
  defaults.source = for_message(options.model.file);
  if (file.units) defaults.units = UnitOptions{file.units->length_pc, file.units->mass_msun};
  // A softening that the user gave is meant for all components.
  if (!file.softening || options.gravity.softening > 0) return defaults;
  defaults.softening = softening_options(*file.softening);
  // Which of several lengths direct sums should take for all is the user's to say.
  if (options.gravity.method == GravityMethod::direct && differs_by_family(*defaults.softening)) {
    throw InputError(
        fmt::format("{} has a softening for each component and gravity.method = direct takes one for all: "
                    "set gravity.softening, or gravity.method = tree",
                    defaults.source));
  }
  return defaults;
}

}  // namespace

ModelDefaults model_defaults(const Options& options) {
  if (options.model.kind == ModelKind::file && !options.model.file.empty()) return defaults_of_file(options);
  ModelDefaults defaults;
  if (options.model.kind == ModelKind::m31) {
    defaults.source = "model.kind = m31";
    defaults.units = UnitOptions{galactic_units.length_pc, galactic_units.mass_msun};
  }
  return defaults;
}

void settle_units(Options& options, const UnitScale& units) {
  if (options.model.kind != ModelKind::file && options.model.kind != ModelKind::m31) return;
  options.units = {units.length_pc, units.mass_msun};
}

}  // namespace tucana
