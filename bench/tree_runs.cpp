#include "bench/tree_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "bench/fma_peak.h"
#include "bench/tree_models.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {
namespace {

/// Times are taken part by part, so that a disturbance spoils a part of a round only.
constexpr std::size_t parts = 32;

struct PartSeconds {
  double all = 0, build = 0, moments = 0, walk = 0;
};

double sum_of(const std::vector<PartSeconds>& run) {
  double sum = 0;
  for (const PartSeconds& part : run) sum += part.all;
  return sum;
}

/// One way to run, and the best that was seen of it.
struct Candidate {
  TreeOptions tree;
  TreeRunRow row;
  std::vector<PartSeconds> best = std::vector<PartSeconds>(parts, {std::numeric_limits<double>::infinity()});

  double seconds() const { return sum_of(best); }
  /// Part by part, as all rounds do the same; but clocks build trees elsewhere in each round, and the best parts of
  /// several would have none.
  void take(const std::vector<PartSeconds>& round) {
    const bool is_best = sum_of(round) < row.whole_seconds;
    row.whole_seconds = std::min(row.whole_seconds, sum_of(round));
    if (row.tuning == "timed") {
      if (is_best) best = round;
      return;
    }
    for (std::size_t part = 0; part < parts; ++part)
      if (round[part].all < best[part].all) best[part] = round[part];
  }
};

double energy_of(Leapfrog& integrator) {
  const auto sums = integrator.conserved(integrator.now());
  return sums ? sums->kinetic + sums->potential : 0;
}

LeapfrogOptions leapfrog_options(const TreeRunsOptions& options, StepRule steps, double softening) {
  LeapfrogOptions leapfrog;
  leapfrog.steps = steps;
  leapfrog.eta = options.eta, leapfrog.largest_step = options.largest_step;
  leapfrog.law.eps2 = softening * softening;
  return leapfrog;
}

class Run {
 public:
  Run(Candidate& candidate, const TreeRunsOptions& options, const TreeModel& model, Workers& workers)
      : candidate_(candidate),
        engine_(make_bench_tree(options.engine, candidate.tree, workers)),
        integrator_(leapfrog_options(options, candidate.row.steps, model.softening), *engine_, workers) {
    integrator_.start(model.stars.view());
    start_ = integrator_.counts();
    if (candidate.row.rounds == 0) energy_ = energy_of(integrator_);
  }

  void advance(Tick end, std::size_t part) {
    PartSeconds seconds;
    const Stopwatch watch;
    while (integrator_.next() <= end) {
      integrator_.step();
      const TreeReport& report = engine_->last_report();
      seconds.build += report.build_seconds();
      seconds.moments += report.predict + report.moments;
      seconds.walk += report.groups + report.walk;
    }
    seconds.all = watch.seconds();
    parts_[part] = seconds;
  }

  void finish() {
    candidate_.take(parts_);
    TreeRunRow& row = candidate_.row;
    if (++row.rounds > 1) return;
    row.body_steps = integrator_.counts().steps - start_.steps;
    row.blocks = integrator_.counts().blocks - start_.blocks;
    row.interactions = integrator_.counts().interactions - start_.interactions;
    const TuningRecord record = tuning_record_from(integrator_.tuning_record(), "the run");
    row.builds = record.built.size() - 1;  // but for the first, which is not in the time
    row.split_radius = record.split_radius.back();
    row.energy_error = (energy_of(integrator_) - energy_) / std::abs(energy_);
  }

 private:
  Candidate& candidate_;
  std::vector<PartSeconds> parts_ = std::vector<PartSeconds>(parts);
  std::unique_ptr<TreeEngine> engine_;
  Leapfrog integrator_;
  IntegratorCounts start_;
  double energy_ = 0;
};

class Bench {
 public:
  explicit Bench(const TreeRunsOptions& options)
      : workers_(options.threads),
        options_(options),
        model_(make_tree_model(options.model, options.n, options.seed, workers_)) {}

  TreeRunsReport report(const std::vector<Candidate>& candidates) {
    TreeRunsReport report{cpu_name(),
                          make_bench_tree(options_.engine, options_.tree, workers_)->description(),
                          options_,
                          model_.softening,
                          {}};
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

  /// Side by side, part by part: what disturbs the machine for seconds disturbs all of them.
  void run(const std::vector<Candidate*>& candidates) {
    std::vector<std::unique_ptr<Run>> runs;
    runs.reserve(candidates.size());
    for (Candidate* candidate : candidates)
      runs.push_back(std::make_unique<Run>(*candidate, options_, model_, workers_));
    for (std::size_t part = 0; part < parts; ++part) {
      const Tick end = Tick::nearest(options_.to * static_cast<double>(part + 1) / parts);
      for (std::size_t i = 0; i < runs.size(); ++i) runs[(part + i) % runs.size()]->advance(end, part);
    }
    for (const auto& run : runs) run->finish();
  }

 private:
  ThreadPool workers_;
  TreeRunsOptions options_;
  TreeModel model_;
};

Candidate tuned(const TreeRunsOptions& options, double accuracy, StepRule steps, TuningMode mode) {
  Candidate candidate{options.tree, {.steps = steps, .tuning = mode == TuningMode::timed ? "timed" : "counted"}};
  candidate.tree.accuracy = candidate.row.accuracy = accuracy;
  candidate.tree.tuning = mode;
  candidate.tree.rebuild_interval = 0;
  candidate.tree.split_radius = 0;
  return candidate;
}

Candidate fixed(const TreeRunsOptions& options, double accuracy, std::int64_t interval, double radius) {
  Candidate candidate = tuned(options, accuracy, StepRule::block, TuningMode::counted);
  candidate.row.tuning = "fixed";
  candidate.tree.rebuild_interval = candidate.row.interval = interval;
  candidate.tree.split_radius = radius;
  return candidate;
}

}  // namespace

TreeRunsReport run_tree_steps_bench(const TreeRunsOptions& options) {
  Bench bench(options);
  std::vector<Candidate> candidates;
  for (const double accuracy : options.accuracies)
    for (const StepRule steps : {StepRule::block, StepRule::shared})
      candidates.push_back(tuned(options, accuracy, steps, options.tree.tuning));
  for (int round = 0; round < options.rounds; ++round) {
    // One pair at a time, since there may be many accuracies.
    for (std::size_t i = 0; i < candidates.size(); i += 2) bench.run({&candidates[i], &candidates[i + 1]});
  }
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
    std::vector<Candidate*> hopeful;
    for (Candidate& candidate : candidates)
      if (candidate.row.tuning != "fixed" || round == 0 || candidate.seconds() < hopeless * best)
        hopeful.push_back(&candidate);
    bench.run(hopeful);
    best = candidates.front().seconds();
    for (const Candidate& candidate : candidates) best = std::min(best, candidate.seconds());
  }
  return bench.report(candidates);
}

TreeBlocksReport run_tree_blocks_bench(const TreeRunsOptions& options) {
  ThreadPool workers(options.threads);
  const TreeModel model = make_tree_model(options.model, options.n, options.seed, workers);
  TreeOptions tree = options.tree;
  tree.accuracy = options.accuracies.front();
  TreeBlocksReport report{cpu_name(), make_bench_tree(options.engine, tree, workers)->description(), options, {}};
  for (int round = 0; round < options.rounds; ++round) {
    const auto engine = make_bench_tree(options.engine, tree, workers);
    Leapfrog integrator(leapfrog_options(options, StepRule::block, model.softening), *engine, workers);
    integrator.start(model.stars.view());
    for (std::size_t k = 0; integrator.next() <= Tick::nearest(options.to); ++k) {
      const std::uint64_t steps = integrator.counts().steps;
      const Stopwatch watch;
      integrator.step();
      const TreeReport& part = engine->last_report();
      const TreeBlock block{
          integrator.counts().steps - steps, part.interactions(),    watch.seconds(), part.build_seconds(),
          part.predict + part.moments,       part.groups + part.walk};
      if (k == report.blocks.size())
        report.blocks.push_back(block);
      else if (block.seconds < report.blocks[k].seconds)
        report.blocks[k] = block;
    }
  }
  return report;
}

const TreeRunRow& best_fixed(const std::vector<TreeRunRow>& rows) {
  const auto cost = [](const TreeRunRow& row) {
    return row.tuning == "fixed" ? row.seconds : std::numeric_limits<double>::infinity();
  };
  return *std::min_element(rows.begin(), rows.end(),
                           [&](const TreeRunRow& a, const TreeRunRow& b) { return cost(a) < cost(b); });
}

double over_best_fixed(const TreeRunRow& row, const std::vector<TreeRunRow>& rows) {
  if (row.tuning != "timed") return row.seconds / best_fixed(rows).seconds;
  double best = std::numeric_limits<double>::infinity();
  for (const TreeRunRow& other : rows)
    if (other.tuning == "fixed") best = std::min(best, other.whole_seconds);
  return row.whole_seconds / best;
}

}  // namespace tucana::bench
