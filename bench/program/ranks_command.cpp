#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "bench/program/commands.h"
#include "bench/ranks_bench.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/parallel/mpi_ranks.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::bench {
namespace {

struct RanksWords {
  std::vector<std::string> n, pairs, settings;
  std::string ranks = "2", from = "0", to = "0.25", delay = "0", launcher;
  bool one = false, json = false;
};

std::string standard_launcher() {
  // The processors are shared by all of a machine's ranks, which a launcher would else bind to one each or refuse.
  return fmt::format("mpirun --oversubscribe --bind-to none{}", ::geteuid() == 0 ? " --allow-run-as-root" : "");
}

/// A word of a shell's line.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

struct Measurement {
  long long n;
  double pairs;
  int ranks, threads;
};

Options options_of(const RanksWords& words, const Measurement& one) {
  std::vector<std::string> settings{"integrator.kind=ahmad_cohen", fmt::format("model.n={}", one.n)};
  if (one.pairs > 0) settings.push_back(fmt::format("model.binary_fraction={}", one.pairs));
  settings.insert(settings.end(), words.settings.begin(), words.settings.end());
  if (one.threads > 0) settings.push_back(fmt::format("run.threads={}", one.threads));
  return resolve_options({}, settings);
}

/// In this process and those that a launcher has started with it.
int measure_here(const RanksWords& words, const Measurement& one) {
  const auto mpi = start_mpi();
  Communicator& ranks = mpi ? static_cast<Communicator&>(*mpi) : alone();
  const RanksRow row =
      run_ranks_bench(options_of(words, one), app::finite_number(words.from, "--from", 0),
                      app::positive_number(words.to, "--to"), ranks, app::finite_number(words.delay, "--delay", 0));
  if (ranks.is_first()) fmt::print("{}\n", to_json(row));
  return 0;
}

/// The same in processes of their own.
RanksRow measure_there(const RanksWords& words, const Measurement& one) {
  std::string line;
  if (one.ranks > 1)
    line = fmt::format("{} -n {} ", words.launcher.empty() ? standard_launcher() : words.launcher, one.ranks);
  line += quoted(std::filesystem::canonical("/proc/self/exe").string()) +
          fmt::format(" ranks --one -n {} --pairs {} --from {} --to {} --delay {}", one.n, one.pairs,
                      quoted(words.from), quoted(words.to), quoted(words.delay));
  for (const std::string& setting : words.settings) line += " --set " + quoted(setting);
  line += fmt::format(" --set run.threads={}", one.threads);
  std::FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) throw FailureError(fmt::format("cannot be started: {}", line));
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), got);
  if (::pclose(pipe) != 0) throw FailureError(fmt::format("failed: {}", line));
  return ranks_row_of(text);
}

int bench_ranks(const RanksWords& words) {
  const double from = app::finite_number(words.from, "--from", 0), to = app::positive_number(words.to, "--to");
  if (!(to > from)) throw InputError(fmt::format("--to {} is not after --from {}", words.to, words.from));
  const auto numbers = words.n.empty() ? std::vector<std::string>{"16384"} : words.n;
  const auto fractions = words.pairs.empty() ? std::vector<std::string>{"0", "0.05"} : words.pairs;
  const auto most = static_cast<int>(app::whole_numbers({words.ranks}, "--ranks", 1, 4096).front());
  std::vector<Measurement> all;
  for (const long long n : app::whole_numbers(numbers, "-n", 2, 100'000'000)) {
    for (const std::string& pairs : fractions) {
      const double fraction = app::finite_number(pairs, "--pairs", 0);
      if (words.one) return measure_here(words, {n, fraction, 0, 0});
      all.push_back({n, fraction, 1, 1});
      if (most == 1) continue;
      all.push_back({n, fraction, 1, most});
      all.push_back({n, fraction, most, 1});
    }
  }
  for (const Measurement& one : all) options_of(words, one);  // checked before the first long run
  std::vector<RanksRow> rows;
  for (const Measurement& one : all) {
    rows.push_back(measure_there(words, one));
    if (words.json) fmt::print("{}\n", to_json(rows.back()));
  }
  if (!words.json) fmt::print("{}", to_table(rows));
  return 0;
}

}  // namespace

void add_ranks_command(app::Command& program, app::Action& action) {
  app::Command* command = program.add_subcommand("ranks", "ranks of MPI beside threads: seconds, messages, balance");
  auto words = std::make_shared<RanksWords>();
  command->add_option("-n", words->n, "numbers of stars [16384]")->type_name("N,..")->delimiter(',');
  command->add_option("--pairs", words->pairs, "fractions of stars born in pairs [0,0.05]")
      ->type_name("F,..")
      ->delimiter(',');
  command->add_option("--ranks", words->ranks, "as many ranks, and as many threads beside them [2]")->type_name("R");
  command->add_option("--from", words->from, "clocks start at this time [0]")->type_name("TIME");
  command->add_option("--to", words->to, "and stop at this one [1/4]")->type_name("TIME");
  command->add_option("--delay", words->delay, "seconds that each message takes longer [0]")->type_name("SECONDS");
  command->add_option("--launcher", words->launcher, "starts ranks when -n R PROGRAM is added [mpirun of Open MPI]")
      ->type_name("COMMAND");
  command->add_flag("--one", words->one, "measure once, in the processes that a launcher has started, as JSON");
  command->add_option("--set", words->settings, "any other option; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", words->json, "a JSON object on each line");
  command->footer("Example:\n  tucana-bench ranks -n 16384 --to 0.25");
  command->callback([words, &action] { action = [words] { return bench_ranks(*words); }; });
}

}  // namespace tucana::bench
