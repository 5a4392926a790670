#include "tucana/simulation/options/option_table.h"

#include <algorithm>

#include "tucana/simulation/epoch.h"
#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

/// Output times are rounded to ticks (3.6e-15); much shorter intervals than this would never end.
constexpr double shortest_interval = 1e-9;
/// Well above one tick, so that rounding down to a power of two stays possible.
constexpr double shortest_step = 1e-12;
constexpr double most_bodies = 2147483647;

// When options act, for those that do not always.
constexpr OptionCondition built_in_model{[](const Options& o) { return o.model.kind != ModelKind::file; },
                                         "a model.kind other than file"};
constexpr OptionCondition king_model{[](const Options& o) { return o.model.kind == ModelKind::king; },
                                     "model.kind = king"};
constexpr OptionCondition tree_method{[](const Options& o) { return o.gravity.method == GravityMethod::tree; },
                                      "gravity.method = tree"};
constexpr OptionCondition simd_engine{[](const Options& o) {
                                        return o.engine.kind == "cpu" || o.engine.kind == "auto" ||
                                               o.integrator.kind == IntegratorKind::ahmad_cohen;
                                      },
                                      "engine.kind = cpu, or integrator.kind = ahmad_cohen"};
constexpr OptionCondition device_engine{
    [](const Options& o) { return o.engine.kind != "cpu" && o.engine.kind != "reference"; },
    "engine.kind = opencl or cuda"};
constexpr OptionCondition fixed_steps{[](const Options& o) { return o.integrator.steps == StepRule::fixed; },
                                      "integrator.steps = fixed"};
constexpr OptionCondition chosen_steps{[](const Options& o) { return o.integrator.steps != StepRule::fixed; },
                                       "integrator.steps = block or shared"};
constexpr OptionCondition limited_steps{[](const Options& o) {
                                          return o.integrator.steps != StepRule::fixed ||
                                                 o.integrator.kind == IntegratorKind::ahmad_cohen;
                                        },
                                        "integrator.steps = block or shared"};
constexpr OptionCondition first_steps{[](const Options& o) {
                                        return o.integrator.steps != StepRule::fixed &&
                                               o.integrator.kind != IntegratorKind::leapfrog;
                                      },
                                      "a Hermite scheme, with integrator.steps = block or shared"};
constexpr OptionCondition neighbour_scheme{
    [](const Options& o) { return o.integrator.kind == IntegratorKind::ahmad_cohen; }, "integrator.kind = ahmad_cohen"};
constexpr OptionCondition regular_steps{[](const Options& o) {
                                          return o.integrator.kind == IntegratorKind::ahmad_cohen &&
                                                 o.integrator.steps != StepRule::fixed;
                                        },
                                        "integrator.kind = ahmad_cohen, with integrator.steps = block"};

std::vector<OptionEntry> make_table() {
  constexpr auto model = &Options::model;
  constexpr auto run = &Options::run;
  constexpr auto output = &Options::output;
  constexpr auto guard = &Options::guard;
  constexpr auto units = &Options::units;
  constexpr auto gravity = &Options::gravity;
  constexpr auto tree = &Options::tree;
  constexpr auto engine = &Options::engine;
  constexpr auto integrator = &Options::integrator;
  return {
      // clang-format off
      option<model, &ModelOptions::kind>("model.kind", {
          .choices = {"plummer", "king", "hernquist", "nfw", "m31", "file"},
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
          .range = from_to(0.1, 16),
          .help = "Central potential W0 of a King model: 3 is loose, 9 concentrated. Ignored by other models.",
          .only_with = king_model}),
      option<model, &ModelOptions::file>("model.file", {
          .typical = "cluster.hdf5",
          .help = "Snapshot (HDF5) or table (lines of m x y z vx vy vz) to start from when model.kind is file; a "
                  "relative path starts at the current directory."}),

      option<run, &RunOptions::end_time>("run.end_time", {
          .unit = "time units", .range = from_to(-Epoch::largest_time, Epoch::largest_time),
          .help = "Simulated time at which the run ends: at most 32767 time units after the time of the initial stars, "
                  "which is 0 unless a file says otherwise.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::threads>("run.threads", {
          .range = from_to(0, 4096),
          .help = "Number of threads; 0 uses every processor. The result does not depend on it.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::wall_limit>("run.wall_limit", {
          .unit = "s", .range = at_least(0), .typical = "3600",
          .help = "Wall-clock time after which the run writes a checkpoint and stops with exit code 75; 0 means no "
                  "limit.",
          .may_change_at_restart = true}),
      option<run, &RunOptions::arithmetic>("run.arithmetic", {
          .choices = {"same", "any"},
          .help = "Whether a restart may continue with different arithmetic (another engine, SIMD level, processor "
                  "vendor or build), which changes the last bits: same refuses, any continues.",
          .may_change_at_restart = true}),

      option<output, &OutputOptions::interval>("output.interval", {
          .unit = "time units", .range = at_least(shortest_interval),
          .help = "Time between two lines of the log. It never changes the orbits.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::snapshot_interval>("output.snapshot_interval", {
          .unit = "time units", .range = zero_or(at_least(shortest_interval)),
          .help = "Time between two snapshots; 0 writes only the first and the last.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::checkpoint_interval>("output.checkpoint_interval", {
          .unit = "time units", .range = zero_or(at_least(shortest_interval)),
          .help = "Time between two checkpoints; 0 writes them only at the end and at wall-clock intervals.",
          .may_change_at_restart = true}),
      option<output, &OutputOptions::checkpoint_wall_interval>("output.checkpoint_wall_interval", {
          .unit = "s", .range = at_least(0),
          .help = "Wall-clock time between two checkpoints, in addition to output.checkpoint_interval; 0 disables "
                  "it.",
          .may_change_at_restart = true}),

      option<guard, &GuardOptions::energy_error>("guard.energy_error", {
          .range = at_least(0), .typical = "0 or 0.01",
          .help = "Largest energy error: beyond it the run writes a checkpoint and a diagnosis and stops with exit code 3. "
                  "It is checked every 8 largest steps, whatever the output intervals, and at the end. 0 disables it; a "
                  "log row with an error above 0.01 then only gives a warning. A check sums over all pairs, as a log row "
                  "does, and never changes the orbits.",
          .may_change_at_restart = true}),

      option<units, &UnitOptions::length_pc>("units.length_pc", {
          .unit = "pc", .range = from_to(1e-12, 1e12),
          .help = "Length unit of the run, used in files and messages. A snapshot and model.kind = m31 define their own, "
                  "and another value is refused."}),
      option<units, &UnitOptions::mass_msun>("units.mass_msun", {
          .unit = "Msun", .range = zero_or(from_to(1e-12, 1e18)),
          .help = "Mass unit of the run; 0 gives the mean star a mass of 1 Msun. A snapshot and model.kind = m31 define "
                  "their own."}),

      option<gravity, &GravityOptions::method>("gravity.method", {
          .choices = {"direct", "tree"},
          .help = "How forces are computed: direct sums over all pairs; tree groups distant bodies in the cells of "
                  "an octree, for galaxies, with integrator.kind = leapfrog."}),
      option<gravity, &GravityOptions::softening>("gravity.softening", {
          .unit = "length units", .range = from_to(0, 1e9), .typical = "0 or 0.00390625",
          .help = "Plummer softening eps: the potential of a pair is -m / sqrt(r^2 + eps^2). A snapshot of Tucana defines "
                  "the default, also for the components below."}),
      option<gravity, &GravityOptions::softening_halo>("gravity.softening_halo", {
          .unit = "length units", .range = from_to(0, 1e9), .typical = "0 or 0.05",
          .help = "Softening of halo bodies (PartType1), with gravity.method = tree; 0 uses gravity.softening. The "
                  "eps^2 of a pair is the mean of the two squares."}),
      option<gravity, &GravityOptions::softening_disc>("gravity.softening_disc", {
          .unit = "length units", .range = from_to(0, 1e9), .typical = "0 or 0.02",
          .help = "The same for disc bodies (PartType2)."}),
      option<gravity, &GravityOptions::softening_bulge>("gravity.softening_bulge", {
          .unit = "length units", .range = from_to(0, 1e9), .typical = "0 or 0.02",
          .help = "The same for bulge bodies (PartType3)."}),

      option<tree, &TreeRunOptions::criterion>("tree.criterion", {
          .choices = {"angle", "multipole", "acceleration"},
          .help = "When a cell is used in place of its stars: angle, if its size over its distance is below "
                  "tree.accuracy; multipole, if a bound of its error (Warren & Salmon 1993) is below tree.accuracy "
                  "in units of G M / R^2 of the whole system; acceleration, if an estimate of its error is below "
                  "tree.accuracy times the last acceleration (Springel 2005).",
          .may_change_at_restart = true,
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::accuracy>("tree.accuracy", {
          .range = above_to(0, 1), .typical = "0.0078125 (0.5 for an angle)",
          .help = "Accuracy of the tree forces; smaller is more accurate.", .may_change_at_restart = true,
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::order>("tree.order", {
          .choices = {"monopole", "quadrupole"},
          .help = "Highest moment of a cell about its centre of mass.", .may_change_at_restart = true,
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::tuning>("tree.tuning", {
          .choices = {"timed", "counted", "pinned"},
          .help = "When the tree is rebuilt, and where groups of stars are split: decided from measured times "
                  "(timed), from counted interactions (counted: the same on every machine), or as in "
                  "tree.tuning_record (pinned). A run writes its own record to tuning.jsonl.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::tuning_record>("tree.tuning_record", {
          .typical = "run/tuning.jsonl",
          .help = "The record of another run, for tree.tuning = pinned.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::rebuild_interval>("tree.rebuild_interval", {
          .range = from_to(0, 1e9), .typical = "0 or 8",
          .help = "Number of steps that share a tree; 0 leaves it to tree.tuning.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::split_radius>("tree.split_radius", {
          .range = zero_or(from_to(0.01, 1e6)), .typical = "0 or 3",
          .help = "Groups of stars that share a tree walk are split if their radius is larger than this, in units "
                  "of the median over all groups; 0 leaves it to tree.tuning.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::ball>("tree.ball", {
          .choices = {"mean", "box", "box_or_mean", "ritter", "smallest"},
          .help = "The ball around such a group: about the mean, about the centre of the bounding box, the smaller "
                  "of these two, by Ritter's method, or, on the cpu only, the smallest possible (Miki & Umemura "
                  "2017, appendix B).",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::leaf_bodies>("tree.leaf_bodies", {
          .range = from_to(1, 256), .help = "Maximum number of stars in a cell that is not divided further.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::group_bodies>("tree.group_bodies", {
          .range = from_to(1, 256), .help = "Maximum number of stars that share a tree walk.",
          .only_with = tree_method}),

      option<engine, &EngineOptions::kind>("engine.kind", {
          .choices = {"cpu", "opencl", "cuda", "auto", "reference"},
          .help = "What computes the forces: cpu (SIMD and threads), opencl or cuda (devices, see `tucana "
                  "devices`), auto (the fastest of these, found by a short measurement) or reference (plain double "
                  "precision, slow, for comparison).",
          .may_change_at_restart = true}),
      option<engine, &EngineOptions::precision>("engine.precision", {
          .choices = {"fp64", "extended", "two_float", "fp32"},
          .help = "Arithmetic of the forces: fp64 is double; extended uses pairs of floats, about 48 bits; "
                  "two_float uses exact differences of positions and float for the rest; fp32 is float. Sums over "
                  "many stars are in double or pairs of floats in all four. The state is double, except for "
                  "hermite6 with shared steps on devices. By default ahmad_cohen uses fp32 for its regular forces; "
                  "a tree always uses fp32."}),
      option<engine, &EngineOptions::simd>("engine.simd", {
          .help = "SIMD level of the cpu engine, and of the irregular forces of ahmad_cohen: best, or one that "
                  "`tucana devices` lists.",
          .only_with = simd_engine}),
      option<engine, &EngineOptions::devices>("engine.devices", {
          .range = from_to(0, 1023), .typical = "[0, 1]",
          .help = "Devices for opencl and cuda: all devices of the best kind, or a list of numbers from `tucana "
                  "devices`. The result does not depend on how many there are. A number that is listed twice "
                  "divides that device in two.",
          .may_change_at_restart = true,
          .only_with = device_engine}),
      option<engine, &EngineOptions::device_type>("engine.device_type", {
          .choices = {"any", "gpu", "cpu", "accelerator"},
          .help = "Type of OpenCL device that may be used.",
          .may_change_at_restart = true,
          .only_with = device_engine}),
      option<engine, &EngineOptions::work_group_size>("engine.work_group_size", {
          .range = from_to(0, 1024),
          .help = "Work-items per group on a device; 0 lets the device choose. Direct sums do not depend on it; the "
                  "bits of a tree do.",
          .may_change_at_restart = true,
          .only_with = device_engine}),

      option<integrator, &IntegratorOptions::kind>("integrator.kind", {
          .choices = {"hermite4", "hermite6", "ahmad_cohen", "leapfrog"},
          .help = "hermite4: 4th-order Hermite scheme (Makino & Aarseth 1992); hermite6: 6th order (Nitadori & "
                  "Makino 2008), for energy errors of 1e-8 and below; ahmad_cohen: 4th order with separate forces "
                  "from neighbours and distant stars (Ahmad & Cohen 1973), for many stars; leapfrog: 2nd order "
                  "(Miki & Umemura 2017), for galaxies, with gravity.softening > 0."}),
      option<integrator, &IntegratorOptions::steps>("integrator.steps", {
          .choices = {"block", "shared", "fixed"},
          .help = "Time steps: block (every star has its own, a power of two), shared (the shortest of them for "
                  "all), fixed (integrator.step for all)."}),
      option<integrator, &IntegratorOptions::step>("integrator.step", {
          .unit = "time units", .range = from_to(shortest_step, 1),
          .help = "The step if integrator.steps is fixed; rounded down to a power of two.",
          .only_with = fixed_steps}),
      option<integrator, &IntegratorOptions::eta>("integrator.eta", {
          .range = above_to(0, 1), .typical = "0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, 0.025 for leapfrog)",
          .help = "Accuracy of the step criterion; smaller is more accurate. The steps of hermite4 and the "
                  "irregular steps of ahmad_cohen (default 0.04) grow as its square root (Aarseth 1985); those of "
                  "hermite6 (default 0.5) in proportion to it (Nitadori & Makino 2008); leapfrog (default 0.025) "
                  "uses sqrt(2 eta softening / acceleration).",
          .may_change_at_restart = true,
          .only_with = chosen_steps}),
      option<integrator, &IntegratorOptions::eta_regular>("integrator.eta_regular", {
          .range = above_to(0, 1),
          .help = "Like integrator.eta, for the regular steps of ahmad_cohen.",
          .may_change_at_restart = true,
          .only_with = regular_steps}),
      option<integrator, &IntegratorOptions::eta_start>("integrator.eta_start", {
          .range = above_to(0, 1),
          .help = "Accuracy of the very first steps, eta_start |a| / |jerk|.",
          .only_with = first_steps}),
      option<integrator, &IntegratorOptions::largest_step>("integrator.largest_step", {
          .unit = "time units", .range = from_to(shortest_step, 1),
          .help = "Longest step allowed; rounded down to a power of two.",
          .only_with = limited_steps}),
      option<integrator, &IntegratorOptions::velocity_limit>("integrator.velocity_limit", {
          .range = from_to(0, 1), .typical = "0 or 0.001",
          .help = "Second limit of the step, from the difference of predicted and corrected velocity (Makino 1991); "
                  "0 disables it, 0.001 is typical.",
          .only_with = chosen_steps}),
      option<integrator, &IntegratorOptions::iterations>("integrator.iterations", {
          .range = from_to(1, 10),
          .help = "Evaluations and corrections per step, P(EC)^n; always 1 in ahmad_cohen and leapfrog."}),
      option<integrator, &IntegratorOptions::neighbours>("integrator.neighbours", {
          .range = from_to(0, most_bodies), .typical = "0 or 50",
          .help = "Number of neighbours that a star of ahmad_cohen should have; 0 chooses a number that suits all "
                  "stars. Neighbour spheres are adjusted towards it; it is not a limit.",
          .only_with = neighbour_scheme}),
      option<integrator, &IntegratorOptions::neighbour_sphere>("integrator.neighbour_sphere", {
          .choices = {"wanted", "contrast"},
          .help = "What determines the size of a neighbour sphere of ahmad_cohen: wanted (integrator.neighbours in "
                  "each), contrast (that many at the mean density, more where it is denser; Nitadori & Aarseth "
                  "2012).",
          .only_with = neighbour_scheme}),
      option<integrator, &IntegratorOptions::neighbour_test>("integrator.neighbour_test", {
          .choices = {"distance", "end_points", "segment", "approach", "midway"},
          .help = "Which stars are neighbours in ahmad_cohen: those within the sphere (distance); also those within "
                  "it at the end of the regular step (end_points; Nitadori & Aarseth 2012) or at any time before "
                  "(segment); those within it or approaching to less than half its radius (approach); those within "
                  "it in the middle of the step or approaching to less than half its radius (midway).",
          .only_with = neighbour_scheme}),
      // clang-format on
  };
}

}  // namespace

std::string_view name_of(OptionType type) {
  switch (type) {
    case OptionType::boolean: return "boolean";
    case OptionType::integer: return "integer";
    case OptionType::real: return "real";
    case OptionType::text: return "text";
    case OptionType::integers: return "list of integers";
    case OptionType::choice: break;
  }
  return "choice";
}

std::span<const OptionEntry> option_table() {
  static const std::vector<OptionEntry> table = [] {
    std::vector<OptionEntry> all = make_table();
    for (OptionEntry& entry : field_section().options) all.push_back(std::move(entry));
    return all;
  }();
  return table;
}

std::span<const OptionGroup> option_groups() {
  static const std::vector<OptionGroup> groups = {{"model", "the stars at the start"},
                                                  {"run", "how far and on what"},
                                                  {"output", "what is written and when"},
                                                  {"guard", "what stops a run early"},
                                                  {"units", "what one unit of the run is in the sky"},
                                                  {"gravity", "how stars attract each other"},
                                                  {"tree", "gravity by an octree"},
                                                  {"engine", "what computes the forces"},
                                                  {"integrator", "how the stars are moved"},
                                                  field_section().group};
  return groups;
}

const OptionEntry* find_option(std::string_view name) {
  const auto table = option_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const OptionEntry& e) { return e.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace tucana
