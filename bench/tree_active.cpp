#include "bench/tree_active.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "bench/fma_peak.h"
#include "bench/tree_evaluator.h"
#include "bench/tree_models.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {
namespace {

constexpr std::size_t least_active = 16;
constexpr std::size_t chosen = 0;

std::vector<std::size_t> numbers_of_active(std::size_t n) {
  std::vector<std::size_t> numbers;
  for (std::size_t active = least_active; active < n; active *= 2) numbers.push_back(active);
  numbers.push_back(n);
  return numbers;
}

/// Trees of one model that differ in how many targets share a walk.
class Trees {
 public:
  Trees(const TreeBenchOptions& options, const TreeModel& bodies, const std::vector<std::size_t>& sizes,
        Workers& workers) {
    for (const std::size_t size : sizes) {
      TreeOptions tree = options.tree;
      tree.rebuild_interval = 1;
      if (tree.split_radius == 0) tree.split_radius = first_split_radius;
      if (size != chosen) tree.group_bodies = size, tree.fit_groups = false;
      auto engine = make_bench_tree(options.engine, tree, workers);
      auto evaluator = std::make_unique<Evaluator>(*engine, bodies.stars.view(), bodies.softening);
      evaluator->all();
      evaluator->remember();
      trees_.push_back({size, std::move(engine), std::move(evaluator)});
    }
  }

  /// Sizes take turns, so that a bad moment of the machine does not fall on one of them.
  void measure(std::size_t active, int rounds, std::vector<ActiveRow>& rows) {
    const std::vector<Slot> slots = trees_.front().evaluator->fastest(active);
    const std::size_t first = rows.size();
    for (const Tree& tree : trees_)
      rows.push_back({active, tree.size, 0, std::numeric_limits<double>::infinity(), 0, 0});
    // Small walks take microseconds, which a single interrupt doubles: more of them.
    const std::size_t repeats = static_cast<std::size_t>(rounds) * std::clamp<std::size_t>(2048 / active, 1, 16);
    for (std::size_t round = 0; round < repeats; ++round)
      for (std::size_t k = 0; k < trees_.size(); ++k) {
        trees_[k].evaluator->some(slots);
        const TreeReport& report = trees_[k].engine->last_report();
        ActiveRow& row = rows[first + k];
        if (report.groups + report.walk >= row.walk_seconds) continue;
        row.groups = report.walked_groups;
        row.walk_seconds = report.groups + report.walk;
        row.total_seconds = report.total_seconds();
        row.interactions = report.interactions();
      }
  }

 private:
  struct Tree {
    std::size_t size;
    std::unique_ptr<TreeEngine> engine;
    std::unique_ptr<Evaluator> evaluator;
  };
  std::vector<Tree> trees_;
};

/// The chosen size over the best of the others, for each number of due bodies.
std::vector<double> over_best(const ActiveReport& report) {
  std::vector<double> ratios;
  const std::size_t columns = report.sizes.size() + 1;
  for (std::size_t k = 0; k < report.rows.size(); k += columns) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t c = 1; c < columns; ++c) best = std::min(best, report.rows[k + c].walk_seconds);
    ratios.push_back(report.rows[k].walk_seconds / best);
  }
  return ratios;
}

}  // namespace

ActiveReport run_active_bench(const TreeBenchOptions& options) {
  ThreadPool workers(options.threads);
  const TreeModel bodies = make_tree_model(options.model, options.n, options.seed, workers);
  ActiveReport report;
  report.processor = cpu_name();
  report.engine = make_bench_tree(options.engine, options.tree, workers)->description();
  report.model = options.model, report.n = options.n, report.rounds = options.rounds;
  report.accuracy = options.tree.accuracy;
  for (std::size_t size = 1; size <= std::min<std::size_t>(options.tree.group_bodies, 32); size *= 2)
    report.sizes.push_back(size);
  std::vector<std::size_t> sizes = {chosen};
  sizes.insert(sizes.end(), report.sizes.begin(), report.sizes.end());
  Trees trees(options, bodies, sizes, workers);
  for (const std::size_t active : numbers_of_active(options.n)) trees.measure(active, options.rounds, report.rows);
  return report;
}

std::string to_table(const ActiveReport& report) {
  std::string text = fmt::format(
      "{}, {}\n{}, N = {}, accuracy {:.4g}, best of {} rounds\n"
      "milliseconds of a walk of so many due bodies, by targets that share a walk:\n{:>9}",
      report.processor, report.engine, report.model, report.n, report.accuracy, report.rounds, "due");
  for (const std::size_t size : report.sizes) text += fmt::format(" {:>8}", size);
  text += fmt::format(" {:>9} {:>6}\n", "chosen", "(mean)");
  const std::size_t columns = report.sizes.size() + 1;
  for (std::size_t k = 0; k < report.rows.size(); k += columns) {
    const ActiveRow& row = report.rows[k];
    text += fmt::format("{:>9}", row.active);
    for (std::size_t c = 1; c < columns; ++c) text += fmt::format(" {:>8.3f}", 1e3 * report.rows[k + c].walk_seconds);
    text += fmt::format(" {:>9.3f} {:>6.1f}\n", 1e3 * row.walk_seconds,
                        static_cast<double>(row.active) / static_cast<double>(row.groups));
  }
  std::vector<double> ratios = over_best(report);
  std::sort(ratios.begin(), ratios.end());
  return text + fmt::format(
                    "(mean: targets of a chosen group)\n"
                    "chosen over the best of these sizes: {:.2f} in the middle, {:.2f} at most\n",
                    ratios[ratios.size() / 2], ratios.back());
}

std::string to_json(const ActiveReport& report) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const ActiveRow& row : report.rows)
    results.push_back({{"active", row.active},
                       {"group_bodies", row.group_bodies},
                       {"groups", row.groups},
                       {"walk_seconds", row.walk_seconds},
                       {"total_seconds", row.total_seconds},
                       {"interactions", row.interactions}});
  return nlohmann::ordered_json{{"bench", "tree_active"},
                                {"processor", report.processor},
                                {"engine", report.engine},
                                {"model", report.model},
                                {"n", report.n},
                                {"rounds", report.rounds},
                                {"accuracy", report.accuracy},
                                {"results", results}}
             .dump(2) +
         "\n";
}

}  // namespace tucana::bench
