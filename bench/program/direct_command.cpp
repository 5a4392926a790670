#include <fmt/format.h>

#include <memory>

#include "bench/direct.h"
#include "bench/program/commands.h"
#include "bench/program/precision_list.h"
#include "tucana/app/number_list.h"
#include "tucana/simulation/options/option_value.h"

namespace tucana::bench {
namespace {

struct DirectWords {
  std::string n, simd, rounds, neighbours;
  std::vector<std::string> engines, precisions, threads;
  bool json = false, snap = false, far_only = false;
};

int bench_direct(const DirectWords& words) {
  DirectBenchOptions options;
  if (!words.n.empty())
    options.n = static_cast<std::size_t>(app::whole_numbers({words.n}, "-n", 2, 100'000'000).front());
  if (!words.engines.empty()) options.engines = words.engines;
  if (!words.precisions.empty()) options.precisions = precisions_of(words.precisions, "--precision");
  if (!words.simd.empty()) options.simd = words.simd;
  if (!words.rounds.empty()) {
    options.rounds = static_cast<int>(app::whole_numbers({words.rounds}, "--rounds", 1, 1000).front());
  }
  options.snap = words.snap;
  options.far_only = words.far_only;
  if (!words.neighbours.empty()) {
    options.neighbours = static_cast<int>(app::whole_numbers({words.neighbours}, "--neighbours", 0, 100'000).front());
  }
  if (!words.threads.empty()) {
    options.threads.clear();
    for (const long long count : app::whole_numbers(words.threads, "--threads", 1, 4096)) {
      options.threads.push_back(static_cast<int>(count));
    }
  }
  for (const std::string& engine : options.engines) {
    const OptionEntry& entry = *find_option("engine.kind");
    parse_value(entry, engine, "--engine");
  }
  const DirectBenchReport report = run_direct_bench(options);
  fmt::print("{}", words.json ? to_json(report) : to_table(report));
  return 0;
}

}  // namespace

void add_direct_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("direct", "pair forces per second, relative to the FMA peak");
  auto words = std::make_shared<DirectWords>();
  command->add_option("-n", words->n, "number of bodies [16384]")->type_name("N");
  command->add_option("--engine", words->engines, "cpu, reference [cpu]")->type_name("NAME,..")->delimiter(',');
  command->add_option("--precision", words->precisions, "fp64, extended, two_float, fp32 [all]")
      ->type_name("NAME,..")
      ->delimiter(',');
  command->add_option("--threads", words->threads, "numbers of threads [1,2]")->type_name("T,..")->delimiter(',');
  command->add_option("--simd", words->simd, "SIMD level; see `tucana devices` [best]")->type_name("NAME");
  command->add_option("--rounds", words->rounds, "repetitions; the best one counts [5]")->type_name("R");
  command->add_flag("--snap", words->snap, "also the snap, which hermite6 needs");
  command->add_option("--neighbours", words->neighbours, "neighbours to list per body in the same pass [0]")
      ->type_name("N");
  command->add_flag("--far-only", words->far_only, "exclude the listed neighbours from the sums");
  command->add_flag("--json", words->json, "as a JSON object");
  command->footer("Example:\n  tucana-bench direct -n 16384 --precision fp64,two_float");
  command->callback([words, &action] { action = [words] { return bench_direct(*words); }; });
}

}  // namespace tucana::bench
