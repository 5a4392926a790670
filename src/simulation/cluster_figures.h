#pragma once

#include "tucana/simulation/observer.h"
#include "tucana/simulation/run_records.h"

namespace tucana {

/// What a row of the log says of the cluster that is seen.
ClusterFigures cluster_figures(const Observation& observation);

}  // namespace tucana
