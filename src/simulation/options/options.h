#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/precision.h"
#include "tucana/integrators/sphere_rule.h"
#include "tucana/integrators/step_rule.h"
#include "tucana/physics/galaxy/field_options.h"
#include "tucana/tree/tree_options.h"

namespace tucana {

/// Where the stars come from.
enum class ModelKind { plummer, king, hernquist, nfw, m31, file };
/// Whether a restart goes on when another processor or build would give other bits.
enum class ArithmeticRule { same, any };
enum class GravityMethod { direct, tree };
enum class IntegratorKind { hermite4, hermite6, ahmad_cohen, leapfrog };

// What a user may choose, group by group, in code units (G = 1) unless the name or the table says otherwise.
// The initial values below are the defaults; everything else about an option (range, help, whether it may
// change at a restart) stands in option_table.cpp, in the same order.

struct ModelOptions {
  ModelKind kind = ModelKind::plummer;
  std::int64_t n = 1024;
  std::int64_t seed = 1;
  double w0 = 6;
  std::string file;
  bool operator==(const ModelOptions&) const = default;
};

struct RunOptions {
  double end_time = 10;
  std::int64_t threads = 0;
  double wall_limit = 0;
  ArithmeticRule arithmetic = ArithmeticRule::same;
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
  double energy_error = 0;
  bool operator==(const GuardOptions&) const = default;
};

struct UnitOptions {
  double length_pc = 1;
  double mass_msun = 0;
  bool operator==(const UnitOptions&) const = default;
};

struct GravityOptions {
  GravityMethod method = GravityMethod::direct;
  double softening = 0;
  double softening_halo = 0, softening_disc = 0, softening_bulge = 0;
  bool operator==(const GravityOptions&) const = default;
};

/// Of gravity.method = tree; TreeOptions says more.
struct TreeRunOptions {
  OpeningCriterion criterion = OpeningCriterion::acceleration;
  double accuracy = 0x1p-7;
  ExpansionOrder order = ExpansionOrder::quadrupole;
  TuningMode tuning = TuningMode::counted;
  std::string tuning_record;
  std::int64_t rebuild_interval = 0;
  double split_radius = 0;
  BallKind ball = BallKind::box_or_mean;
  std::int64_t leaf_bodies = 16;
  std::int64_t group_bodies = 48;
  bool operator==(const TreeRunOptions&) const = default;
};

struct EngineOptions {
  std::string kind = "cpu";
  Precision precision = Precision::fp64;
  std::string simd = "best";
  std::vector<std::int64_t> devices = {};  ///< empty: all of the best kind
  std::string device_type = "any";
  std::int64_t work_group_size = 0;
  bool operator==(const EngineOptions&) const = default;
};

struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::hermite4;
  StepRule steps = StepRule::block;
  double step = 0x1p-10;
  double eta = 0.02;
  double eta_regular = 0.04;
  double eta_start = 0.0025;
  double largest_step = 0x1p-3;
  double velocity_limit = 0;
  std::int64_t iterations = 1;
  std::int64_t neighbours = 0;
  SphereRule neighbour_sphere = SphereRule::wanted;
  ListRule neighbour_test = ListRule::midway;
  bool operator==(const IntegratorOptions&) const = default;
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
  EngineOptions engine;
  IntegratorOptions integrator;
  FieldOptions field;
  bool operator==(const Options&) const = default;
};

}  // namespace tucana
