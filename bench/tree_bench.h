#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tucana/tree/tree_options.h"

namespace tucana::bench {

struct TreeBenchOptions {
  std::string model = "nfw";  ///< nfw (hard cut at 5 scale radii), m31, plummer, hernquist
  std::size_t n = 1 << 17;
  std::uint64_t seed = 1;
  int threads = 0;
  std::string engine = "cpu";  ///< as in make_bench_tree()
  std::vector<OpeningCriterion> criteria;
  std::vector<ExpansionOrder> orders;
  std::vector<double> accuracies;  ///< empty: those of the criterion, 0.9 to 0.1 for angles and 2^-2 to 2^-19 else
  int rounds = 3;
  std::size_t sample = 1024;  ///< bodies whose forces are also summed directly in double
  TreeOptions tree;           ///< leaves, groups, balls
};

/// One full evaluation on a new tree, the best of the rounds.
struct TreeBenchRow {
  OpeningCriterion criterion{};
  ExpansionOrder order{};
  double accuracy = 0;
  double error_median = 0, error_99 = 0, error_largest = 0;  ///< of accelerations
  double keys_seconds = 0, sort_seconds = 0, link_seconds = 0;
  double moments_seconds = 0;  ///< with the prediction of bodies
  double walk_seconds = 0;     ///< with groups
  double total_seconds = 0;
  std::uint64_t body_pairs = 0, cell_pairs = 0, far_cells = 0, checked_cells = 0, interactions = 0;
  /// The fifth of the bodies with the largest accelerations on the same tree, as a block of the shortest steps.
  double active_walk_seconds = 0, active_total_seconds = 0;

  double build_seconds() const { return keys_seconds + sort_seconds + link_seconds; }
};

struct TreeBenchReport {
  std::string processor, engine, model;
  std::size_t n = 0, sample = 0;
  int threads = 0, rounds = 0;
  double softening = 0;
  double peak_gflops = 0;  ///< of FMAs in fp32 on these threads
  std::vector<TreeBenchRow> rows;
};

TreeBenchReport run_tree_bench(const TreeBenchOptions& options);

/// Where the tree becomes faster than a direct sum in fp32, at one accuracy.
struct CrossingRow {
  std::size_t n = 0;
  double tree_seconds = 0, direct_seconds = 0;
};
std::vector<CrossingRow> run_crossing_bench(const TreeBenchOptions& options);

/// One evaluation at one accuracy over the number of bodies, which doubles from 2^14 (or n) to n.
struct ScalingRow {
  std::size_t n = 0;
  TreeBenchRow time;
};
std::vector<ScalingRow> run_scaling_bench(const TreeBenchOptions& options);
/// The power p of the least squares of log(total) against p log n; 0 for fewer than two rows.
double growth_power(const std::vector<ScalingRow>& rows);
/// Seconds over N log2 N at the last row, over those at the first.
double over_n_log_n(const std::vector<ScalingRow>& rows);

std::string to_table(const TreeBenchReport& report);
std::string to_json(const TreeBenchReport& report);
std::string to_table(const std::vector<CrossingRow>& rows);
std::string to_json(const std::vector<CrossingRow>& rows);
std::string to_table(const std::vector<ScalingRow>& rows);
std::string to_json(const std::vector<ScalingRow>& rows, const TreeBenchOptions& options);

}  // namespace tucana::bench
