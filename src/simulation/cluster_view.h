#pragma once

#include <optional>

#include "tucana/core/external_field.h"
#include "tucana/core/stars.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The stars of a run in a field as their cluster sees them, for files: relative to its centre, in axes that turn with
/// it. Nothing without a field.
std::optional<ClusterView> cluster_view(const Stars& stars, double time, const Options& options,
                                        const ExternalField* field);

}  // namespace tucana
