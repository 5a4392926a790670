#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/program/commands.h"
#include "bench/program/picture.h"
#include "bench/tree_active.h"
#include "bench/tree_bench.h"
#include "bench/tree_memory.h"
#include "bench/tree_runs.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/option_value.h"

namespace tucana::bench {
namespace {

struct TreeWords {
  std::string model = "nfw", engine = "cpu", n, seed, threads, rounds, group, leaf, ball, split, to;
  std::vector<std::string> criteria, orders, accuracies, intervals, radii;
  bool active = false, crossing = false, scaling = false, steps = false, tuning = false, blocks = false, memory = false;
  ReportWords report;
};

/// The value of a word.
template <class Value>
Value choice_of(const std::string& word, const char* flag) {
  const auto value = value_of_word<Value>(word);
  if (!value) throw InputError(fmt::format("{} {} is not one of {}", flag, word, fmt::join(words_of<Value>(), ", ")));
  return *value;
}
template <class Value>
std::vector<Value> choices_of(const std::vector<std::string>& words, const char* flag, Value usual) {
  if (words.empty()) return {usual};
  std::vector<Value> values;
  values.reserve(words.size());
  for (const std::string& word : words) values.push_back(choice_of<Value>(word, flag));
  return values;
}

TreeBenchOptions options_of(const TreeWords& words) {
  TreeBenchOptions options;
  options.model = words.model;
  options.engine = words.engine;
  const auto whole = [](const std::string& word, const char* flag, long long low, long long high, auto& value) {
    if (!word.empty())
      value =
          static_cast<std::remove_reference_t<decltype(value)>>(app::whole_numbers({word}, flag, low, high).front());
  };
  whole(words.n, "-n", 1, 100'000'000, options.n);
  whole(words.seed, "--seed", 0, 1'000'000'000, options.seed);
  whole(words.threads, "--threads", 0, 4096, options.threads);
  whole(words.rounds, "--rounds", 1, 1000, options.rounds);
  whole(words.group, "--group", 1, 256, options.tree.group_bodies);
  whole(words.leaf, "--leaf", 1, 256, options.tree.leaf_bodies);
  if (!words.split.empty()) options.tree.split_radius = app::positive_number(words.split, "--split");
  if (!words.ball.empty()) options.tree.ball = choice_of<BallKind>(words.ball, "--ball");
  options.criteria = choices_of(words.criteria, "--criterion", options.tree.criterion);
  options.orders = choices_of(words.orders, "--order", options.tree.order);
  for (const std::string& word : words.accuracies) {
    options.accuracies.push_back(app::positive_number(word, "--accuracy"));
    options.tree.accuracy = options.accuracies.back();
  }
  check(options.tree);
  return options;
}

TreeRunsOptions runs_of(const TreeWords& words, const TreeBenchOptions& forces) {
  TreeRunsOptions options;
  options.model = forces.model, options.n = forces.n, options.seed = forces.seed;
  options.threads = forces.threads, options.rounds = forces.rounds, options.engine = forces.engine;
  options.tree = forces.tree;
  options.tree.criterion = forces.criteria.front(), options.tree.order = forces.orders.front();
  if (!forces.accuracies.empty()) options.accuracies = forces.accuracies;
  if (!words.to.empty()) options.to = app::positive_number(words.to, "--to");
  if (!words.intervals.empty()) {
    const auto intervals = app::whole_numbers(words.intervals, "--interval", 1, 1'000'000);
    options.intervals.assign(intervals.begin(), intervals.end());
  }
  if (!words.radii.empty()) options.split_radii.clear();
  for (const std::string& word : words.radii) options.split_radii.push_back(app::positive_number(word, "--radius"));
  return options;
}

ReportText measure(const TreeWords& words) {
  TreeBenchOptions options = options_of(words);
  if (words.steps) {
    const auto report = run_tree_steps_bench(runs_of(words, options));
    return {steps_table(report), steps_json(report)};
  }
  if (words.tuning) {
    const auto report = run_tree_tuning_bench(runs_of(words, options));
    return {tuning_table(report), tuning_json(report)};
  }
  if (words.blocks) return text_of(run_tree_blocks_bench(runs_of(words, options)));
  if (words.memory) return text_of(run_tree_memory_bench(runs_of(words, options)));
  options.tree.criterion = options.criteria.front(), options.tree.order = options.orders.front();
  if (words.active) return text_of(run_active_bench(options));
  if (words.scaling) {
    const auto rows = run_scaling_bench(options);
    return {to_table(rows), to_json(rows, options)};
  }
  if (words.crossing) return text_of(run_crossing_bench(options));
  return text_of(run_tree_bench(options));
}

int bench_tree(const TreeWords& words) {
  if (words.memory && !words.report.plot.empty()) throw InputError("--memory has no picture");
  expect_picture_can_be_drawn(words.report);
  show(measure(words), words.report);
  return 0;
}

}  // namespace

void add_tree_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("tree", "time and error of tree forces");
  auto words = std::make_shared<TreeWords>();
  command->add_option("--model", words->model, "nfw, m31, plummer, hernquist [nfw]")->type_name("NAME");
  command->add_option("--engine", words->engine, "cpu, opencl, cuda [cpu]")->type_name("KIND");
  command->add_option("-n", words->n, "number of bodies [131072]")->type_name("N");
  command->add_option("--criterion", words->criteria, "angle, multipole, acceleration [last]")
      ->type_name("NAME,..")
      ->delimiter(',');
  command->add_option("--order", words->orders, "monopole, quadrupole [last]")->type_name("NAME,..")->delimiter(',');
  command->add_option("--accuracy", words->accuracies, "[.9 to .1 for angles, else 2^-2 to 2^-19]")
      ->type_name("D,..")
      ->delimiter(',');
  command->add_option("--leaf", words->leaf, "tree.leaf_bodies")->type_name("N");
  command->add_option("--group", words->group, "tree.group_bodies")->type_name("N");
  command->add_option("--split", words->split, "tree.split_radius")->type_name("F");
  command->add_option("--ball", words->ball, "tree.ball")->type_name("NAME");
  command->add_option("--threads", words->threads, "threads [all]")->type_name("T");
  command->add_option("--rounds", words->rounds, "repetitions; the best one counts [3]")->type_name("R");
  command->add_option("--seed", words->seed, "seed of the model [1]")->type_name("S");
  app::Argument* parts[] = {
      command->add_flag("--active", words->active, "walks for few to all bodies, by group size"),
      command->add_flag("--crossing", words->crossing, "N from 256 on, compared with direct sums"),
      command->add_flag("--scaling", words->scaling, "N from 16384 on, compared with N log N"),
      command->add_flag("--steps", words->steps, "runs with block and with shared steps"),
      command->add_flag("--blocks", words->blocks, "a run, block by block"),
      command->add_flag("--memory", words->memory, "bytes per body of a run"),
      command->add_flag("--tuning", words->tuning, "self-tuned runs compared with fixed ones")};
  for (app::Argument* one : parts)
    for (app::Argument* other : parts)
      if (one != other) one->excludes(other);
  command->add_option("--to", words->to, "end of runs [1]")->type_name("TIME");
  command->add_option("--interval", words->intervals, "fixed tree.rebuild_interval [1,2,4,..64]")
      ->type_name("N,..")
      ->delimiter(',');
  command->add_option("--radius", words->radii, "fixed tree.split_radius [1.5,3,6,12]")
      ->type_name("F,..")
      ->delimiter(',');
  add_report_flags(*command, words->report);
  command->footer(
      "'fifth' is a step of the fifth of the bodies with the largest accelerations\n"
      "on an existing tree. NFW has a hard cut at 5 scale radii. Runs (--steps,\n"
      "--blocks, --tuning) and --active use an accuracy of 2^-7 by default.\n"
      "Examples:\n  tucana-bench tree --tuning --model m31 --to 2 --plot tuning.png\n  tucana-bench tree --model m31 "
      "-n 131072 --accuracy 0.0078125");
  command->callback([words, &action] { action = [words] { return bench_tree(*words); }; });
}

}  // namespace tucana::bench
