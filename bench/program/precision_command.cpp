#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "bench/precision_bench.h"
#include "bench/program/commands.h"
#include "bench/program/picture.h"
#include "bench/program/precision_list.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"

namespace tucana::bench {
namespace {

struct PrecisionWords {
  std::string n, to, step, softening, interval, seed, engine;
  std::vector<std::string> precisions;
  ReportWords report;
};

/// Other steps would be rounded to a power of two without notice.
double power_of_two(const std::string& word, const char* flag) {
  const double number = app::positive_number(word, flag);
  int exponent = 0;
  if (std::frexp(number, &exponent) != 0.5) {
    throw InputError(fmt::format("{} {} is not a power of two; steps are, as 0.0078125 is", flag, word));
  }
  return number;
}

PrecisionBenchOptions options_of(const PrecisionWords& words) {
  PrecisionBenchOptions options;
  if (!words.n.empty()) options.n = static_cast<std::size_t>(app::whole_numbers({words.n}, "-n", 2, 1'000'000).front());
  if (!words.seed.empty()) {
    options.seed = static_cast<std::uint64_t>(app::whole_numbers({words.seed}, "--seed", 0, 1'000'000'000).front());
  }
  if (!words.to.empty()) options.to = app::positive_number(words.to, "--to");
  if (!words.step.empty()) options.step = power_of_two(words.step, "--step");
  if (!words.interval.empty()) options.interval = app::positive_number(words.interval, "--interval");
  if (!words.softening.empty()) options.softening = app::finite_number(words.softening, "--softening", 0);
  if (!words.engine.empty()) options.engine = words.engine;
  if (!words.precisions.empty()) options.precisions = precisions_of(words.precisions, "--precision");
  return options;
}

int bench_precision(const PrecisionWords& words) {
  const PrecisionBenchOptions options = options_of(words);
  expect_picture_can_be_drawn(words.report);
  show(text_of(run_precision_bench(options)), words.report);
  return 0;
}

}  // namespace

void add_precision_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("precision", "hermite6 with its state in fp64, extended, fp32");
  auto words = std::make_shared<PrecisionWords>();
  command->add_option("-n", words->n, "number of stars [4096]")->type_name("N");
  command->add_option("--to", words->to, "end time [8]")->type_name("TIME");
  command->add_option("--step", words->step, "fixed step, a power of two [1/128]")->type_name("TIME");
  command->add_option("--softening", words->softening, "gravity.softening [1/8]")->type_name("LENGTH");
  command->add_option("--interval", words->interval, "time between two measurements [1/16]")->type_name("TIME");
  command->add_option("--seed", words->seed, "model.seed [1]")->type_name("S");
  command->add_option("--engine", words->engine, "opencl, cuda [opencl]")->type_name("NAME");
  command->add_option("--precision", words->precisions, "fp64, extended, fp32 [all]")
      ->type_name("NAME,..")
      ->delimiter(',');
  add_report_flags(*command, words->report);
  command->footer(
      "Softening and step are such that truncation lies far below the rounding\n"
      "of fp32: fp32 drifts, extended and fp64 stay flat.\n"
      "Example:\n  tucana-bench precision -n 4096 --plot precision.png");
  command->callback([words, &action] { action = [words] { return bench_precision(*words); }; });
}

}  // namespace tucana::bench
