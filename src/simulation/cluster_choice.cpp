#include "tucana/simulation/cluster_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/models/cluster/stellar_units.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/quantities.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

ClusterProfileKind profile_of(ModelKind kind) {
  switch (kind) {
    case ModelKind::king: return ClusterProfileKind::king;
    case ModelKind::uniform: return ClusterProfileKind::uniform;
    case ModelKind::eff: return ClusterProfileKind::eff;
    case ModelKind::fractal: return ClusterProfileKind::fractal;
    default: return ClusterProfileKind::plummer;
  }
}

/// A total mass says how many stars are drawn from a mass function; equal stars share it.
bool counts_by_mass(const ModelOptions& model) {
  return model.total_mass > 0 && model.masses != MassFunctionKind::equal;
}

PopulationOptions population_of(const ModelOptions& model) {
  PopulationOptions population;
  if (counts_by_mass(model)) {
    population.total_mass = model.total_mass;
  } else if (model.systems > 0) {
    population.systems = static_cast<std::size_t>(model.systems);
  } else {
    population.stars = static_cast<std::size_t>(model.n);
  }
  population.pair_fraction = model.binary_fraction;
  population.pairing = model.pairing;
  population.ordered_above = model.ordered_above;
  population.sampling = model.sampling;
  return population;
}

MassFunctionOptions masses_of(const ModelOptions& model) {
  MassFunctionOptions masses;
  masses.kind = model.masses;
  masses.low = model.smallest_mass;
  masses.high = model.largest_mass;
  if (model.masses == MassFunctionKind::power_law) {
    masses.pieces = power_law_pieces(model.mass_pieces, "model.mass_pieces");
  }
  return masses;
}

/// Limits that were not given are those of the model; a limit of one kind stands in for the usual one of the other.
PairOrbitOptions orbits_of(const ModelOptions& model, const UnitScale& scale) {
  const double au = scale.length_pc * au_per_pc, days = scale.time_myr() * 365.25e6;
  constexpr double none = std::numeric_limits<double>::infinity();
  PairOrbitOptions orbits;
  orbits.period = model.periods;
  orbits.eccentricity = model.eccentricities;
  orbits.eigenevolution = model.eigenevolution;
  if (model.sana_above > 0) orbits.sana_above = model.sana_above;
  if (model.smallest_axis > 0) orbits.smallest_axis_au = model.smallest_axis * au;
  if (model.largest_axis > 0 || model.longest_period > 0) {
    orbits.largest_axis_au = model.largest_axis > 0 ? model.largest_axis * au : none;
  }
  if (model.shortest_period > 0 || model.smallest_axis > 0) {
    orbits.shortest_period_days = model.shortest_period * days;
  }
  if (model.longest_period > 0) orbits.longest_period_days = model.longest_period * days;
  return orbits;
}

/// With that of a black hole, whose share in the whole matters.
double mass_of_equal_stars(const Options& options) {
  if (options.model.total_mass > 0) return options.model.total_mass;
  if (options.units.mass_msun > 0) return options.units.mass_msun;
  return static_cast<double>(stars_ahead(options.model)) + options.model.black_hole_mass;
}

/// Pairs that have gained mass before the start must be known to know the scale, and the scale to know limits in code
/// units.
void need_limits_with_units(const Options& options) {
  const ModelOptions& m = options.model;
  for (const auto& [name, value] : {std::pair("model.smallest_axis", m.smallest_axis),
                                    {"model.largest_axis", m.largest_axis},
                                    {"model.shortest_period", m.shortest_period},
                                    {"model.longest_period", m.longest_period}}) {
    if (value == 0 || options.written.contains(name)) continue;
    throw InputError(fmt::format(
        "{} = {:g} is in code units, whose scale depends on pairs with model.eigenevolution; write it with a unit",
        name, value));
  }
}

/// The options of a cluster whose scale is yet to be found. Limits of orbits matter with eigenevolution only; they were
/// written with units then, and any scale serves to convert them forth and back.
ClusterModelOptions options_without_scale(const Options& options) {
  const UnitScale parsecs{1, mass_of_equal_stars(options)};
  if (!options.model.eigenevolution || options.model.binary_fraction == 0) {
    ClusterModelOptions cluster = cluster_options(options.model, parsecs);
    cluster.orbits = {};
    return cluster;
  }
  need_limits_with_units(options);
  Options converted = options;
  std::erase_if(converted.written, [](const auto& written) { return !written.first.starts_with("model."); });
  convert_quantities(converted, parsecs);
  return cluster_options(converted.model, parsecs);
}

}  // namespace

bool is_cluster(ModelKind kind) {
  return kind == ModelKind::plummer || kind == ModelKind::king || kind == ModelKind::uniform ||
         kind == ModelKind::eff || kind == ModelKind::fractal;
}

std::size_t stars_ahead(const ModelOptions& model) {
  if (!is_cluster(model.kind)) return static_cast<std::size_t>(model.n);
  if (!counts_by_mass(model) && model.systems == 0) return static_cast<std::size_t>(model.n);
  return draw_population(population_of(model), make_mass_function(masses_of(model)),
                         static_cast<std::uint64_t>(model.seed))
      .stars();
}

ClusterModelOptions cluster_options(const ModelOptions& model, const UnitScale& scale) {
  ClusterModelOptions cluster;
  cluster.seed = static_cast<std::uint64_t>(model.seed);
  cluster.profile.kind = profile_of(model.kind);
  cluster.profile.w0 = model.w0;
  cluster.profile.concentration = model.concentration;
  cluster.profile.eff_slope = model.slope;
  cluster.profile.cut_radius = model.cut_radius;
  cluster.profile.fractal_dimension = model.dimension;
  cluster.masses = masses_of(model);
  cluster.masses.equal_mass = (scale.mass_msun - model.black_hole_mass) / static_cast<double>(stars_ahead(model));
  cluster.black_hole_msun = model.black_hole_mass;
  if (model.masses == MassFunctionKind::equal && !(cluster.masses.equal_mass > 0)) {
    throw InputError(fmt::format("model.black_hole_mass = {:g} Msun leaves no mass for the stars of {:g} Msun in all",
                                 model.black_hole_mass, scale.mass_msun));
  }
  cluster.population = population_of(model);
  cluster.orbits = orbits_of(model, scale);
  cluster.segregation = model.segregation;
  cluster.virial_ratio = model.virial_ratio;
  cluster.rotation = model.rotation;
  cluster.length_unit_pc = scale.length_pc;
  return cluster;
}

ClusterScaleAhead cluster_scale_ahead(const Options& options) {
  const ModelOptions& model = options.model;
  ClusterScaleAhead ahead;
  const bool draws_masses = model.masses != MassFunctionKind::equal;
  if (!draws_masses && model.total_mass > 0) ahead.mass_msun = model.total_mass;
  if (!draws_masses && model.half_mass_radius == 0) return ahead;
  ClusterModelOptions cluster = options_without_scale(options);
  ThreadPool workers(static_cast<int>(options.run.threads));
  if (draws_masses) ahead.mass_msun = cluster_mass_msun(cluster, workers);
  if (model.half_mass_radius > 0) {
    cluster.length_unit_pc = 0;
    cluster.half_mass_radius_pc = model.half_mass_radius;
    ahead.length_pc = cluster_scale(cluster, *make_scaling_engine(stars_ahead(model), workers), workers).length_pc;
  }
  return ahead;
}

double cluster_mass_ahead(const Options& options) {
  const auto known = cluster_scale_ahead(options).mass_msun;
  return known.value_or(static_cast<double>(stars_ahead(options.model)) + options.model.black_hole_mass);
}

std::unique_ptr<ForceEngine> make_scaling_engine(std::size_t stars, Workers& workers) {
  if (stars <= most_stars_by_pairs) return make_engine({}, workers);
  TreeOptions options;
  options.criterion = OpeningCriterion::angle;
  options.accuracy = 0.5;
  return make_tree_engine(options, "best", workers);
}

std::vector<PowerLawPiece> power_law_pieces(std::string_view text, std::string_view name) {
  const auto number = [](std::string_view word) -> std::optional<double> {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return {};
    return value;
  };
  std::vector<PowerLawPiece> pieces;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view piece = rest.substr(0, comma);
    const std::size_t colon = std::min(piece.find(':'), piece.size());
    const auto from = number(piece.substr(0, colon));
    const auto slope = number(colon < piece.size() ? piece.substr(colon + 1) : "");
    if (!from || !slope) {
      throw InputError(
          fmt::format("{} {}: write the mass where a piece begins, a colon and its slope: 0.08:1.3,0.5:2.3", name,
                      for_message(text)));
    }
    pieces.push_back({*from, *slope});
    if (comma == rest.npos) return pieces;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace tucana
