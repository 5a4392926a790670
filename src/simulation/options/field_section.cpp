#include <algorithm>

#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr bool is_one_of(FieldKind kind, std::initializer_list<FieldKind> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}
constexpr OptionCondition any_field{[](const Options& o) { return o.field.kind != FieldKind::none; },
                                    "a field.kind other than none"};
constexpr OptionCondition massive_field{
    [](const Options& o) {
      return is_one_of(o.field.kind,
                       {FieldKind::point_mass, FieldKind::plummer, FieldKind::isochrone, FieldKind::hernquist,
                        FieldKind::dehnen, FieldKind::nfw, FieldKind::power_law, FieldKind::miyamoto_nagai});
    },
    "a field.kind with a mass"};
constexpr OptionCondition extended_field{
    [](const Options& o) {
      return is_one_of(o.field.kind,
                       {FieldKind::plummer, FieldKind::isochrone, FieldKind::hernquist, FieldKind::dehnen,
                        FieldKind::nfw, FieldKind::power_law, FieldKind::miyamoto_nagai, FieldKind::logarithmic});
    },
    "a field.kind with a radius"};
constexpr OptionCondition disc_field{[](const Options& o) { return o.field.kind == FieldKind::miyamoto_nagai; },
                                     "field.kind = miyamoto_nagai"};
constexpr OptionCondition cusp_field{[](const Options& o) {
                                       return is_one_of(o.field.kind, {FieldKind::dehnen, FieldKind::power_law});
                                     },
                                     "field.kind = dehnen or power_law"};
constexpr OptionCondition halo_field{[](const Options& o) { return o.field.kind == FieldKind::logarithmic; },
                                     "field.kind = logarithmic"};
constexpr OptionCondition tide_field{[](const Options& o) { return o.field.kind == FieldKind::tide; },
                                     "field.kind = tide"};
constexpr OptionCondition rubbing_field{[](const Options& o) { return o.field.friction; }, "field.friction = true"};
constexpr OptionCondition changing_field{
    [](const Options& o) { return o.field.kind != FieldKind::none && o.field.change != galaxy::FieldChange::none; },
    "a field.change other than none"};

}  // namespace

OptionSection field_section() {
  constexpr auto field = &Options::field;
  // clang-format off
  return {{"field", "what attracts the stars from outside"}, {
      option<field, &FieldOptions::kind>("field.kind", {
          .help = "External field about the origin: a formula (docs/theory/fields.md), the Milky Way of Bovy (2015), "
                  "the point-mass galaxy of Wang et al. (2015), a function of yours (field.library), or a sum of them "
                  "(field.parts)."}),
      option<field, &FieldOptions::mass>("field.mass", {
          .dimension = Dimension::mass, .range = at_least(0),
          .help = "Total mass of the field; of nfw 4 pi rho_0 a^3, the mass within 5.3 scale radii.",
          .only_with = massive_field}),
      option<field, &FieldOptions::radius>("field.radius", {
          .dimension = Dimension::length, .range = {.low = 0, .low_open = true},
          .help = "Scale radius of the field; the cut-off radius of power_law, the core radius of logarithmic.",
          .only_with = extended_field}),
      option<field, &FieldOptions::height>("field.height", {
          .dimension = Dimension::length, .range = {.low = 0, .low_open = true},
          .help = "Scale height of the disc miyamoto_nagai.",
          .only_with = disc_field}),
      option<field, &FieldOptions::exponent>("field.exponent", {
          .range = {.low = 0, .high = 3, .high_open = true},
          .help = "The density of dehnen and power_law scales as r^-exponent in the centre; below 2 for power_law.",
          .only_with = cusp_field}),
      option<field, &FieldOptions::speed>("field.speed", {
          .dimension = Dimension::velocity, .range = at_least(0),
          .help = "Speed of circular orbits far outside the core of a logarithmic halo.",
          .only_with = halo_field}),
      option<field, &FieldOptions::flattening>("field.flattening", {
          .range = {.low = 0, .low_open = true},
          .help = "Axis ratio z to x of the equipotential surfaces of a logarithmic halo.",
          .only_with = halo_field}),
      option<field, &FieldOptions::angular_speed>("field.angular_speed", {
          .unit = "radians per time unit",
          .help = "Angular speed of the circular orbit on which a tide acts.",
          .only_with = tide_field}),
      option<field, &FieldOptions::epicyclic_ratio>("field.epicyclic_ratio", {
          .range = at_least(0),
          .help = "Epicyclic frequency of that orbit, in units of the angular speed: 1 around a point mass, 1.414 where "
                  "the rotation curve is flat.",
          .only_with = tide_field}),
      option<field, &FieldOptions::vertical_ratio>("field.vertical_ratio", {
          .range = at_least(0),
          .help = "Vertical frequency of that orbit, in units of the angular speed: 1 in a spherical galaxy.",
          .only_with = tide_field}),
      option<field, &FieldOptions::library>("field.library", {
          .typical = "field.so",
          .help = "Shared library with a C function for acceleration and potential (examples/field), for field.kind = "
                  "library; a relative path starts at the current directory."}),
      option<field, &FieldOptions::parts>("field.parts", {
          .typical = "plummer mass=2 radius=5; nfw mass=40 radius=20",
          .help = "Parts of a sum, separated by semicolons: a field.kind and its numbers, named as the options are."}),
      option<field, &FieldOptions::orbit_radius>("field.orbit_radius", {
          .dimension = Dimension::length, .range = at_least(0),
          .help = "The initial stars begin on a circular orbit in the x-y plane at this distance from the centre of the "
                  "field; 0 leaves them where their model or file has them."}),
      option<field, &FieldOptions::orbit_position>("field.orbit_position", {
          .typical = "8000, 0, 20 pc",
          .help = "Where the cluster begins, relative to the centre of the field: three numbers and a unit, such as "
                  "\"8.5, 0, 0.02 kpc\"; without a unit in code units. It goes with field.orbit_velocity."}),
      option<field, &FieldOptions::orbit_velocity>("field.orbit_velocity", {
          .typical = "0, 220, 0 km/s",
          .help = "The velocity with which it begins, likewise: \"10, 220, 7 km/s\"."}),
      option<field, &FieldOptions::friction>("field.friction", {
          .help = "Whether dynamical friction (Chandrasekhar 1943) slows the cluster as a whole on its orbit: by the "
                  "density of the field, with all stars of the run as its mass.",
          .only_with = any_field}),
      option<field, &FieldOptions::coulomb_logarithm>("field.coulomb_logarithm", {
          .range = at_least(0), .typical = "6",
          .help = "Coulomb logarithm of dynamical friction; 0: by distance, speed and mass of the cluster.",
          .only_with = rubbing_field}),
      option<field, &FieldOptions::change>("field.change", {
          .help = "How the strength of the field changes: decay (exponentially after the start, as gas that is "
                  "expelled), grow (smoothly from nothing), fade (smoothly to nothing). The work of a changing field "
                  "is part of energy_error.",
          .only_with = any_field}),
      option<field, &FieldOptions::change_start>("field.change_start", {
          .dimension = Dimension::time,
          .help = "Time at which the change begins.",
          .only_with = changing_field}),
      option<field, &FieldOptions::change_time>("field.change_time", {
          .dimension = Dimension::time, .range = {.low = 0, .low_open = true},
          .help = "Time scale of decay, or duration of grow and fade.",
          .only_with = changing_field}),
  }};
  // clang-format on
}

}  // namespace tucana
