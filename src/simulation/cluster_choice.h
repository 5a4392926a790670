#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/models/cluster/cluster_model.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Whether a model is a star cluster in Henon units, which masses, pairs and a physical scale belong to.
bool is_cluster(ModelKind kind);

/// The cluster that the options specify, for the code units of `scale`: limits of orbits are in code units in options,
/// in AU and days in a model. Equal masses share the mass unit, the mass of the cluster.
ClusterModelOptions cluster_options(const ModelOptions& model, const UnitScale& scale);

/// What the model says of the scale before any star is made, for the units of the run; nothing where units.* decide.
struct ClusterScaleAhead {
  std::optional<double> length_pc;  ///< of model.half_mass_radius
  std::optional<double> mass_msun;  ///< of model.total_mass, or of masses that are drawn
};
/// Draws the masses, and with a half-mass radius the centres of mass. The options need not be converted to code units.
ClusterScaleAhead cluster_scale_ahead(const Options& options);

/// The mass of the cluster in Msun where units.mass_msun says nothing: one Msun for each of equal stars.
double cluster_mass_ahead(const Options& options);

/// How many stars a built-in model will have.
std::size_t stars_ahead(const ModelOptions& model);

/// An engine that sums the potential energy which scales a cluster of so many stars: over all pairs, or, where that
/// would take minutes, by a tree.
std::unique_ptr<ForceEngine> make_scaling_engine(std::size_t stars, Workers& workers);
/// Above this it is a tree.
inline constexpr std::size_t most_stars_by_pairs = 100000;
/// Of the tree's potential energy: opening angle 0.5, quadrupoles, single precision (analysis/tree_energy.h).
inline constexpr double scaling_tree_error = 1e-5;

/// The pieces of a broken power law as people write them: "0.08:1.3,0.5:2.3", the mass in Msun where a piece begins, a
/// colon and its slope. `name` is the option or flag, for messages.
std::vector<PowerLawPiece> power_law_pieces(std::string_view text, std::string_view name);

}  // namespace tucana
