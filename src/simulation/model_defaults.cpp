#include "tucana/simulation/model_defaults.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/io/read_stars.h"
#include "tucana/models/galaxy/known_galaxies.h"
#include "tucana/simulation/cluster_choice.h"
#include "tucana/simulation/initial_stars.h"
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
  gravity.softening_of = {own(Family::halo), own(Family::disc), own(Family::bulge)};
  return gravity;
}

ModelDefaults defaults_of_file(const Options& options) {
  const LoadedStars file = read_all_but_stars(options.model.file, file_options(options));
  ModelDefaults defaults;
  defaults.source = for_message(options.model.file);
  if (file.units) defaults.length_pc = file.units->length_pc, defaults.mass_msun = file.units->mass_msun;
  // A softening that the user gave is meant for all components.
  const bool is_given = options.gravity.softening > 0 || options.written.contains("gravity.softening");
  if (!file.softening || is_given) return defaults;
  defaults.softening = softening_options(*file.softening);
  // Which of several lengths direct sums should take for all is the user's to say.
  if (options.gravity.method == GravityMethod::direct && defaults.softening->softening_of.any()) {
    throw InputError(
        fmt::format("{} has a softening for each component and gravity.method = direct takes one for all: "
                    "set gravity.softening, or gravity.method = tree",
                    defaults.source));
  }
  return defaults;
}

ModelDefaults defaults_of_cluster(const Options& options) {
  const ClusterScaleAhead scale = cluster_scale_ahead(options);
  ModelDefaults defaults;
  defaults.source = !scale.mass_msun               ? "model.half_mass_radius"
                    : options.model.total_mass > 0 ? "model.total_mass"
                                                   : "model.masses";
  if (scale.mass_msun && scale.length_pc) defaults.source += " with model.half_mass_radius";
  defaults.length_pc = scale.length_pc;
  defaults.mass_msun = scale.mass_msun;
  return defaults;
}

}  // namespace

ModelDefaults model_defaults(const Options& options) {
  ModelDefaults defaults;
  if (options.model.kind == ModelKind::file && !options.model.file.empty()) defaults = defaults_of_file(options);
  if (is_cluster(options.model.kind)) defaults = defaults_of_cluster(options);
  defaults.mass_unit = [model = options.model] { return mass_unit_ahead(model); };
  if (options.model.kind == ModelKind::m31) {
    defaults.source = "model.kind = m31";
    defaults.length_pc = galactic_units.length_pc;
    defaults.mass_msun = galactic_units.mass_msun;
  }
  return defaults;
}

double mass_unit_ahead(const ModelOptions& model) {
  if (model.kind == ModelKind::file) return default_mass_unit(read_stars(model.file).stars.view());
  if (is_cluster(model.kind)) return static_cast<double>(stars_ahead(model)) + model.black_hole_mass;
  return static_cast<double>(stars_ahead(model));  // a built-in model has a mass of 1 in all; m31 has units of its own
}

void settle_units(Options& options, const UnitScale& units) {
  if (options.model.kind != ModelKind::file && options.model.kind != ModelKind::m31) return;
  options.units = {units.length_pc, units.mass_msun};
}

}  // namespace tucana
