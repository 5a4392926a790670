#include <fmt/format.h>

#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition tree_method{[](const Options& o) { return o.gravity.method == GravityMethod::tree; },
                                      "gravity.method = tree"};

}  // namespace

OptionSection tree_section() {
  constexpr auto tree = &Options::tree;
  // clang-format off
  return {{"tree", "gravity by an octree"}, {
      option<tree, &TreeOptions::criterion>("tree.criterion", {
          .help = "When a cell is used in place of its stars: angle, if its size over its distance is below "
                  "tree.accuracy; multipole, if a bound of its error (Warren & Salmon 1993) is below tree.accuracy "
                  "in units of G M / R^2 of the whole system; acceleration, if an estimate of its error is below "
                  "tree.accuracy times the last acceleration (Springel 2005).",
          .may_change_at_restart = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::accuracy>("tree.accuracy", {
          .range = tree_ranges::accuracy, .typical = fmt::format("{} (0.5 for an angle)", TreeOptions{}.accuracy),
          .help = "Accuracy of the tree forces; smaller is more accurate.", .may_change_at_restart = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::order>("tree.order", {
          .help = "Highest moment of a cell about its centre of mass.", .may_change_at_restart = true,
          .expert = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::tuning>("tree.tuning", {
          .help = "When the tree is rebuilt, and where groups of stars are split: decided from measured times "
                  "(timed), from counted interactions (counted: the same on every machine), or as in "
                  "tree.tuning_record (pinned). A run writes its own record to tuning.jsonl.",
          .only_with = tree_method}),
      option<tree, &TreeRunOptions::tuning_record>("tree.tuning_record", {
          .typical = "run/tuning.jsonl",
          .help = "The record of another run, for tree.tuning = pinned.",
          .only_with = tree_method}),
      option<tree, &TreeOptions::rebuild_interval>("tree.rebuild_interval", {
          .range = tree_ranges::rebuild_interval, .typical = "0 or 8",
          .help = "Number of steps that share a tree; 0 leaves it to tree.tuning.",
          .expert = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::split_radius>("tree.split_radius", {
          .range = tree_ranges::split_radius, .typical = fmt::format("0 or {}", first_split_radius),
          .help = "Groups of stars that share a tree walk are split if their radius is larger than this, in units "
                  "of the median over all groups; 0 leaves it to tree.tuning.",
          .expert = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::ball>("tree.ball", {
          .help = "The ball around such a group: about the mean, about the centre of the bounding box, the smaller "
                  "of these two, by Ritter's method, or, on the cpu only, the smallest possible (Miki & Umemura "
                  "2017, appendix B).",
          .expert = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::leaf_bodies>("tree.leaf_bodies", {
          .range = tree_ranges::leaf_bodies, .help = "Maximum number of stars in a cell that is not divided further.",
          .expert = true,
          .only_with = tree_method}),
      option<tree, &TreeOptions::group_bodies>("tree.group_bodies", {
          .range = tree_ranges::group_bodies, .help = "Maximum number of stars that share a tree walk.",
          .expert = true,
          .only_with = tree_method}),
  }};
  // clang-format on
}

}  // namespace tucana
