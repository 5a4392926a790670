#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition built_in_model{[](const Options& o) { return o.model.kind != ModelKind::file; },
                                         "a model.kind other than file"};
constexpr OptionCondition king_model{[](const Options& o) { return o.model.kind == ModelKind::king; },
                                     "model.kind = king"};

}  // namespace

OptionSection model_section() {
  constexpr auto model = &Options::model;
  // clang-format off
  return {{"model", "the stars at the start"}, {
      option<model, &ModelOptions::kind>("model.kind", {
          .help = "Initial conditions: a Plummer sphere or a King model of equal masses in Henon units (total mass "
                  "1, energy -1/4), a Hernquist or NFW (Navarro, Frenk & White) sphere (total mass and scale radius "
                  "1), the galaxy M31 (kpc, 1e10 Msun), or a file. `tucana init` offers more galaxies."}),
      option<model, &ModelOptions::n>("model.n", {
          .range = from_to(1, most_bodies),
          .help = "Number of stars of a built-in model; a file defines its own.",
          .only_with = built_in_model}),
      option<model, &ModelOptions::seed>("model.seed", {
          .range = at_least(0),
          .help = "Seed of the random numbers; the same seed gives the same stars.",
          .only_with = built_in_model}),
      option<model, &ModelOptions::w0>("model.w0", {
          .range = king_w0_range,
          .help = "Central potential W0 of a King model: 3 is loose, 9 concentrated. Ignored by other models.",
          .only_with = king_model}),
      option<model, &ModelOptions::file>("model.file", {
          .typical = "cluster.hdf5",
          .help = "Snapshot (HDF5) or table (lines of m x y z vx vy vz) to start from when model.kind is file; a "
                  "relative path starts at the current directory."}),
  }};
  // clang-format on
}

OptionSection units_section() {
  constexpr auto units = &Options::units;
  // clang-format off
  return {{"units", "what one unit of the run is in the sky"}, {
      option<units, &UnitOptions::length_pc>("units.length_pc", {
          .unit = "pc", .range = from_to(1e-12, 1e12),
          .help = "Length unit of the run, used in files and messages. A snapshot and model.kind = m31 define their own, "
                  "and another value is refused."}),
      option<units, &UnitOptions::mass_msun>("units.mass_msun", {
          .unit = "Msun", .range = zero_or(from_to(1e-12, 1e18)),
          .help = "Mass unit of the run; 0 gives the mean star a mass of 1 Msun. A snapshot and model.kind = m31 define "
                  "their own."}),
  }};
  // clang-format on
}

}  // namespace tucana
