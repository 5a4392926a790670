#include "tucana/app/run_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "tucana/app/command_line.h"
#include "tucana/core/error.h"
#include "tucana/io/run_folder.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::app {
namespace {

struct RunWords {
  std::string file, out, restart;
  std::vector<std::string> settings;
  bool force = false, dry_run = false, quiet = false;
};

RunRequest restart_request(const RunWords& words) {
  const auto refuse = [](const char* what) {
    throw InputError(
        fmt::format("--restart goes on with a run in its folder and with its options: leave out {}", what));
  };
  if (!words.file.empty()) refuse("the options file (and change options with --set)");
  if (!words.out.empty()) refuse("--out");
  if (words.force) refuse("--force");
  RunRequest request;
  request.folder = words.restart;
  request.restart = true;
  request.settings = words.settings;
  return request;
}

RunRequest new_request(const RunWords& words) {
  RunRequest request;
  request.options =
      resolve_options(words.file.empty() ? std::nullopt : std::optional(words.file), words.settings, model_defaults);
  request.settings = words.settings;
  request.force = words.force;
  request.folder = words.out;
  if (words.out.empty()) {
    const std::string stem = std::filesystem::path(words.file).stem().string();
    request.folder = new_run_folder("runs", stem.empty() ? "plummer" : stem);
  }
  return request;
}

int run_words(const RunWords& words) {
  RunRequest request = words.restart.empty() ? new_request(words) : restart_request(words);
  request.dry_run = words.dry_run;
  request.quiet = words.quiet;
  return run(request);
}

}  // namespace

std::string new_run_folder(const std::string& parent, const std::string& name) {
  std::filesystem::path folder = std::filesystem::path(parent) / name;
  // What a refused run left there is no run; one that is just beginning is.
  const auto is_taken = [&] { return RunFolder(folder).holds_run() || FolderLock::is_held(RunFolder(folder)); };
  for (int number = 2; is_taken(); ++number) {
    folder = std::filesystem::path(parent) / fmt::format("{}-{}", name, number);
  }
  return folder.string();
}

void add_run_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("run", "start a simulation, or continue one");
  auto words = std::make_shared<RunWords>();
  command->add_option("FILE", words->file, "options file in TOML [all defaults]")->type_name("");
  command->add_option("--set", words->settings, "set one option; may be repeated; wins over the file")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--out", words->out, "folder for the results [a new one in runs/]")->type_name("DIR");
  command->add_option("--restart", words->restart, "continue the run in this folder")->type_name("DIR");
  command->add_flag("--force", words->force, "overwrite a run that is already in the folder");
  command->add_flag("--dry-run", words->dry_run, "only show options and memory needed");
  command->add_flag("--quiet", words->quiet, "print nothing but errors");
  command->footer(
      "Results: used.toml, log.jsonl (a line per output), snapshot_NNNN.hdf5,\n"
      "checkpoint.hdf5, summary.json, and tuning.jsonl for a tree (docs/files.md).\n"
      "A file STOP in the folder ends the run with a checkpoint, as do SIGINT,\n"
      "SIGTERM, SIGHUP and SIGXCPU; after SIGUSR1 or SIGUSR2 the run writes one\n"
      "and continues.\n"
      "Exit codes: 0 reached run.end_time, 1 failed, 2 your mistake, 3 stopped by\n"
      "guard.energy_error, 75 stopped by STOP or run.wall_limit (continue with\n"
      "--restart), 128 + n stopped by signal n (likewise).\n"
      "`tucana options` explains every KEY.\n"
      "Examples:\n"
      "  tucana run --set model.n=4096 --set run.end_time=5 --out runs/big\n"
      "  tucana run --restart runs/big --set run.end_time=20\n"
      "  tucana run --dry-run > my.toml            an options file to edit");
  command->callback([words, &action] { action = [words] { return run_words(*words); }; });
}

}  // namespace tucana::app
