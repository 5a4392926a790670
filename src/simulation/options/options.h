#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tucana/core/enum_words.h"
#include "tucana/core/units.h"
#include "tucana/fewbody/fewbody_options.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/integrators/leapfrog/family_softening.h"
#include "tucana/integrators/neighbour/neighbour_options.h"
#include "tucana/io/foreign/star_format.h"
#include "tucana/models/cluster/cluster_model.h"
#include "tucana/models/galaxy/component.h"
#include "tucana/models/plummer.h"
#include "tucana/physics/escapers/escaper_options.h"
#include "tucana/physics/galaxy/field_options.h"
#include "tucana/physics/stellar/stellar_options.h"
#include "tucana/tree/tree_options.h"

namespace tucana {

/// Where the stars come from.
enum class ModelKind { plummer, king, uniform, eff, fractal, hernquist, nfw, m31, file };
/// Whether a restart goes on when another processor or build would give other bits.
enum class ArithmeticRule { same, any };
/// Whether the processes that a launcher of MPI started compute one run together.
enum class MpiUse { automatic, off };
enum class GravityMethod { direct, tree };
enum class IntegratorKind { hermite4, hermite6, ahmad_cohen, leapfrog };

template <>
inline constexpr auto enum_words<ModelKind> = std::to_array<EnumWord<ModelKind>>({{ModelKind::plummer, "plummer"},
                                                                                  {ModelKind::king, "king"},
                                                                                  {ModelKind::uniform, "uniform"},
                                                                                  {ModelKind::eff, "eff"},
                                                                                  {ModelKind::fractal, "fractal"},
                                                                                  {ModelKind::hernquist, "hernquist"},
                                                                                  {ModelKind::nfw, "nfw"},
                                                                                  {ModelKind::m31, "m31"},
                                                                                  {ModelKind::file, "file"}});
template <>
inline constexpr auto enum_words<ArithmeticRule> =
    std::to_array<EnumWord<ArithmeticRule>>({{ArithmeticRule::same, "same"}, {ArithmeticRule::any, "any"}});
template <>
inline constexpr auto enum_words<MpiUse> = std::to_array<EnumWord<MpiUse>>({{MpiUse::automatic, "auto"},
                                                                            {MpiUse::off, "off"}});
template <>
inline constexpr auto enum_words<GravityMethod> =
    std::to_array<EnumWord<GravityMethod>>({{GravityMethod::direct, "direct"}, {GravityMethod::tree, "tree"}});
template <>
inline constexpr auto enum_words<IntegratorKind> =
    std::to_array<EnumWord<IntegratorKind>>({{IntegratorKind::hermite4, "hermite4"},
                                             {IntegratorKind::hermite6, "hermite6"},
                                             {IntegratorKind::ahmad_cohen, "ahmad_cohen"},
                                             {IntegratorKind::leapfrog, "leapfrog"}});

// What a user may choose, group by group, in code units (G = 1) unless the name or the table says otherwise. Where a
// component has options of its own, they are what a group is made of, so that each default stands once: here, or there.
// Everything else about an option (range, help, whether it may change at a restart) stands in the table, in the same
// order.

struct ModelOptions {
  ModelKind kind = ModelKind::plummer;
  std::int64_t n = static_cast<std::int64_t>(PlummerOptions{}.n);
  std::int64_t seed = static_cast<std::int64_t>(PlummerOptions{}.seed);
  double w0 = Component{}.w0;
  std::string file;
  StarUnits file_units = StarUnits::code;
  std::int64_t pairs = 0;

  // Of clusters; masses in Msun, the half-mass radius in pc. 0 for a number, a mass or a limit: not given.
  std::int64_t systems = 0;
  double total_mass = 0;
  double half_mass_radius = 0;
  double concentration = ClusterProfileOptions{}.concentration;
  double slope = ClusterProfileOptions{}.eff_slope;
  double cut_radius = ClusterProfileOptions{}.cut_radius;
  double dimension = ClusterProfileOptions{}.fractal_dimension;
  double virial_ratio = ClusterModelOptions{}.virial_ratio;
  double rotation = ClusterModelOptions{}.rotation;
  double segregation = ClusterModelOptions{}.segregation;
  double black_hole_mass = 0;
  MassFunctionKind masses = MassFunctionOptions{}.kind;
  double smallest_mass = MassFunctionOptions{}.low;
  double largest_mass = MassFunctionOptions{}.high;
  std::string mass_pieces;
  MassSampling sampling = PopulationOptions{}.sampling;
  double binary_fraction = PopulationOptions{}.pair_fraction;
  Pairing pairing = PopulationOptions{}.pairing;
  double ordered_above = PopulationOptions{}.ordered_above;
  PeriodLaw periods = PairOrbitOptions{}.period;
  EccentricityLaw eccentricities = PairOrbitOptions{}.eccentricity;
  double sana_above = 0;
  bool eigenevolution = PairOrbitOptions{}.eigenevolution;
  double smallest_axis = 0, largest_axis = 0;
  double shortest_period = 0, longest_period = 0;
  bool operator==(const ModelOptions&) const = default;
};

struct RunOptions {
  double end_time = 10;
  std::int64_t threads = 0;
  double wall_limit = 0;
  ArithmeticRule arithmetic = ArithmeticRule::same;
  MpiUse mpi = MpiUse::automatic;
  double rank_timeout = 60;
  std::int64_t rank_pairs = 0;
  bool operator==(const RunOptions&) const = default;
};

struct OutputOptions {
  double interval = 0.5;
  double snapshot_interval = 1;
  double checkpoint_interval = 1;
  double checkpoint_wall_interval = 600;
  bool operator==(const OutputOptions&) const = default;
};

struct GuardOptions {
  std::int64_t interval = 0;
  double energy_error = 0.01;
  bool operator==(const GuardOptions&) const = default;
};

struct UnitOptions {
  double length_pc = UnitScale{}.length_pc;
  double mass_msun = 0;  ///< 0: by the mean mass of the stars
  bool operator==(const UnitOptions&) const = default;
};

struct GravityOptions {
  GravityMethod method = GravityMethod::direct;
  double softening = 0;
  FamilySoftening softening_of;  ///< of components of a galaxy
  bool operator==(const GravityOptions&) const = default;
};

/// Of gravity.method = tree. The record of another run is named here and read into TreeOptions::pinned.
struct TreeRunOptions : TreeOptions {
  std::string tuning_record;
  bool operator==(const TreeRunOptions&) const = default;
};

/// Schemes build on one another, and so do their options: those of ahmad_cohen include what all the others have.
struct IntegratorOptions : NeighbourOptions {
  IntegratorOptions() : IntegratorOptions(IntegratorKind::hermite4) {}
  /// With the defaults of this scheme.
  explicit IntegratorOptions(IntegratorKind scheme);

  IntegratorKind kind;

  /// The parts that the schemes know.
  const NeighbourOptions& neighbour() const { return *this; }
  const HermiteOptions& hermite() const { return *this; }
  bool operator==(const IntegratorOptions&) const = default;
};

/// A value as it was given with a unit: "3 Myr".
struct WrittenQuantity {
  std::string text;
  std::string place;          ///< where, for messages
  bool is_converted = false;  ///< its option holds the number in code units

  /// Wherever it stood.
  bool operator==(const WrittenQuantity& other) const { return text == other.text; }
};

/// Everything that describes a run. Made by resolve_options() (read_options.h) or filled by hand.
struct Options {
  ModelOptions model;
  RunOptions run;
  OutputOptions output;
  GuardOptions guard;
  UnitOptions units;
  GravityOptions gravity;
  TreeRunOptions tree;
  EngineChoice engine;  ///< its kind may be "auto" too, until settle_engine_kind()
  IntegratorOptions integrator;
  FewBodyOptions fewbody;
  FieldOptions field;
  EscaperOptions escapers;
  StellarOptions stellar;

  /// Values that were given with a unit, by the names of their options. Numbers follow from them by
  /// convert_quantities(), once the scale of the run is known: a quantity means the same in a run of another scale.
  std::map<std::string, WrittenQuantity> written;

  bool operator==(const Options&) const = default;
};

/// Options that nobody has changed.
const Options& initial_options();

}  // namespace tucana
