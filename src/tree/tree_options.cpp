#include "tucana/tree/tree_options.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/tree/cpu/walk_scratch.h"

namespace tucana {
namespace {

template <class Number>
void expect_range(const char* name, Number value, Number low, Number high) {
  if (!(value >= low && value <= high))
    throw InputError(fmt::format("{} = {} is not from {} to {}", name, value, low, high));
}

}  // namespace

void check(const TreeOptions& options) {
  if (!(options.accuracy > 0 && options.accuracy <= 1))
    throw InputError(fmt::format("tree.accuracy = {} is not > 0 and <= 1; typical is 0.0078125, or 0.5 for an angle",
                                 options.accuracy));
  expect_range("tree.bootstrap_angle", options.bootstrap_angle, 0.01, 1.0);
  expect_range<std::size_t>("tree.leaf_bodies", options.leaf_bodies, 1, 256);
  expect_range<std::size_t>("tree.group_bodies", options.group_bodies, 1, tree::most_targets);
  expect_range("tree.split_radius", options.split_radius, 0.01, 1e6);
  expect_range<std::size_t>("tree.body_list", options.body_list, 16, tree::most_bodies);
  expect_range<std::size_t>("tree.cell_list", options.cell_list, 16, tree::most_cells);
}

TuningSchedule tuning_of(const TreeOptions& options, std::size_t bodies) {
  TuningOptions tuning;
  tuning.mode = options.tuning;
  // Of the median radius of groups: below, hardly a group is left in one piece; above, none is split.
  tuning.split = {options.split_radius, options.split_radius, options.split_radius};
  if (options.tune_split) tuning.split.least = 0.5, tuning.split.most = 64;
  const auto n = static_cast<std::int64_t>(bodies);
  if (options.tuning != TuningMode::pinned) return {tuning, n};
  if (!options.pinned) throw InputError("tree.tuning = \"pinned\" needs tree.tuning_record, the record of a run");
  return {tuning, n, *options.pinned};
}

}  // namespace tucana
