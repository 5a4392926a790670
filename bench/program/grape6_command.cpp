#include <fmt/format.h>

#include <memory>

#include "bench/grape6.h"
#include "bench/program/commands.h"
#include "tucana/app/number_list.h"
#include "tucana/simulation/options/option_value.h"

namespace tucana::bench {
namespace {

struct Grape6Words {
  std::string targets, sources, engine, precision, rounds;
  bool json = false;
};

int bench_grape6(const Grape6Words& words) {
  Grape6BenchOptions options;
  const auto number = [](const std::string& word, const char* name, int& to, int most) {
    if (!word.empty()) to = static_cast<int>(app::whole_numbers({word}, name, 1, most).front());
  };
  number(words.sources, "-n", options.sources, 100'000'000);
  number(words.targets, "--targets", options.targets, options.sources);
  number(words.rounds, "--rounds", options.rounds, 1000);
  options.targets = std::min(options.targets, options.sources);
  options.few_targets = std::min(options.few_targets, options.targets);
  Options parsed;
  const auto take = [&](const char* key, const std::string& word, const char* name) {
    const OptionEntry& entry = *find_option(key);
    if (!word.empty()) entry.set(parsed, parse_value(entry, word, name));
  };
  take("engine.precision", words.precision, "--precision");
  take("engine.kind", words.engine, "--engine");
  if (!words.precision.empty()) options.precision = parsed.engine.precision;
  if (!words.engine.empty()) options.engine = words.engine;
  const Grape6BenchReport report = run_grape6_bench(options);
  fmt::print("{}", words.json ? to_json(report) : to_table(report));
  return 0;
}

}  // namespace

void add_grape6_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("g6", "cost of libg6 compared with the engine alone");
  auto words = std::make_shared<Grape6Words>();
  command->add_option("-n", words->sources, "number of sources [16384]")->type_name("N");
  command->add_option("--targets", words->targets, "number of targets [2048]")->type_name("N");
  command->add_option("--engine", words->engine, "cpu, opencl, cuda [cpu]")->type_name("NAME");
  command->add_option("--precision", words->precision, "fp64, extended, two_float, fp32 [two_float]")
      ->type_name("NAME");
  command->add_option("--rounds", words->rounds, "repetitions; the best one counts [10]")->type_name("R");
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench g6 --precision fp64");
  command->callback([words, &action] { action = [words] { return bench_grape6(*words); }; });
}

}  // namespace tucana::bench
