#include "bench/run_bench.h"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "bench/regular_bound.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana::bench {
namespace {

double energy_at(Simulation& simulation, double time) { return simulation.report_at(simulation.tick_of(time)).energy; }

void step_to(Simulation& simulation, double time) {
  const Tick t = simulation.tick_of(time);
  while (simulation.integrator().next() <= t) simulation.integrator().step();
}

IntegratorCounts operator-(const IntegratorCounts& a, const IntegratorCounts& b) {
  return {a.steps - b.steps, a.blocks - b.blocks, a.interactions - b.interactions, a.regular_steps - b.regular_steps,
          a.neighbours - b.neighbours};
}

PhaseSeconds operator-(const PhaseSeconds& a, const PhaseSeconds& b) {
  return {a.predict - b.predict, a.force - b.force, a.irregular - b.irregular, a.correct - b.correct,
          a.schedule - b.schedule};
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
  row.n = simulation.integrator().star_count();
  row.threads = simulation.threads();
  row.eta = options.integrator.eta;
  row.from = from;
  row.to = to;
  row.counts = simulation.integrator().counts() - counts;
  row.seconds = simulation.integrator().seconds() - seconds;
  row.energy_error_per_unit = std::abs((energy_at(simulation, to) - energy_from) / energy_from) / (to - from);
  if (const auto* scheme = dynamic_cast<const AhmadCohen*>(&simulation.integrator())) {
    const double pairs = static_cast<double>(row.counts.regular_steps) * static_cast<double>(row.n - 1);
    row.regular_bound_seconds =
        pairs / list_making_rate(simulation.engine(), scheme->bodies(), simulation.law(), options.integrator.list_rule);
  }
  return row;
}

std::string to_table(const std::vector<RunRow>& rows) {
  std::string text;
  std::string conditions;
  for (const auto& r : rows) {
    const std::string here = fmt::format("{}, t = {} to {}", r.engine, r.from, r.to);
    if (here != conditions) {
      conditions = here;
      text += fmt::format("{}\n{:<11} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>4} {:>7} {:>7}\n", here, "integrator", "N",
                          "wall s", "force s", "irreg.s", "steps", "regular", "nb.", "bound s", "dE/unit");
    }
    text += fmt::format("{:<11} {:>6} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.1e} {:>7.1e} {:>4.0f} {:>7.2f} {:>7.1e}\n",
                        r.integrator, r.n, r.wall_seconds, r.seconds.force, r.seconds.irregular,
                        static_cast<double>(r.counts.steps), static_cast<double>(r.counts.regular_steps),
                        r.counts.mean_neighbours(), r.regular_bound_seconds, r.energy_error_per_unit);
  }
  return text;
}

std::string to_json(const std::vector<RunRow>& rows) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& r : rows) {
    nlohmann::ordered_json row = {{"integrator", r.integrator},
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
                                  {"force_seconds", r.seconds.force + r.seconds.irregular},
                                  {"correct_seconds", r.seconds.correct},
                                  {"schedule_seconds", r.seconds.schedule},
                                  {"energy_error_per_unit", r.energy_error_per_unit}};
    if (r.counts.regular_steps > 0) {
      row["regular_seconds"] = r.seconds.force;
      row["irregular_seconds"] = r.seconds.irregular;
      row["regular_steps"] = r.counts.regular_steps;
      row["irregular_steps"] = r.counts.steps;
      row["mean_neighbours"] = r.counts.mean_neighbours();
      row["regular_bound_seconds"] = r.regular_bound_seconds;
    }
    results.push_back(std::move(row));
  }
  return nlohmann::ordered_json{{"results", results}}.dump(2) + "\n";
}

}  // namespace tucana::bench
