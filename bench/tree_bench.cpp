#include "bench/tree_bench.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/fma_peak.h"
#include "bench/tree_evaluator.h"
#include "bench/tree_models.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {
namespace {

/// Direct sums in double over all bodies, for some.
struct Truth {
  std::vector<std::size_t> body;
  std::vector<Vec3> acceleration;

  Truth(const Stars& stars, double softening, std::size_t sample, Workers& workers) {
    const std::size_t n = stars.size(), count = std::min(sample, n);
    for (std::size_t k = 0; k < count; ++k) body.push_back(k * n / count);
    acceleration.resize(count);
    workers.run(count, [&](std::size_t k, int) {
      Vec3 sum;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == body[k]) continue;
        const Vec3 d = stars.position[j] - stars.position[body[k]];
        const double s2 = norm2(d) + softening * softening;
        sum += d * (stars.mass[j] / (s2 * std::sqrt(s2)));
      }
      acceleration[k] = sum;
    });
  }

  void judge(const std::vector<Vec3>& found, TreeBenchRow& row) const {
    std::vector<double> error;
    for (std::size_t k = 0; k < body.size(); ++k)
      error.push_back(norm(found[body[k]] - acceleration[k]) / norm(acceleration[k]));
    std::sort(error.begin(), error.end());
    row.error_median = error[error.size() / 2];
    row.error_99 = error[error.size() * 99 / 100];
    row.error_largest = error.back();
  }
};

TreeBenchRow measure(const TreeBenchOptions& options, const TreeOptions& choice, const TreeModel& bodies,
                     const Truth& truth, Workers& workers) {
  TreeOptions tree = choice;
  tree.rebuild_interval = 1;
  if (tree.split_radius == 0) tree.split_radius = first_split_radius;
  const auto engine = make_bench_tree(options.engine, tree, workers);
  Evaluator evaluator(*engine, bodies.stars.view(), bodies.softening);
  TreeBenchRow row{tree.criterion, tree.order, tree.accuracy};
  double best = std::numeric_limits<double>::infinity(), best_active = best;
  evaluator.all();
  evaluator.remember();
  const std::vector<Slot> active = evaluator.fastest(bodies.stars.size() / 5);
  for (int round = 0; round < options.rounds; ++round) {
    evaluator.all();
    const TreeReport full = engine->last_report();
    if (full.total_seconds() < best) {
      best = full.total_seconds();
      row.keys_seconds = full.keys, row.sort_seconds = full.sort, row.link_seconds = full.link;
      row.moments_seconds = full.predict + full.moments;
      row.walk_seconds = full.groups + full.walk;
      row.total_seconds = best;
      row.body_pairs = full.body_pairs, row.cell_pairs = full.cell_pairs, row.far_cells = full.far_cells;
      row.checked_cells = full.checked_cells, row.interactions = full.interactions();
    }
    evaluator.some(active);
    const TreeReport few = engine->last_report();
    if (few.total_seconds() < best_active) {
      best_active = few.total_seconds();
      row.active_walk_seconds = few.groups + few.walk, row.active_total_seconds = best_active;
    }
  }
  truth.judge(evaluator.acceleration(), row);
  return row;
}

std::vector<double> usual_accuracies(OpeningCriterion criterion) {
  std::vector<double> values;
  if (criterion == OpeningCriterion::angle)
    for (int k = 9; k >= 1; --k) values.push_back(0.1 * k);
  else
    for (int k = 2; k <= 19; ++k) values.push_back(std::ldexp(1.0, -k));
  return values;
}

}  // namespace

TreeBenchReport run_tree_bench(const TreeBenchOptions& options) {
  ThreadPool workers(options.threads);
  const TreeModel bodies = make_tree_model(options.model, options.n, options.seed, workers);
  const Truth truth(bodies.stars.view(), bodies.softening, options.sample, workers);
  TreeBenchReport report;
  report.processor = cpu_name();
  report.model = options.model;
  report.engine = make_bench_tree(options.engine, options.tree, workers)->description();
  report.n = options.n, report.sample = truth.body.size(), report.threads = workers.count();
  report.rounds = options.rounds, report.softening = bodies.softening;
  report.peak_gflops = measure_fma_peak(workers).fp32 * 1e-9;
  for (const OpeningCriterion criterion : options.criteria)
    for (const ExpansionOrder order : options.orders)
      for (const double accuracy : options.accuracies.empty() ? usual_accuracies(criterion) : options.accuracies) {
        TreeOptions tree = options.tree;
        tree.criterion = criterion, tree.order = order, tree.accuracy = accuracy;
        report.rows.push_back(measure(options, tree, bodies, truth, workers));
      }
  return report;
}

std::vector<ScalingRow> run_scaling_bench(const TreeBenchOptions& options) {
  ThreadPool workers(options.threads);
  std::vector<ScalingRow> rows;
  for (std::size_t n = std::min<std::size_t>(options.n, 1 << 14); n <= options.n; n *= 2) {
    const TreeModel bodies = make_tree_model(options.model, n, options.seed, workers);
    const Truth truth(bodies.stars.view(), bodies.softening, options.sample, workers);
    rows.push_back({n, measure(options, options.tree, bodies, truth, workers)});
  }
  return rows;
}

double growth_power(const std::vector<ScalingRow>& rows) {
  double count = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const ScalingRow& row : rows) {
    const double u = std::log(static_cast<double>(row.n)), v = std::log(row.time.total_seconds);
    count += 1, x += u, y += v, xx += u * u, xy += u * v;
  }
  const double spread = count * xx - x * x;
  return rows.size() < 2 ? 0 : (count * xy - x * y) / spread;
}

double over_n_log_n(const std::vector<ScalingRow>& rows) {
  const auto unit = [](const ScalingRow& row) {
    const auto n = static_cast<double>(row.n);
    return row.time.total_seconds / (n * std::log2(n));
  };
  return unit(rows.back()) / unit(rows.front());
}

std::vector<CrossingRow> run_crossing_bench(const TreeBenchOptions& options) {
  ThreadPool workers(options.threads);
  std::vector<CrossingRow> rows;
  for (std::size_t n = 256; n <= options.n; n *= 2) {
    const TreeModel bodies = make_tree_model(options.model, n, options.seed, workers);
    const Truth truth(bodies.stars.view(), bodies.softening, 1, workers);
    CrossingRow row{n, measure(options, options.tree, bodies, truth, workers).total_seconds,
                    std::numeric_limits<double>::infinity()};
    const auto direct = make_engine({.kind = options.engine, .precision = Precision::fp32}, workers);
    Evaluator evaluator(*direct, bodies.stars.view(), bodies.softening);
    for (int round = 0; round <= options.rounds; ++round) {
      const Stopwatch watch;
      evaluator.all();
      row.direct_seconds = std::min(row.direct_seconds, watch.seconds());
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace tucana::bench
