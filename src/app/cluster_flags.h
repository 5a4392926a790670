#pragma once

#include <string>

#include "tucana/app/command.h"
#include "tucana/models/cluster/cluster_model.h"

namespace tucana::app {

/// The flags of `tucana init cluster` that describe the cluster, as they are written; empty ones are not given.
struct ClusterWords {
  std::string systems, total_mass;
  std::string profile, w0, concentration, slope, cut_radius, dimension;
  std::string masses, mass_limits, equal_mass, pieces, sampling;
  std::string pairs, pairing, ordered_above, periods, eccentricities, sana_above, axis_limits, period_limits;
  std::string segregation, virial_ratio, rotation, black_hole, half_mass_radius, length_unit;
  bool eigenevolution = false;
};

void add_cluster_flags(Command& command, ClusterWords& words);

/// What the flags say, without seed and number of stars. Throws InputError, which names the flag, for what is no number
/// or no known word, and for flags that have no effect on the chosen profile or masses.
ClusterModelOptions cluster_options(const ClusterWords& words);

/// The flags that were given, as they would be typed.
std::string as_typed(const ClusterWords& words);

}  // namespace tucana::app
