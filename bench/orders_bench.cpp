#include "bench/orders_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::bench {
namespace {

/// Ratios such that the error of either falls by about 5 a rung: it goes as eta^2.5 and eta^6.
struct Ladder {
  IntegratorKind kind;
  const char* name;
  double first, ratio;
};
constexpr Ladder ladders[] = {{IntegratorKind::hermite4, "hermite4", 0.32, 0.5},
                              {IntegratorKind::hermite6, "hermite6", 1.6, 0.75}};

/// Far below what eta asks for, so that the first steps leave nothing in the error of even the last rung.
constexpr double eta_start = 0x1p-11;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

OrdersRow run_once(const Options& options, double to) {
  Simulation simulation(options);
  simulation.start();
  Integrator& integrator = simulation.integrator();
  OrdersRow row;
  // At the multiples of the largest step all bodies are there and a look costs no trial step.
  const Tick end = simulation.tick_of(to), stride = Tick::nearest(options.integrator.largest_step);
  for (Tick look = std::min(stride, end);; look = std::min(look + stride, end)) {
    const Stopwatch watch;
    const double processor = processor_seconds();
    while (integrator.next() <= look) integrator.step();
    row.wall_seconds += watch.seconds();
    row.cpu_seconds += processor_seconds() - processor;
    row.energy_error = std::max(row.energy_error, std::abs(simulation.energy_error(simulation.report_at(look).energy)));
    if (look == end) break;
  }
  row.steps = static_cast<double>(integrator.counts().steps);
  return row;
}

OrdersRow run_rung(const Ladder& ladder, std::size_t n, double eta, const OrdersBenchOptions& options) {
  Options run = default_options(ladder.kind);
  run.model.n = static_cast<std::int64_t>(n);
  run.gravity.softening = options.softening;
  run.run.threads = options.threads;
  run.integrator.eta = eta;
  run.integrator.eta_start = std::min(run.integrator.eta_start, eta_start);
  check_together(run);

  OrdersRow row{.integrator = ladder.name, .n = n, .eta = eta};
  row.to = options.to > 0 ? options.to : n <= 4096 ? 1 : 0.25;
  row.seeds = options.seeds > 0 ? options.seeds : n <= 1024 ? 3 : n <= 4096 ? 2 : 1;
  std::vector<double> wall, processor, steps, error;
  for (run.model.seed = 1; run.model.seed <= row.seeds; ++run.model.seed) {
    const OrdersRow one = run_once(run, row.to);
    wall.push_back(one.wall_seconds);
    processor.push_back(one.cpu_seconds);
    steps.push_back(one.steps);
    error.push_back(one.energy_error);
  }
  row.wall_seconds = median(wall);
  row.cpu_seconds = median(processor);
  row.steps = median(steps);
  row.energy_error = median(error);
  return row;
}

}  // namespace

OrdersReached reached_by(const std::vector<OrdersRow>& rows, double error) {
  TUCANA_EXPECT(!rows.empty());
  OrdersReached reached{.integrator = rows.front().integrator, .n = rows.front().n, .error = error};
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    const OrdersRow &a = rows[k], &b = rows[k + 1];
    if (!(a.energy_error >= error && error >= b.energy_error && b.energy_error > 0)) continue;
    const double span = std::log(a.energy_error / b.energy_error);
    const double part = span > 0 ? std::log(a.energy_error / error) / span : 0;
    const auto between = [part](double x, double y) { return x > 0 && y > 0 ? x * std::pow(y / x, part) : x; };
    reached.eta = between(a.eta, b.eta);
    reached.wall_seconds = between(a.wall_seconds, b.wall_seconds);
    reached.cpu_seconds = between(a.cpu_seconds, b.cpu_seconds);
    reached.steps = between(a.steps, b.steps);
    break;
  }
  return reached;
}

OrdersReport run_orders_bench(const OrdersBenchOptions& options) {
  OrdersReport report{options, {}, {}};
  if (options.errors.empty()) throw InputError("bench orders needs an energy error to reach");
  const double smallest = std::ranges::min(options.errors);
  for (const std::size_t n : options.n) {
    for (const Ladder& ladder : ladders) {
      std::vector<OrdersRow> rows;
      double eta = ladder.first;
      for (int rung = 0; rung < options.most_rungs; ++rung, eta *= ladder.ratio) {
        rows.push_back(run_rung(ladder, n, eta, options));
        if (rows.back().energy_error <= smallest) break;
      }
      report.rows.insert(report.rows.end(), rows.begin(), rows.end());
      for (const double error : options.errors) report.reached.push_back(reached_by(rows, error));
    }
  }
  return report;
}

}  // namespace tucana::bench
