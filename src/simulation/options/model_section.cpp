#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition built_in_model{[](const Options& o) { return o.model.kind != ModelKind::file; },
                                         "a model.kind other than file"};
constexpr OptionCondition file_model{[](const Options& o) { return o.model.kind == ModelKind::file; },
                                     "model.kind = file"};
constexpr OptionCondition of_kind(bool (*holds)(const Options&), std::string_view text) { return {holds, text}; }

constexpr bool cluster(const Options& o) {
  const ModelKind kind = o.model.kind;
  return kind == ModelKind::plummer || kind == ModelKind::king || kind == ModelKind::uniform ||
         kind == ModelKind::eff || kind == ModelKind::fractal;
}
constexpr bool draws_masses(const Options& o) { return cluster(o) && o.model.masses != MassFunctionKind::equal; }
constexpr bool has_pairs(const Options& o) { return cluster(o) && o.model.binary_fraction > 0; }

constexpr auto cluster_model = of_kind(cluster, "model.kind = plummer, king, uniform, eff or fractal");
constexpr auto king_model =
    of_kind([](const Options& o) { return o.model.kind == ModelKind::king; }, "model.kind = king");
constexpr auto eff_model = of_kind([](const Options& o) { return o.model.kind == ModelKind::eff; }, "model.kind = eff");
constexpr auto fractal_model =
    of_kind([](const Options& o) { return o.model.kind == ModelKind::fractal; }, "model.kind = fractal");
constexpr auto cut_model =
    of_kind([](const Options& o) { return o.model.kind == ModelKind::plummer || o.model.kind == ModelKind::eff; },
            "model.kind = plummer or eff");
constexpr auto segregated_model =
    of_kind([](const Options& o) { return cluster(o) && o.model.kind != ModelKind::fractal; },
            "model.kind = plummer, king, uniform or eff");
constexpr auto mass_function = of_kind(draws_masses, "a cluster with model.masses other than equal");
constexpr auto pairs = of_kind(has_pairs, "a cluster with model.binary_fraction > 0");
constexpr auto ordered_pairs =
    of_kind([](const Options& o) { return has_pairs(o) && o.model.pairing == Pairing::ordered; },
            "model.binary_fraction > 0 and model.pairing = ordered");
constexpr auto number_of_stars = of_kind(
    [](const Options& o) {
      return o.model.kind != ModelKind::file && !(cluster(o) && o.model.systems > 0) &&
             !(draws_masses(o) && o.model.total_mass > 0);
    },
    "a model.kind other than file, without model.systems, and without model.total_mass unless masses are equal");
constexpr auto number_of_systems =
    of_kind([](const Options& o) { return cluster(o) && !(draws_masses(o) && o.model.total_mass > 0); },
            "a cluster without model.total_mass, unless masses are equal");

constexpr NumberRange some_mass = from_to(1e-9, 1e12);

}  // namespace

OptionSection model_section() {
  constexpr auto model = &Options::model;
  // clang-format off
  return {{"model", "the stars at the start"}, {
      option<model, &ModelOptions::kind>("model.kind", {
          .help = "Initial conditions: a star cluster in Henon units (total mass 1, energy -1/4 without the inner "
                  "energy of pairs), which is a Plummer sphere, a King model, a uniform sphere, a sphere of Elson, Fall & "
                  "Freeman, or fractal; a Hernquist or NFW (Navarro, Frenk & White) sphere (total mass and scale radius "
                  "1), the galaxy M31 (kpc, 1e10 Msun), or a file. `tucana init` offers more galaxies."}),
      option<model, &ModelOptions::n>("model.n", {
          .range = from_to(1, most_bodies),
          .help = "Number of stars of a built-in model, members of pairs included; a file defines its own.",
          .only_with = number_of_stars}),
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
      option<model, &ModelOptions::file_units>("model.file_units", {
          .help = "Units of a table, or of a file of PeTar or NEMO: code, any with G = 1; or astronomical, Msun, pc and "
                  "km/s (of PeTar pc/Myr), which makes all their mass the mass unit.",
          .only_with = file_model}),
      option<model, &ModelOptions::pairs>("model.pairs", {
          .range = from_to(0, 1e9),
          .help = "Number of pairs with which such a file begins: stars 1 and 2, 3 and 4, and so on (McLuster, PeTar).",
          .only_with = file_model}),
      option<model, &ModelOptions::systems>("model.systems", {
          .range = from_to(0, 1e9),
          .help = "Number of singles and pairs of a cluster, instead of model.n, the number of stars; 0: by model.n.",
          .only_with = number_of_systems}),
      option<model, &ModelOptions::total_mass>("model.total_mass", {
          .dimension = Dimension::mass, .physical = true, .range = zero_or(some_mass), .typical = "1e4",
          .help = "Mass of a cluster: as many stars as have it are drawn from a mass function; equal stars share it. It "
                  "defines the mass unit, so that units.mass_msun cannot be given too. 0: by the stars.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::half_mass_radius>("model.half_mass_radius", {
          .dimension = Dimension::length, .physical = true, .range = zero_or(from_to(1e-9, 1e9)), .typical = "3",
          .help = "Radius that holds half of the mass of a cluster at the start. It defines the length unit, so that "
                  "units.length_pc cannot be given too. 0: by units.length_pc.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::concentration>("model.concentration", {
          .range = zero_or(above_to(0, 4)), .typical = "1.25",
          .help = "King model by log10(tidal radius / core radius) instead of model.w0; 0: by model.w0.",
          .only_with = king_model}),
      option<model, &ModelOptions::slope>("model.slope", {
          .range = above_to(1, 20),
          .help = "Slope of the surface density of an EFF sphere.",
          .only_with = eff_model}),
      option<model, &ModelOptions::cut_radius>("model.cut_radius", {
          .range = zero_or(from_to(0.1, 1e5)), .typical = "20",
          .help = "Where a Plummer or EFF sphere ends, in its scale radii; 0: 20 for Plummer, 50 for EFF.",
          .only_with = cut_model}),
      option<model, &ModelOptions::dimension>("model.dimension", {
          .range = from_to(1, 3),
          .help = "Dimension of a fractal cluster: 3 is a uniform sphere.",
          .only_with = fractal_model}),
      option<model, &ModelOptions::virial_ratio>("model.virial_ratio", {
          .range = {.low = 0, .high = 1, .high_open = true},
          .help = "T/|V| of a cluster at the start, of the centres of mass of pairs: 0 is cold, 0.5 equilibrium.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::rotation>("model.rotation", {
          .range = {.low = 0, .high = 1, .high_open = true},
          .help = "Part of the kinetic energy that is solid rotation about the z axis.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::segregation>("model.segregation", {
          .range = from_to(0, 1),
          .help = "Primordial mass segregation, 0 none, 1 full (Baumgardt, De Marchi & Kroupa 2008): heavy systems are "
                  "more bound, the cluster is in equilibrium.",
          .only_with = segregated_model}),
      option<model, &ModelOptions::black_hole_mass>("model.black_hole_mass", {
          .dimension = Dimension::mass, .physical = true, .range = at_least(0), .typical = "1000",
          .help = "Mass of a black hole at rest in the centre of a cluster, free to move, beside the stars that model.n "
                  "counts; 0: none. One that is held fixed is a point_mass or plummer of field.kind.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::masses>("model.masses", {
          .help = "Masses of the stars of a cluster: equal, or drawn from the function of Salpeter 1955, Kroupa 2001, "
                  "Kroupa, Tout & Gilmore 1993, or any broken power law (model.mass_pieces).",
          .only_with = cluster_model}),
      option<model, &ModelOptions::smallest_mass>("model.smallest_mass", {
          .dimension = Dimension::mass, .physical = true, .range = some_mass,
          .help = "Lower limit of a mass function.", .only_with = mass_function}),
      option<model, &ModelOptions::largest_mass>("model.largest_mass", {
          .dimension = Dimension::mass, .physical = true, .range = some_mass,
          .help = "Upper limit of a mass function.", .only_with = mass_function}),
      option<model, &ModelOptions::mass_pieces>("model.mass_pieces", {
          .typical = "0.08:1.3,0.5:2.3",
          .help = "Broken power law: the mass in Msun where each piece begins, a colon, and the slope s of dN/dm ~ m^-s; "
                  "pieces are separated by commas."}),
      option<model, &ModelOptions::sampling>("model.sampling", {
          .help = "How masses are drawn: each at random, or without any scatter (Schulz, Pflamm-Altenburg & Kroupa 2015).",
          .only_with = mass_function}),
      option<model, &ModelOptions::binary_fraction>("model.binary_fraction", {
          .range = from_to(0, 1), .typical = "0.05",
          .help = "Primordial pairs of a cluster: pairs / (singles + pairs). They are the first stars, the members of "
                  "each one after the other.",
          .only_with = cluster_model}),
      option<model, &ModelOptions::pairing>("model.pairing", {
          .help = "Who is in a pair with whom: at random, ordered by mass, or mass ratios uniform up to 1.",
          .only_with = pairs}),
      option<model, &ModelOptions::ordered_above>("model.ordered_above", {
          .dimension = Dimension::mass, .physical = true, .range = at_least(0),
          .help = "Lighter stars are paired at random.", .only_with = ordered_pairs}),
      option<model, &ModelOptions::periods>("model.periods", {
          .help = "Distribution of the orbits of pairs: semi-major axes uniform in the logarithm, or periods after "
                  "Kroupa 1995, Duquennoy & Mayor 1991 or Sana et al. 2012. Orbits outside of the limits are drawn "
                  "anew, and those in which two main-sequence stars would touch.",
          .only_with = pairs}),
      option<model, &ModelOptions::eccentricities>("model.eccentricities", {
          .help = "Distribution of the eccentricities of pairs: thermal (2 e), all circular, uniform, or that of Sana et "
                  "al. 2012.",
          .only_with = pairs}),
      option<model, &ModelOptions::sana_above>("model.sana_above", {
          .dimension = Dimension::mass, .physical = true, .range = at_least(0), .typical = "5",
          .help = "Both distributions of Sana et al. 2012 for pairs with a star of at least this mass; 0: for none.",
          .only_with = pairs}),
      option<model, &ModelOptions::eigenevolution>("model.eigenevolution", {
          .help = "Whether close pairs have become rounder and more equal before they start (Kroupa 1995).",
          .only_with = pairs}),
      option<model, &ModelOptions::smallest_axis>("model.smallest_axis", {
          .dimension = Dimension::length, .range = at_least(0), .typical = "1e-5",
          .help = "Smallest semi-major axis of pairs; 0: no limit but that of periods.", .only_with = pairs}),
      option<model, &ModelOptions::largest_axis>("model.largest_axis", {
          .dimension = Dimension::length, .range = at_least(0), .typical = "1e-3",
          .help = "Largest semi-major axis of pairs; 0: 1000 AU, or no limit beside model.longest_period.",
          .only_with = pairs}),
      option<model, &ModelOptions::shortest_period>("model.shortest_period", {
          .dimension = Dimension::time, .range = at_least(0), .typical = "1e-6",
          .help = "Shortest period of pairs; 0: one day, or no limit beside model.smallest_axis.", .only_with = pairs}),
      option<model, &ModelOptions::longest_period>("model.longest_period", {
          .dimension = Dimension::time, .range = at_least(0), .typical = "0.1",
          .help = "Longest period of pairs; 0: no limit but that of axes.", .only_with = pairs}),
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
