// How a run begins, is saved and comes back: the other half of class Run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/io/checkpoint_file.h"
#include "tucana/io/durable_file.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/options/idle_options.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/run.h"
#include "tucana/simulation/run_warnings.h"

namespace tucana {
namespace {

std::string used_text(const Options& options, const Epoch& epoch, const std::vector<std::string>& changes) {
  std::string text = options_as_toml(options);
  if (epoch.start() != 0) text += fmt::format("\n# the first stars are at t = {}\n", epoch.start());
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

/// Between two stages of the start, each of which may take minutes.
void go_on_unless_stopped(const RunStart& start) {
  fault_point("start");
  if (start.signals == nullptr || start.signals->stop == 0) return;
  throw RunInterrupted(fmt::format("stopped by signal {} before the run began", start.signals->stop.load()));
}

/// A refused run leaves no folder behind; one that holds anything stays.
void remove_if_unused(const RunFolder& folder) {
  std::error_code ignored;
  std::filesystem::remove(folder.lock(), ignored);
  std::filesystem::remove(folder.path(), ignored);
}

}  // namespace

std::unique_ptr<Run> Run::create(const Options& options, const std::filesystem::path& path, const RunStart& start) {
  Options own = options;
  // The run may be continued from another working directory.
  if (!own.model.file.empty()) own.model.file = std::filesystem::absolute(own.model.file).string();
  const RunFolder folder(path);
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(path, ignored);
  folder.create();
  if (folder.holds_run() && !start.force) {
    throw InputError(fmt::format("{} holds a run already: go on with --restart {}, or write over it with --force",
                                 path.string(), path.string()));
  }
  try {
    // Chosen once: used.toml names what was chosen, and restarts keep to it.
    const std::string choice = settle_engine_kind(own);
    go_on_unless_stopped(start);
    std::unique_ptr<Run> run(new Run(own, folder));
    if (!choice.empty()) run->notes_.push_back(choice);
    run->begin(start);
    run->find_warnings(default_options(own.integrator.kind, own.gravity.method), start.settings);
    return run;
  } catch (...) {
    if (is_new) remove_if_unused(folder);
    throw;
  }
}

std::unique_ptr<Run> Run::restart(const std::filesystem::path& path, const RunStart& start) {
  const RunFolder folder(path);
  if (!folder.holds_run()) throw InputError(fmt::format("{} holds no run to go on with", path.string()));
  const bool has_checkpoint =
      std::filesystem::exists(folder.checkpoint()) || std::filesystem::exists(folder.previous_checkpoint());
  return has_checkpoint ? from_checkpoint(folder, start) : from_options_alone(folder, start);
}

std::unique_ptr<Run> Run::from_checkpoint(const RunFolder& folder, const RunStart& start) {
  std::unique_ptr<Run> run;
  const auto load = [&](Archive& archive) {
    std::string toml;
    archive.field("options", toml);
    Options stored;
    read_options_text(stored, toml, "options in the checkpoint");
    Options own = change_at_restart(stored, start.settings);
    const std::string choice = settle_engine_kind(own);
    run.reset(new Run(own, folder));
    if (!choice.empty()) run->notes_.push_back(choice);
    run->describe(archive);
    run->note_changes(stored);
    run->find_warnings(stored, start.settings);
  };
  const CheckpointSource source = read_checkpoint(folder.path(), load);
  if (!source.reason.empty()) run->notes_.push_back(source.reason);
  return run;
}

/// A run that was killed before its first checkpoint: its options are all there is, and enough.
std::unique_ptr<Run> Run::from_options_alone(const RunFolder& folder, const RunStart& start) {
  Options stored;
  read_options_file(stored, folder.used_options().string());
  Options own = change_at_restart(stored, start.settings);
  const std::string choice = settle_engine_kind(own);
  std::unique_ptr<Run> run(new Run(own, folder));
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
    simulation_.epoch().end_tick(options_.run.end_time, Tick{0});
    go_on_unless_stopped(start);
  });
  go_on_unless_stopped(start);
  if (start.force) folder_.remove_run();
  open_files();
  if (!(options_.output.checkpoint_interval > 0)) next_checkpoint_ = Tick::never;
}

void Run::open_files() {
  write_file_durably(folder_.used_options(), used_text(options_, simulation_.epoch(), changes_));
  std::filesystem::remove(folder_.summary());
  outputs_.open();
}

void Run::find_warnings(const Options& before, std::span<const std::string> settings) {
  warnings_ = idle_options(options_, before, settings);
  for (std::string& warning : physics_warnings(options_, simulation_.has_galaxy_bodies())) {
    warnings_.push_back(std::move(warning));
  }
}

void Run::note_changes(const Options& before) {
  const Tick reached = simulation_.integrator().now();
  const double now = simulation_.time_of(reached);
  simulation_.epoch().end_tick(options_.run.end_time, reached);
  const auto changes = differences(before, options_);
  for (const OptionChange& change : changes) {
    changes_.push_back(fmt::format("t = {:.12g}: {} {} -> {}", now, change.name, change.from, change.to));
    notes_.push_back("changed at " + changes_.back());
  }
  open_files();
  if (!changes.empty()) next_checkpoint_ = simulation_.integrator().now();  // the changes must survive a kill
}

void Run::save_checkpoint() {
  const Stopwatch watch;
  outputs_.sync();
  std::string options = options_as_toml(options_);
  const Tick now = simulation_.integrator().now();
  double time = simulation_.time_of(now);
  write_checkpoint(folder_.path(), [&](Archive& archive) {
    archive.field("options", options);
    archive.field("time", time);  // for those who look: the state has it in ticks
    describe(archive);
  });
  checkpoint_time_ = time;
  next_checkpoint_ = OutputClock(options_.output.checkpoint_interval).after(now);
  since_checkpoint_.reset();
  outputs_.add_seconds(watch.seconds());
}

void Run::check_arithmetic(const std::string& stored) const {
  if (with_current_names(stored) == simulation_.arithmetic_class() || options_.run.arithmetic == ArithmeticRule::any)
    return;
  throw InputError(
      fmt::format("the checkpoint was computed with [{}], this program computes with [{}]: the run would go on with "
                  "other bits; if that is fine, --set run.arithmetic=any",
                  stored, simulation_.arithmetic_class()));
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
  if (!archive.loading()) return;
  wall_.before = wall_seconds;
  changes_ = lines_of(changes);
  const Tick now = simulation_.integrator().now();
  checkpoint_time_ = simulation_.time_of(now);
  next_checkpoint_ = OutputClock(options_.output.checkpoint_interval).after(now);
}

}  // namespace tucana
