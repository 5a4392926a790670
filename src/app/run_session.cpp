// `tucana run` once its words are understood: watch the run on the terminal, pass signals on, say how it ended.
#include <fmt/format.h>

#include <cstdio>

#include "tucana/app/exit_codes.h"
#include "tucana/app/progress.h"
#include "tucana/app/progress_text.h"
#include "tucana/app/rank_session.h"
#include "tucana/app/run_command.h"
#include "tucana/app/run_signals.h"
#include "tucana/io/read_stars.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/cluster_choice.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/epoch.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/memory_estimate.h"
#include "tucana/simulation/options/idle_options.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/run.h"
#include "tucana/simulation/run_warnings.h"
#include "tucana/simulation/stored_options.h"

namespace tucana::app {
namespace {

/// What can be known of the stars without computing anything.
struct StarsAhead {
  std::size_t n = 0;
  double time = 0;
  bool has_galaxy_bodies = false;
};

StarsAhead stars_ahead(const Options& options) {
  if (options.model.kind != ModelKind::file) return {tucana::stars_ahead(options.model)};
  const LoadedStars loaded = read_stars(options.model.file, file_options(options));
  return {loaded.stars.size(), loaded.time, !loaded.stars.family.empty()};
}

int dry_run(const RunRequest& request) {
  Options options = request.options;
  Options before = default_options(options.integrator.kind, options.gravity.method);
  if (request.restart) {
    const RunFolder folder(request.folder);
    before = stored_options_file(folder.used_options().string());
    options = change_at_restart(before, request.settings, scale_of_run(before));
  }
  const std::string choice = settle_engine_kind(options);
  if (!choice.empty()) fmt::print("# {}\n", choice);
  ThreadPool workers(static_cast<int>(options.run.threads));
  const auto engine = make_run_engine(options, workers);
  const StarsAhead stars = stars_ahead(options);
  if (!request.restart) Epoch(stars.time).check_end(options.run.end_time, Tick{0});
  fmt::print("{}\n", options_as_toml(options));
  fmt::print("# a dry run: nothing was written\n# folder  {}\n# stars   {}\n# engine  {}\n# memory  about {:.0f} MB\n",
             request.folder, stars.n, engine->description(), bytes_of_run(options, stars.n) / 1e6);
  for (const std::string& warning : idle_options(options, before, request.settings))
    fmt::print("# warning: {}\n", warning);
  for (const std::string& warning : physics_warnings(options, stars.has_galaxy_bodies))
    fmt::print("# warning: {}\n", warning);
  return 0;
}

std::string figures_text(const RunFigures& figures, const UnitScale& units) {
  return fmt::format("t = {:.6g} ({:.4g} Myr), energy error {:.2e}, {} steps in {}", figures.time,
                     figures.time * units.time_myr(), figures.energy_error, figures.counts.steps,
                     duration_text(figures.wall_seconds));
}

std::string reason_text(const RunOutcome& outcome, const RunRequest& request, int signal) {
  const std::string go_on = fmt::format("go on with `tucana run --restart {}`", request.folder);
  switch (outcome.reason) {
    case StopReason::end_time: return "reached run.end_time";
    case StopReason::stop_file: return "stopped by the file STOP; " + go_on;
    case StopReason::wall_limit: return "stopped at run.wall_limit; " + go_on;
    case StopReason::energy_error:
      return fmt::format(
          "stopped by guard.energy_error; to go on all the same, `tucana run --restart {} --set "
          "guard.energy_error=0`",
          request.folder);
    case StopReason::signal: break;
  }
  return fmt::format("stopped by signal {}; {}", signal, go_on);
}

RunEnd end_of(const RunOutcome& outcome, int signal) {
  switch (outcome.reason) {
    case StopReason::end_time: return {exit_code::done};
    case StopReason::stop_file:
    case StopReason::wall_limit: return {exit_code::go_on_later};
    case StopReason::energy_error: return {exit_code::guard, outcome.problem};
    case StopReason::signal: break;
  }
  return {128 + signal};
}

/// Rank 0 alone tells of the run.
TerminalProgress::Style style_of(const RunRequest& request, const Communicator& ranks) {
  return request.quiet || !ranks.is_first() ? TerminalProgress::Style::none : TerminalProgress::style_of(stdout);
}

RunEnd run_in(const RunRequest& request, Communicator& ranks) {
  RunSignals& signals = catch_run_signals();
  const auto signal = [&] { return ranks.decide([&] { return signals.stop.load(); }); };
  TerminalProgress progress(style_of(request, ranks), stdout);
  RunStart start{request.force, request.settings, &signals};
  start.ranks = &ranks;
  std::unique_ptr<Run> run;
  try {
    run = request.restart ? Run::restart(request.folder, start) : Run::create(request.options, request.folder, start);
  } catch (const RunInterrupted& interruption) {
    progress.message(interruption.what());
    return {128 + signal()};
  }
  for (const std::string& note : run->notes()) progress.message(note);
  const RunOutcome outcome = run->go(progress, signals);
  const int stopped_by = signal();
  progress.end();
  progress.message(figures_text(outcome.figures, run->simulation().units()));
  progress.message(reason_text(outcome, request, stopped_by));
  progress.message(fmt::format("results in {}; `tucana plot {}` draws them", request.folder, request.folder));
  return end_of(outcome, stopped_by);
}

}  // namespace

int run(const RunRequest& request) { return request.dry_run ? dry_run(request) : with_ranks(request, run_in); }

}  // namespace tucana::app
