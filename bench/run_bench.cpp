#include "bench/run_bench.h"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "tucana/core/stopwatch.h"

namespace tucana::bench {
namespace {

double energy_at(Simulation& simulation, double time) { return simulation.report_at(simulation.tick_of(time)).energy; }

void step_to(Simulation& simulation, double time) {
  const Tick t = simulation.tick_of(time);
  while (simulation.integrator().next() <= t) simulation.integrator().step();
}

IntegratorCounts operator-(const IntegratorCounts& a, const IntegratorCounts& b) {
  return {a.steps - b.steps, a.blocks - b.blocks, a.interactions - b.interactions};
}

PhaseSeconds operator-(const PhaseSeconds& a, const PhaseSeconds& b) {
  return {a.predict - b.predict, a.force - b.force, a.correct - b.correct, a.schedule - b.schedule};
}

}  // namespace

RunRow run_run_bench(const Options& options, double from, double to) {
  Simulation simulation(options);
  simulation.start();
  step_to(simulation, from);
  const double energy_from = energy_at(simulation, from);
  const IntegratorCounts counts = simulation.integrator().counts();
  const PhaseSeconds seconds = simulation.integrator().seconds();
  const Stopwatch watch;
  step_to(simulation, to);
  RunRow row;
  row.wall_seconds = watch.seconds();
  row.integrator = simulation.integrator().name();
  row.engine = simulation.engine_description();
  row.n = simulation.integrator().size();
  row.threads = simulation.threads();
  row.eta = options.integrator.eta;
  row.from = from;
  row.to = to;
  row.counts = simulation.integrator().counts() - counts;
  row.seconds = simulation.integrator().seconds() - seconds;
  row.energy_error_per_unit = std::abs((energy_at(simulation, to) - energy_from) / energy_from) / (to - from);
  return row;
}

std::string to_table(const std::vector<RunRow>& rows) {
  std::string text = fmt::format("{:<11} {:>7} {:>7} {:>9} {:>10} {:>8} {:>8} {:>9}\n", "integrator", "N", "threads",
                                 "wall s", "steps", "force s", "pairs/s", "dE/E/unit");
  for (const auto& r : rows) {
    text += fmt::format("{:<11} {:>7} {:>7} {:>9.3f} {:>10} {:>8.3f} {:>8.2g} {:>9.1e}\n", r.integrator, r.n, r.threads,
                        r.wall_seconds, r.counts.steps, r.seconds.force,
                        static_cast<double>(r.counts.interactions) / r.seconds.force, r.energy_error_per_unit);
  }
  return text;
}

std::string to_json(const std::vector<RunRow>& rows) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& r : rows) {
    results.push_back({{"integrator", r.integrator},
                       {"engine", r.engine},
                       {"n", r.n},
                       {"threads", r.threads},
                       {"eta", r.eta},
                       {"from", r.from},
                       {"to", r.to},
                       {"wall_seconds", r.wall_seconds},
                       {"steps", r.counts.steps},
                       {"blocks", r.counts.blocks},
                       {"interactions", r.counts.interactions},
                       {"predict_seconds", r.seconds.predict},
                       {"force_seconds", r.seconds.force},
                       {"correct_seconds", r.seconds.correct},
                       {"schedule_seconds", r.seconds.schedule},
                       {"energy_error_per_unit", r.energy_error_per_unit}});
  }
  return nlohmann::ordered_json{{"results", results}}.dump(2) + "\n";
}

}  // namespace tucana::bench
