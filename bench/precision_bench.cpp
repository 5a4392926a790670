#include "bench/precision_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "tucana/analysis/energy.h"
#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::bench {
namespace {

void check(const PrecisionBenchOptions& options) {
  if (options.engine != "opencl" && options.engine != "cuda") {
    throw InputError(fmt::format("bench precision needs a device (opencl or cuda): engine {} keeps its state in double",
                                 options.engine));
  }
  for (const Precision precision : options.precisions) {
    if (precision == Precision::two_float) {
      throw InputError("bench precision compares fp64, extended and fp32: with two_float the state is in double");
    }
  }
  if (!(options.to > 0)) throw InputError(fmt::format("the end time {} is not > 0", options.to));
  if (!(options.step > 0 && options.step <= options.to)) {
    throw InputError(fmt::format("the step {} does not lie between 0 and the end time {}", options.step, options.to));
  }
}

Options run_options(const PrecisionBenchOptions& options, Precision precision) {
  Options run = default_options(IntegratorKind::hermite6);
  run.model.n = static_cast<std::int64_t>(options.n);
  run.model.seed = static_cast<std::int64_t>(options.seed);
  run.gravity.softening = options.softening;
  run.engine.kind = options.engine;
  run.engine.precision = precision;
  run.integrator.steps = StepRule::fixed;
  run.integrator.fixed_step = options.step;
  check_together(run);
  return run;
}

/// Energy and angular momentum as the host's double precision sees a state.
class Yardstick {
 public:
  explicit Yardstick(double softening) : law_{softening * softening} {}

  PrecisionPoint compare(double time, const Stars& stars) {
    const double energy = energies(stars, law_, *engine_).total();
    const Vec3 spin = angular_momentum(stars);
    if (!started_) {
      energy0_ = energy;
      spin0_ = spin;
      started_ = true;
    }
    return {time, (energy - energy0_) / std::abs(energy0_), norm(spin - spin0_) / norm(spin0_)};
  }

 private:
  PairLaw law_;
  ThreadPool workers_{0};
  std::unique_ptr<ForceEngine> engine_ = make_engine({.kind = "cpu", .precision = Precision::fp64}, workers_);
  bool started_ = false;
  double energy0_ = 0;
  Vec3 spin0_;
};

PrecisionRun run_in(const PrecisionBenchOptions& options, Precision precision) {
  Simulation simulation(run_options(options, precision));
  simulation.start();
  Integrator& integrator = simulation.integrator();
  Yardstick yardstick(options.softening);
  PrecisionRun run{.precision = std::string(name_of(precision)), .engine = simulation.engine_description()};
  const Tick end = simulation.tick_of(options.to);
  run.points.push_back(yardstick.compare(0, simulation.stars_at(Tick{0})->view()));
  const double interval = std::max(options.interval, options.step);
  for (double look = interval; integrator.next() <= end; look += interval) {
    const Tick until = std::min(simulation.tick_of(look), end);
    const Tick before = integrator.now();
    const Stopwatch watch;
    while (integrator.next() <= until) integrator.step();
    run.wall_seconds += watch.seconds();
    if (integrator.now() == before) continue;
    run.points.push_back(
        yardstick.compare(simulation.time_of(integrator.now()), simulation.stars_at(integrator.now())->view()));
  }
  run.steps = integrator.counts().blocks;
  return run;
}

double largest(const std::vector<PrecisionPoint>& points, double PrecisionPoint::*member) {
  double most = 0;
  for (const PrecisionPoint& point : points) most = std::max(most, std::abs(point.*member));
  return most;
}

}  // namespace

double PrecisionRun::largest_energy_error() const { return largest(points, &PrecisionPoint::energy_error); }
double PrecisionRun::largest_angular_momentum_error() const {
  return largest(points, &PrecisionPoint::angular_momentum_error);
}

PrecisionReport run_precision_bench(const PrecisionBenchOptions& options) {
  check(options);
  PrecisionReport report{options, {}};
  for (const Precision precision : options.precisions) report.runs.push_back(run_in(options, precision));
  return report;
}

std::string to_table(const PrecisionReport& report) {
  const PrecisionBenchOptions& o = report.options;
  std::string text = fmt::format(
      "Plummer sphere, N = {}, softening {},\nhermite6 with fixed steps of {}, t = 0 to {};\n"
      "state in the precision under test, errors summed in double on the host\n\n",
      o.n, o.softening, o.step, o.to);
  text += fmt::format("{:<10} {:>9} {:>10} {:>10} {:>10} {:>10}\n", "precision", "wall s", "dE/E end", "largest",
                      "dL/L end", "largest");
  for (const PrecisionRun& run : report.runs) {
    text += fmt::format("{:<10} {:>9.2f} {:>10.1e} {:>10.1e} {:>10.1e} {:>10.1e}\n", run.precision, run.wall_seconds,
                        run.points.back().energy_error, run.largest_energy_error(),
                        run.points.back().angular_momentum_error, run.largest_angular_momentum_error());
  }
  return text;
}

std::string to_json(const PrecisionReport& report) {
  const PrecisionBenchOptions& o = report.options;
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const PrecisionRun& run : report.runs) {
    for (const PrecisionPoint& point : run.points) {
      results.push_back({{"precision", run.precision},
                         {"time", point.time},
                         {"energy_error", point.energy_error},
                         {"angular_momentum_error", point.angular_momentum_error}});
    }
  }
  nlohmann::ordered_json all = {{"bench", "precision"}, {"model", "plummer"},       {"n", o.n},
                                {"seed", o.seed},       {"softening", o.softening}, {"integrator", "hermite6"},
                                {"steps", "fixed"},     {"step", o.step},           {"to", o.to}};
  for (const PrecisionRun& run : report.runs) {
    all[run.precision + "_engine"] = run.engine;
    all[run.precision + "_wall_seconds"] = run.wall_seconds;
  }
  all["results"] = results;
  return all.dump(2) + "\n";
}

}  // namespace tucana::bench
