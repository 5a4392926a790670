#pragma once

#include <string>

#include "tucana/core/enum_words.h"
#include "tucana/physics/galaxy/changing_field.h"

namespace tucana {

/// Formulae (spheres.h, flattened.h), known galaxies (presets.h), and sums of formulae.
enum class FieldKind {
  none,
  point_mass,
  plummer,
  isochrone,
  hernquist,
  dehnen,
  nfw,
  power_law,
  miyamoto_nagai,
  logarithmic,
  tide,
  milky_way_2014,
  ngc4372,
  library,
  sum
};

template <>
inline constexpr auto enum_words<FieldKind> =
    std::to_array<EnumWord<FieldKind>>({{FieldKind::none, "none"},
                                        {FieldKind::point_mass, "point_mass"},
                                        {FieldKind::plummer, "plummer"},
                                        {FieldKind::isochrone, "isochrone"},
                                        {FieldKind::hernquist, "hernquist"},
                                        {FieldKind::dehnen, "dehnen"},
                                        {FieldKind::nfw, "nfw"},
                                        {FieldKind::power_law, "power_law"},
                                        {FieldKind::miyamoto_nagai, "miyamoto_nagai"},
                                        {FieldKind::logarithmic, "logarithmic"},
                                        {FieldKind::tide, "tide"},
                                        {FieldKind::milky_way_2014, "milky_way_2014"},
                                        {FieldKind::ngc4372, "ngc4372"},
                                        {FieldKind::library, "library"},
                                        {FieldKind::sum, "sum"}});

/// The external field of a run, in code units. Each kind reads some of the numbers.
struct FieldOptions {
  FieldKind kind = FieldKind::none;
  double mass = 1;
  double radius = 1;           ///< scale, cut-off or core radius
  double height = 0.1;         ///< of a disc
  double exponent = 1;         ///< of the density in the centre of dehnen and power_law, as r^-exponent
  double speed = 1;            ///< of circular orbits far outside the core of a logarithmic halo
  double flattening = 1;       ///< of the potential of a logarithmic halo, z axis to x axis
  double angular_speed = 1;    ///< of the orbit on which a tide acts
  double epicyclic_ratio = 1;  ///< epicyclic to angular frequency of that orbit
  double vertical_ratio = 1;   ///< vertical to angular frequency of that orbit
  std::string library = {};    ///< file of a shared library: library_field.h
  std::string parts = {};      ///< of a sum, "plummer mass=2 radius=5; nfw mass=40 radius=20"
  /// Distance from the centre of the field at which the stars begin, on a circular orbit; 0: where their model is.
  double orbit_radius = 0;
  /// Where the cluster begins, and how fast: three numbers, perhaps with a unit; empty: by orbit_radius.
  std::string orbit_position = {}, orbit_velocity = {};
  bool friction = false;         ///< of the matter of the field, on the cluster as a whole (friction.h)
  double coulomb_logarithm = 0;  ///< of that friction; 0: by the orbit
  galaxy::FieldChange change = galaxy::FieldChange::none;
  double change_start = 0;
  double change_time = 1;
  bool operator==(const FieldOptions&) const = default;
};

}  // namespace tucana
