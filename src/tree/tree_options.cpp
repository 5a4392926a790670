#include "tucana/tree/tree_options.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/tree/cpu/walk_scratch.h"

namespace tucana {
namespace {

template <class Number>
void expect_range(const char* name, Number value, const NumberRange& range) {
  const std::string broken = broken_bound(range, static_cast<double>(value));
  if (!broken.empty()) throw InputError(fmt::format("{} = {} is not {}", name, value, broken));
}

static_assert(tree_ranges::group_bodies.high == tree::most_targets);

}  // namespace

void check(const TreeOptions& options) {
  expect_range("tree.accuracy", options.accuracy, tree_ranges::accuracy);
  expect_range("tree.bootstrap_angle", options.bootstrap_angle, tree_ranges::bootstrap_angle);
  expect_range("tree.leaf_bodies", options.leaf_bodies, tree_ranges::leaf_bodies);
  expect_range("tree.group_bodies", options.group_bodies, tree_ranges::group_bodies);
  expect_range("tree.split_radius", options.split_radius, tree_ranges::split_radius);
  expect_range("tree.rebuild_interval", options.rebuild_interval, tree_ranges::rebuild_interval);
  expect_range("tree.body_list", options.body_list, from_to(16, tree::most_bodies));
  expect_range("tree.cell_list", options.cell_list, from_to(16, tree::most_cells));
}

TuningSchedule tuning_of(const TreeOptions& options, std::size_t bodies, Decider& decider) {
  TuningOptions tuning;
  tuning.decider = &decider;
  tuning.mode = options.tuning;
  // Of the median radius of groups: below, hardly a group is left in one piece; above, none is split.
  const bool is_fixed = options.split_radius > 0;
  tuning.split.start = is_fixed ? options.split_radius : first_split_radius;
  tuning.split.least = is_fixed ? options.split_radius : 0.5;
  tuning.split.most = is_fixed ? options.split_radius : 64;
  const auto n = static_cast<std::int64_t>(bodies);
  if (options.tuning == TuningMode::pinned && options.pinned) return {tuning, n, *options.pinned};
  return {tuning, n};
}

}  // namespace tucana
