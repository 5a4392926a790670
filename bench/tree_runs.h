#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tucana/integrators/leapfrog/leapfrog_options.h"
#include "tucana/tree/tree_options.h"

namespace tucana::bench {

/// Runs of a galaxy by leap-frog on a tree, from t = 0; the first forces are not in the times.
struct TreeRunsOptions {
  std::string model = "nfw";  ///< as in TreeBenchOptions
  std::size_t n = 1 << 17;
  std::uint64_t seed = 1;
  int threads = 0;
  std::string engine = "cpu";  ///< as in make_bench_tree()
  double to = 1;
  double eta = LeapfrogOptions{}.eta, largest_step = LeapfrogOptions{}.largest_step;
  int rounds = 3;
  std::vector<double> accuracies = {
      TreeOptions{}.accuracy};  ///< of the comparison of steps; that of tuning takes the first
  std::vector<std::int64_t> intervals = {1, 2, 4, 8, 16, 32, 64};
  std::vector<double> split_radii = {1.5, 3, 6, 12};
  TreeOptions tree;
};

/// One run. Every part of its time is the best of all rounds: runs repeat their work exactly, but for `timed`.
struct TreeRunRow {
  StepRule steps = StepRule::block;
  std::string tuning;  ///< counted, timed, fixed
  double accuracy = 0;
  std::int64_t interval = 0;  ///< of a fixed run
  double split_radius = 0;    ///< of a fixed run; of others that at the end
  double seconds = 0;         ///< of all steps, the best of each part of the run; timed: of the best whole run
  double whole_seconds = std::numeric_limits<double>::infinity();  ///< of the best whole run
  double build_seconds = 0, moments_seconds = 0, walk_seconds = 0;
  /// What is neither of these: prediction and correction of active bodies, schedule.
  double other_seconds() const { return seconds - build_seconds - moments_seconds - walk_seconds; }
  std::uint64_t body_steps = 0, blocks = 0, builds = 0, interactions = 0;
  int rounds = 0;
  double energy_error = 0;
};

struct TreeRunsReport {
  std::string processor, engine;
  TreeRunsOptions options;
  double softening = 0;
  std::vector<TreeRunRow> rows;
};

/// Block beside shared steps, at each accuracy: rows come in pairs.
TreeRunsReport run_tree_steps_bench(const TreeRunsOptions& options);

/// The tuned run (by counts, then by clocks) beside all fixed intervals and split radii. What is slower than the best
/// by a fifth is not run again in later rounds.
TreeRunsReport run_tree_tuning_bench(const TreeRunsOptions& options);

/// One block of a run, as it was in the fastest of the rounds.
struct TreeBlock {
  std::uint64_t active = 0, interactions = 0;
  double seconds = 0, build_seconds = 0, moments_seconds = 0, walk_seconds = 0;
  double other_seconds() const { return seconds - build_seconds - moments_seconds - walk_seconds; }
};
struct TreeBlocksReport {
  std::string processor, engine;
  TreeRunsOptions options;
  std::vector<TreeBlock> blocks;
};

/// A tuned run with block steps, block by block.
TreeBlocksReport run_tree_blocks_bench(const TreeRunsOptions& options);

/// The fastest with fixed interval and radius; the rows must have one.
const TreeRunRow& best_fixed(const std::vector<TreeRunRow>& rows);
/// The time of a run over that of the best fixed one; of whole runs where clocks tune.
double over_best_fixed(const TreeRunRow& row, const std::vector<TreeRunRow>& rows);

std::string steps_table(const TreeRunsReport& report);
std::string tuning_table(const TreeRunsReport& report);
std::string steps_json(const TreeRunsReport& report);
std::string tuning_json(const TreeRunsReport& report);
std::string to_table(const TreeBlocksReport& report);
std::string to_json(const TreeBlocksReport& report);

}  // namespace tucana::bench
