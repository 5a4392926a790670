#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "tucana/app/command_line.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/io/snapshot.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana::app {
namespace {

struct InitWords {
  std::string n, seed, out;
  bool force = false;
};

/// The range of -n is that of model.n, and so on.
void set_from_flag(Options& options, const char* name, const std::string& text, const char* flag) {
  if (text.empty()) return;
  const OptionEntry& entry = *find_option(name);
  entry.set(options, entry, parse_value(entry, text, fmt::format("{} {}", flag, for_message(text))));
}

int init_plummer(const InitWords& words) {
  Options options;
  set_from_flag(options, "model.n", words.n, "-n");
  set_from_flag(options, "model.seed", words.seed, "--seed");
  std::error_code error;
  if (std::filesystem::is_directory(words.out, error)) {
    throw InputError(fmt::format("{} is a folder; -o names a file", for_message(words.out)));
  }
  if (std::filesystem::exists(words.out, error) && !words.force) {
    throw InputError(fmt::format("{} exists already; --force writes over it", for_message(words.out)));
  }
  ThreadPool workers(0);
  const auto engine = make_engine({}, workers);
  const InitialStars initial = make_initial_stars(options, *engine);
  SnapshotHeader header;
  header.time = initial.time;
  header.units = initial.units;
  header.options_toml = options_as_toml(options);
  header.code_version = version();
  write_snapshot(words.out, initial.stars.view(), header);
  fmt::print("{}: a Plummer sphere of {} stars; run it with\n", words.out, initial.stars.size());
  fmt::print("  tucana run --set model.kind=file --set model.file={}\n", words.out);
  return 0;
}

}  // namespace

void add_init_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("init", "write the stars of a model to a file");
  command->require_subcommand(0, 1);
  CLI::App* plummer = command->add_subcommand("plummer", "a Plummer sphere of equal masses in Henon units");
  auto words = std::make_shared<InitWords>();
  plummer->add_option("-n", words->n, "number of stars [1024]")->type_name("N");
  plummer->add_option("--seed", words->seed, "the same seed makes the same stars [1]")->type_name("S");
  plummer->add_option("-o,--output", words->out, "the snapshot to write")->type_name("FILE.hdf5")->required();
  plummer->add_flag("--force", words->force, "write over a file that is there");
  plummer->footer("Example:\n  tucana init plummer -n 4096 --seed 7 -o cluster.hdf5");
  plummer->callback([words, &action] { action = [words] { return init_plummer(*words); }; });
}

}  // namespace tucana::app
