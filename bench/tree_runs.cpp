#include "bench/tree_runs.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/fma_peak.h"
#include "bench/tree_models.h"
#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {
namespace {

/// Times are taken part by part, so that a disturbance spoils a part of a round only.
constexpr int parts = 32;

struct PartSeconds {
  double all = 0, build = 0, moments = 0, walk = 0;
};

/// One way to run, and the best that was seen of it.
struct Candidate {
  TreeOptions tree;
  TreeRunRow row;
  std::vector<PartSeconds> best = {};

  double seconds() const {
    double sum = 0;
    for (const PartSeconds& part : best) sum += part.all;
    return sum;
  }
};

double energy_of(Leapfrog& integrator) {
  const auto sums = integrator.conserved(integrator.now());
  return sums ? sums->kinetic + sums->potential : 0;
}

class Bench {
 public:
  explicit Bench(const TreeRunsOptions& options)
      : options_(options),
        workers_(options.threads),
        model_(make_tree_model(options.model, options.n, options.seed, workers_)) {}

  TreeRunsReport report(const std::vector<Candidate>& candidates) {
    TreeRunsReport report{
        cpu_name(), make_tree_engine(options_.tree, "best", workers_)->description(), options_, model_.softening, {}};
    for (const Candidate& candidate : candidates) {
      TreeRunRow row = candidate.row;
      for (const PartSeconds& part : candidate.best) {
        row.seconds += part.all;
        row.build_seconds += part.build, row.moments_seconds += part.moments, row.walk_seconds += part.walk;
      }
      report.rows.push_back(row);
    }
    return report;
  }

  void run(Candidate& candidate) {
    const auto engine = make_tree_engine(candidate.tree, "best", workers_);
    LeapfrogOptions leapfrog;
    leapfrog.steps = candidate.row.steps;
    leapfrog.eta = options_.eta, leapfrog.largest_step = options_.largest_step;
    leapfrog.law.eps2 = model_.softening * model_.softening;
    Leapfrog integrator(leapfrog, *engine, workers_);
    integrator.start(model_.stars.view());
    const bool first = candidate.best.empty();
    const double energy = first ? energy_of(integrator) : 0;
    const IntegratorCounts before = integrator.counts();
    std::vector<PartSeconds> seen;
    for (int part = 1; part <= parts; ++part) {
      seen.push_back(advance(integrator, *engine, Tick::nearest(options_.to * part / parts)));
    }
    keep_best(seen, candidate.best);
    TreeRunRow& row = candidate.row;
    ++row.rounds;
    if (!first) return;
    row.body_steps = integrator.counts().steps - before.steps;
    row.blocks = integrator.counts().blocks - before.blocks;
    row.interactions = integrator.counts().interactions - before.interactions;
    const TuningRecord record = tuning_record_from(integrator.tuning_record(), "the run");
    row.builds = record.built.size() - 1;  // but for the first, which is not in the time
    row.split_radius = record.split_radius.back();
    row.energy_error = (energy_of(integrator) - energy) / std::abs(energy);
  }

 private:
  static PartSeconds advance(Leapfrog& integrator, const TreeEngine& engine, Tick end) {
    PartSeconds seconds;
    const Stopwatch watch;
    while (integrator.next() <= end) {
      integrator.step();
      const TreeReport& report = engine.last_report();
      seconds.build += report.build_seconds();
      seconds.moments += report.predict + report.moments;
      seconds.walk += report.groups + report.walk;
    }
    seconds.all = watch.seconds();
    return seconds;
  }

  static void keep_best(const std::vector<PartSeconds>& seen, std::vector<PartSeconds>& best) {
    if (best.empty()) best = seen;
    for (std::size_t i = 0; i < best.size(); ++i)
      if (seen[i].all < best[i].all) best[i] = seen[i];
  }

  TreeRunsOptions options_;
  ThreadPool workers_;
  TreeModel model_;
};

Candidate tuned(const TreeRunsOptions& options, double accuracy, StepRule steps, TuningMode mode) {
  Candidate candidate{options.tree, {.steps = steps, .tuning = mode == TuningMode::timed ? "timed" : "counted"}};
  candidate.tree.accuracy = candidate.row.accuracy = accuracy;
  candidate.tree.tuning = mode;
  candidate.tree.rebuild_interval = 0;
  candidate.tree.tune_split = true;
  return candidate;
}

Candidate fixed(const TreeRunsOptions& options, double accuracy, std::int64_t interval, double radius) {
  Candidate candidate = tuned(options, accuracy, StepRule::block, TuningMode::counted);
  candidate.row.tuning = "fixed";
  candidate.tree.rebuild_interval = candidate.row.interval = interval;
  candidate.tree.split_radius = radius;
  candidate.tree.tune_split = false;
  return candidate;
}

}  // namespace

TreeRunsReport run_tree_steps_bench(const TreeRunsOptions& options) {
  Bench bench(options);
  std::vector<Candidate> candidates;
  for (const double accuracy : options.accuracies)
    for (const StepRule steps : {StepRule::block, StepRule::shared})
      candidates.push_back(tuned(options, accuracy, steps, options.tree.tuning));
  for (int round = 0; round < options.rounds; ++round)
    for (Candidate& candidate : candidates) bench.run(candidate);
  return bench.report(candidates);
}

TreeRunsReport run_tree_tuning_bench(const TreeRunsOptions& options) {
  constexpr double hopeless = 1.2;
  const double accuracy = options.accuracies.front();
  Bench bench(options);
  std::vector<Candidate> candidates = {tuned(options, accuracy, StepRule::block, TuningMode::counted),
                                       tuned(options, accuracy, StepRule::block, TuningMode::timed)};
  for (const std::int64_t interval : options.intervals)
    for (const double radius : options.split_radii) candidates.push_back(fixed(options, accuracy, interval, radius));
  double best = 0;
  for (int round = 0; round < options.rounds; ++round) {
    for (Candidate& candidate : candidates) {
      if (candidate.row.tuning == "fixed" && round > 0 && candidate.seconds() > hopeless * best) continue;
      bench.run(candidate);
    }
    best = candidates.front().seconds();
    for (const Candidate& candidate : candidates) best = std::min(best, candidate.seconds());
  }
  return bench.report(candidates);
}

const TreeRunRow& best_fixed(const std::vector<TreeRunRow>& rows) {
  const auto cost = [](const TreeRunRow& row) {
    return row.tuning == "fixed" ? row.seconds : std::numeric_limits<double>::infinity();
  };
  return *std::min_element(rows.begin(), rows.end(),
                           [&](const TreeRunRow& a, const TreeRunRow& b) { return cost(a) < cost(b); });
}

}  // namespace tucana::bench
