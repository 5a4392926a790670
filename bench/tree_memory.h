#pragma once

#include <cstddef>
#include <string>

#include "bench/tree_runs.h"

namespace tucana::bench {

/// Bytes a body of a run on a tree, after some time with block steps.
struct TreeMemoryReport {
  TreeRunsOptions options;
  double state = 0;           ///< of the integrator's columns and schedule
  double tree = 0;            ///< rows in the order of the tree, their predicted places, cells
  double devices = 0;         ///< buffers there, at most: state, tree and what a block uses
  double block = 0;           ///< what is used within a block only
  double peak_resident = 0;   ///< of the whole process since the model was made, the model's own table included
  double model_resident = 0;  ///< before the run began
};

TreeMemoryReport run_tree_memory_bench(const TreeRunsOptions& options);

std::string to_table(const TreeMemoryReport& report);
std::string to_json(const TreeMemoryReport& report);

}  // namespace tucana::bench
