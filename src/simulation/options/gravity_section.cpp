#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition simd_engine{[](const Options& o) {
                                        return o.engine.kind == "cpu" || o.engine.kind == "auto" ||
                                               o.integrator.kind == IntegratorKind::ahmad_cohen;
                                      },
                                      "engine.kind = cpu, or integrator.kind = ahmad_cohen"};
constexpr OptionCondition device_engine{
    [](const Options& o) { return o.engine.kind != "cpu" && o.engine.kind != "reference"; },
    "engine.kind = opencl or cuda"};

}  // namespace

OptionSection gravity_section() {
  constexpr auto gravity = &Options::gravity;
  constexpr auto component = &GravityOptions::softening_of;
  // clang-format off
  return {{"gravity", "how stars attract each other"}, {
      option<gravity, &GravityOptions::method>("gravity.method", {
          .help = "How forces are computed: direct sums over all pairs; tree groups distant bodies in the cells of "
                  "an octree, for galaxies, with integrator.kind = leapfrog."}),
      option<gravity, &GravityOptions::softening>("gravity.softening", {
          .dimension = Dimension::length, .range = from_to(0, 1e9), .typical = "0 or 0.00390625",
          .help = "Plummer softening eps: the potential of a pair is -m / sqrt(r^2 + eps^2). A snapshot of Tucana defines "
                  "the default, also for the components below."}),
      option<gravity, component, &FamilySoftening::halo>("gravity.softening_halo", {
          .dimension = Dimension::length, .range = from_to(0, 1e9), .typical = "0 or 0.05",
          .help = "Softening of halo bodies (PartType1), with gravity.method = tree; 0 uses gravity.softening. The "
                  "eps^2 of a pair is the mean of the two squares."}),
      option<gravity, component, &FamilySoftening::disc>("gravity.softening_disc", {
          .dimension = Dimension::length, .range = from_to(0, 1e9), .typical = "0 or 0.02",
          .help = "The same for disc bodies (PartType2)."}),
      option<gravity, component, &FamilySoftening::bulge>("gravity.softening_bulge", {
          .dimension = Dimension::length, .range = from_to(0, 1e9), .typical = "0 or 0.02",
          .help = "The same for bulge bodies (PartType3)."}),
  }};
  // clang-format on
}

OptionSection engine_section() {
  constexpr auto engine = &Options::engine;
  // clang-format off
  return {{"engine", "what computes the forces"}, {
      option<engine, &EngineChoice::kind>("engine.kind", {
          .choices = {"cpu", "opencl", "cuda", "auto", "reference"},
          .help = "What computes the forces: cpu (SIMD and threads), opencl or cuda (devices, see `tucana "
                  "devices`), auto (the fastest of these, found by a short measurement) or reference (plain double "
                  "precision, slow, for comparison).",
          .may_change_at_restart = true}),
      option<engine, &EngineChoice::precision>("engine.precision", {
          .help = "Arithmetic of the forces: fp64 is double; extended uses pairs of floats, about 48 bits; "
                  "two_float uses exact differences of positions and float for the rest; fp32 is float. Sums over "
                  "many stars are in double or pairs of floats in all four. The state is double, except for "
                  "hermite6 with shared steps on devices. By default ahmad_cohen uses fp32 for its regular forces; "
                  "a tree always uses fp32."}),
      option<engine, &EngineChoice::simd>("engine.simd", {
          .help = "SIMD level of the cpu engine, and of the irregular forces of ahmad_cohen: best, or one that "
                  "`tucana devices` lists.",
          .only_with = simd_engine}),
      option<engine, &EngineChoice::devices>("engine.devices", {
          .range = from_to(0, 1023), .typical = "[0, 1]",
          .help = "Devices for opencl and cuda: all devices of the best kind, or a list of numbers from `tucana "
                  "devices`. The result does not depend on how many there are. A number that is listed twice "
                  "divides that device in two.",
          .may_change_at_restart = true,
          .only_with = device_engine}),
      option<engine, &EngineChoice::device_type>("engine.device_type", {
          .choices = {"any", "gpu", "cpu", "accelerator"},
          .help = "Type of OpenCL device that may be used.",
          .may_change_at_restart = true,
          .only_with = device_engine}),
      option<engine, &EngineChoice::work_group_size>("engine.work_group_size", {
          .range = from_to(0, 1024),
          .help = "Work-items per group on a device; 0 lets the device choose. Direct sums do not depend on it; the "
                  "bits of a tree do.",
          .may_change_at_restart = true,
          .expert = true,
          .only_with = device_engine}),
  }};
  // clang-format on
}

}  // namespace tucana
