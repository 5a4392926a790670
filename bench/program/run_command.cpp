#include <fmt/format.h>

#include <memory>

#include "bench/program/commands.h"
#include "bench/run_bench.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::bench {
namespace {

struct RunWords {
  std::vector<std::string> n, integrators, settings;
  std::string from = "2", to = "4";
  bool json = false;
};

int bench_run(const RunWords& words) {
  const double from = app::finite_number(words.from, "--from", 0), to = app::positive_number(words.to, "--to");
  if (!(to > from)) throw InputError(fmt::format("--to {} is not after --from {}", words.to, words.from));
  const auto integrators = words.integrators.empty() ? std::vector<std::string>{"hermite4"} : words.integrators;
  const auto numbers = words.n.empty() ? std::vector<std::string>{"1024"} : words.n;
  // All arguments are checked before the first long run.
  std::vector<Options> all;
  for (const std::string& integrator : integrators) {
    for (const long long n : app::whole_numbers(numbers, "-n", 2, 100'000'000)) {
      std::vector<std::string> settings = words.settings;
      settings.push_back(fmt::format("integrator.kind={}", integrator));
      settings.push_back(fmt::format("model.n={}", n));
      all.push_back(resolve_options({}, settings));
    }
  }
  std::vector<RunRow> rows;
  for (const Options& options : all) rows.push_back(run_run_bench(options, from, to));
  fmt::print("{}", words.json ? to_json(rows) : to_table(rows));
  return 0;
}

}  // namespace

void add_run_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("run", "time of a Plummer cluster over some time units");
  auto words = std::make_shared<RunWords>();
  command->add_option("-n", words->n, "numbers of stars [1024]")->type_name("N,..")->delimiter(',');
  command->add_option("--integrator", words->integrators, "integrator.kind [hermite4]")
      ->type_name("NAME,..")
      ->delimiter(',');
  command->add_option("--from", words->from, "the clock starts at this time [2]")->type_name("TIME");
  command->add_option("--to", words->to, "and stops at this one [4]")->type_name("TIME");
  command->add_option("--set", words->settings, "any other option; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench run -n 1024,4096 --from 2 --to 4 --set engine.precision=two_float");
  command->callback([words, &action] { action = [words] { return bench_run(*words); }; });
}

}  // namespace tucana::bench
