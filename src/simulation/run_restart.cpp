// How a run begins, is saved and comes back: the other half of class Run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/durable_file.h"
#include "tucana/simulation/component_softening.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/idle_options.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/rank_checks.h"
#include "tucana/simulation/run.h"
#include "tucana/simulation/run_warnings.h"
#include "tucana/simulation/stored_options.h"

namespace tucana {
namespace {

std::string used_text(const Options& options, const Epoch& epoch, const std::vector<std::string>& changes) {
  std::string text = options_as_toml(options);
  if (epoch.first() != 0) text += fmt::format("\n# the first stars are at t = {}\n", epoch.first());
  if (!changes.empty()) text += "\n# changed at restarts:\n";
  for (const auto& change : changes) text += "#   " + change + "\n";
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return lines;
}

/// The run may be continued from another working directory.
void make_paths_absolute(Options& options) {
  for (std::string* path : {&options.model.file, &options.tree.tuning_record, &options.field.library}) {
    if (!path->empty()) *path = std::filesystem::absolute(*path).string();
  }
}

/// What a run reads must not be among the files that it writes or, with --force, removes.
void check_inputs_stay(const Options& options, const RunFolder& folder) {
  const auto check = [&](const char* option, const std::string& file) {
    if (file.empty() || !folder.owns(file)) return;
    throw InputError(
        fmt::format("{} = {} is a file of the run in {}, which a new run there replaces; copy it to another "
                    "place, or choose another folder with --out",
                    option, file, folder.path().string()));
  };
  check("model.file", options.model.file);
  check("tree.tuning_record", options.tree.tuning_record);
  check("field.library", options.field.library);
}

/// Between two stages of the start, each of which may take minutes.
void go_on_unless_stopped(const RunStart& start) {
  fault_point("start");
  if (start.signals == nullptr) return;
  const int stop = decider_of(*start.ranks, *start.decider).decide([&] { return start.signals->stop.load(); });
  if (stop != 0) throw RunInterrupted(fmt::format("stopped by signal {} before the run began", stop));
}

/// One of the ranks has the folder and writes.
FolderLock lock_of_new_run(const RunFolder& folder) {
  return folder.is_written() ? FolderLock::of_new_run(folder) : FolderLock();
}

}  // namespace

std::unique_ptr<Run> Run::create(const Options& options, const std::filesystem::path& path, const RunStart& start) {
  Options own = options;
  make_paths_absolute(own);
  const RunFolder folder(path, start.ranks->is_first());
  check_inputs_stay(own, folder);
  FolderLock lock = lock_of_new_run(folder);
  try {
    return create_locked(own, folder, lock, start);
  } catch (...) {
    lock.take_back();  // a refused run leaves no folder behind
    throw;
  }
}

/// Only now, with the lock held, is it certain whether there is a run. `lock` is left to the caller when it fails.
std::unique_ptr<Run> Run::create_locked(Options options, const RunFolder& folder, FolderLock& lock,
                                        const RunStart& start) {
  if (folder.is_written() && folder.holds_run() && !start.force) {
    throw InputError(fmt::format("{} holds a run already: go on with --restart {}, or write over it with --force",
                                 folder.path().string(), folder.path().string()));
  }
  // Chosen once: used.toml names what was chosen, and restarts keep to it.
  const std::string choice = settle_engine_kind(options, decider_of(*start.ranks, *start.decider));
  go_on_unless_stopped(start);
  std::unique_ptr<Run> run = make(options, folder, FolderLock(), start);
  if (!choice.empty()) run->notes_.push_back(choice);
  run->begin(start);
  run->find_warnings(default_options(options.integrator.kind, options.gravity.method), start.settings);
  run->lock_ = std::move(lock);
  return run;
}

std::unique_ptr<Run> Run::make(const Options& options, const RunFolder& folder, FolderLock lock,
                               const RunStart& start) {
  expect_same_in_ranks(*start.ranks, "options", options_as_toml(options));
  std::unique_ptr<Run> run(new Run(options, folder, std::move(lock), start));
  expect_same_in_ranks(*start.ranks, "arithmetic", run->simulation_.arithmetic_class());
  if (start.prepare) start.prepare(run->simulation_);
  return run;
}

std::unique_ptr<Run> Run::restart(const std::filesystem::path& path, const RunStart& start) {
  const RunFolder folder(path, start.ranks->is_first());
  if (!start.ranks->decide([&] { return folder.holds_run(); }))
    throw InputError(fmt::format("{} holds no run to go on with", path.string()));
  FolderLock lock = folder.is_written() ? FolderLock(folder) : FolderLock();
  const bool has_checkpoint = start.ranks->decide([&] {
    return std::filesystem::exists(folder.checkpoint()) || std::filesystem::exists(folder.previous_checkpoint());
  });
  return has_checkpoint ? from_checkpoint(folder, std::move(lock), start)
                        : from_options_alone(folder, std::move(lock), start);
}

std::unique_ptr<Run> Run::from_checkpoint(const RunFolder& folder, FolderLock lock, const RunStart& start) {
  std::unique_ptr<Run> run;
  const auto load = [&](Archive& archive) {
    std::string toml;
    archive.field("options", toml);
    const Options stored = stored_options(toml, "options in the checkpoint");
    Options own = change_at_restart(stored, start.settings, scale_of_run(stored));
    make_paths_absolute(own);
    const std::string choice = settle_engine_kind(own, decider_of(*start.ranks, *start.decider));
    run = make(own, folder, std::move(lock), start);
    if (!choice.empty()) run->notes_.push_back(choice);
    run->describe(archive);
    run->note_changes(stored);
    run->find_warnings(stored, start.settings);
  };
  const CheckpointSource source = read_checkpoint(folder.path(), load, *start.ranks);
  if (!source.reason.empty()) run->notes_.push_back(source.reason);
  return run;
}

/// A run that was killed before its first checkpoint: its options are all there is, and enough.
std::unique_ptr<Run> Run::from_options_alone(const RunFolder& folder, FolderLock lock, const RunStart& start) {
  const Options stored = stored_options_file(folder.used_options().string());
  Options own = change_at_restart(stored, start.settings, scale_of_run(stored));
  make_paths_absolute(own);
  const std::string choice = settle_engine_kind(own, decider_of(*start.ranks, *start.decider));
  std::unique_ptr<Run> run = make(own, folder, std::move(lock), start);
  run->notes_.emplace_back("the run has no checkpoint yet and starts anew with its options");
  if (!choice.empty()) run->notes_.push_back(choice);
  run->begin(start);
  run->find_warnings(stored, start.settings);
  return run;
}

/// A new run: nothing is written, and nothing old removed, before the stars are known to be good.
void Run::begin(const RunStart& start) {
  go_on_unless_stopped(start);
  simulation_.start([&] {
    simulation_.epoch().check_end(options_.run.end_time, Tick{0});
    go_on_unless_stopped(start);
  });
  go_on_unless_stopped(start);
  settle_units(options_, simulation_.units());
  for (std::string& line : softening_without_bodies(options_.gravity, simulation_.families())) {
    notes_.push_back(std::move(line));
  }
  if (start.force) {
    // Options first: should the program die in between, there is either the older run, or the new one to begin again.
    write_own(folder_.used_options(), used_text(options_, simulation_.epoch(), changes_));
    folder_.remove_results();
  }
  open_files();
  if (!(options_.output.checkpoint_interval > 0)) control_.set_next_checkpoint(Tick::never);
}

void Run::open_files() {
  if (folder_.is_written()) remove_file(folder_.summary());  // brought to the disk with the next file
  write_own(folder_.used_options(), used_text(options_, simulation_.epoch(), changes_));
  for (const std::string& problem : outputs_.open()) {
    notes_.push_back(problem);
    changes_.push_back(fmt::format("t = {:.12g}: {}", simulation_.time_of(simulation_.integrator().now()), problem));
  }
  if (const int missing = simulation_.threads_missing(); missing > 0) {
    notes_.push_back(fmt::format("{} of {} threads could not be started: goes on with fewer, to the same bits", missing,
                                 missing + simulation_.threads()));
  }
}

void Run::find_warnings(const Options& before, std::span<const std::string> settings) {
  warnings_ = idle_options(options_, before, settings);
  for (std::string& warning : physics_warnings(options_, simulation_.families().has_galaxy())) {
    warnings_.push_back(std::move(warning));
  }
}

void Run::note_changes(const Options& before) {
  const Tick reached = simulation_.integrator().now();
  const double now = simulation_.time_of(reached);
  simulation_.epoch().check_end(options_.run.end_time, reached);
  const auto changes = differences(before, options_);
  for (const OptionChange& change : changes) {
    changes_.push_back(fmt::format("t = {:.12g}: {} {} -> {}", now, change.name, change.from, change.to));
    notes_.push_back("changed at " + changes_.back());
  }
  open_files();
  if (!changes.empty()) control_.set_next_checkpoint(reached);  // the changes must survive a kill
}

void Run::save_checkpoint() {
  const Stopwatch watch;
  control_.checkpoint_begins();
  outputs_.sync();
  write_state();
  outputs_.add_seconds(watch.seconds());
}

void Run::write_state() {
  std::string options = options_as_toml(options_);
  const Tick now = simulation_.integrator().now();
  double time = simulation_.time_of(now);
  expect_same_state(ranks_, simulation_);
  const auto save = [&](Archive& archive) {
    archive.field("options", options);
    archive.field("time", time);  // for those who look: the state has it in ticks
    describe(archive);
  };
  if (folder_.is_written()) write_checkpoint(folder_.path(), save);
  checkpoint_time_ = time;
  control_.checkpoint_done(now, simulation_.epoch().moved());
}

void Run::check_arithmetic(const std::string& stored) const {
  if (stored == simulation_.arithmetic_class() || options_.run.arithmetic == ArithmeticRule::any) return;
  throw InputError(
      fmt::format("the checkpoint was computed with [{}], this program computes with [{}]: the run would go on with "
                  "other bits; if that is fine, --set run.arithmetic=any",
                  for_message(stored, 300), simulation_.arithmetic_class()));
}

void Run::describe(Archive& archive) {
  std::string arithmetic = simulation_.arithmetic_class();
  std::string changes = fmt::format("{}", fmt::join(changes_, "\n"));
  double wall_seconds = wall_.total();
  archive.field("arithmetic_class", arithmetic);
  if (archive.loading()) check_arithmetic(arithmetic);
  archive.field("changes", changes);
  archive.field("wall_seconds", wall_seconds);
  outputs_.describe(archive);
  simulation_.describe(archive);
  guard_.settle(simulation_.integrator().star_count());
  guard_.describe(archive);
  if (!archive.loading()) return;
  simulation_.integrator().set_eta_factor(guard_.eta_factor());
  outputs_.set_retries(guard_.retries());
  wall_.before = wall_seconds;
  changes_ = lines_of(changes);
  check_loaded(std::all_of(changes_.begin(), changes_.end(), is_plain_text), "its list of changes is not text");
  const Tick now = simulation_.integrator().now();
  checkpoint_time_ = simulation_.time_of(now);
  control_.checkpoint_done(now, simulation_.epoch().moved());
}

}  // namespace tucana
