#pragma once

#include <optional>

#include "tucana/core/external_field.h"
#include "tucana/core/stars.h"
#include "tucana/physics/escapers/bound_cluster.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// Of a linear tide, alone or as a part of a sum: it is about the cluster itself. Nothing in other fields.
std::optional<TidalFrame> frame_of_tide(const FieldOptions& field);

/// What of all stars of a run is a cluster; `field` is null if there is none.
BoundCluster cluster_in_field(const Stars& stars, double time, const Options& options, const ExternalField* field);

}  // namespace tucana
