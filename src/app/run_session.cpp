// `tucana run` once its words are understood: watch the run on the terminal, pass signals on, say how it ended.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "tucana/app/progress.h"
#include "tucana/app/progress_text.h"
#include "tucana/app/run_command.h"
#include "tucana/io/read_stars.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/run.h"

namespace tucana::app {
namespace {

RunSignals signals;

extern "C" void on_stop_signal(int number) {
  // The second one means it: no waiting for the block or the checkpoint.
  if (signals.stop.exchange(number) != 0) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}
extern "C" void on_checkpoint_signal(int) { signals.checkpoint = true; }

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

/// Peak memory of a run, measured at 1 and 131,072 bodies: the program, and a body's state, engine rows,
/// analysis and the image of a checkpoint that is being written.
constexpr double bytes_of_program = 17e6, bytes_per_body = 1000;

std::size_t bodies_of(const Options& options) {
  if (options.model.kind == ModelKind::file) return read_stars(options.model.file).stars.size();
  return static_cast<std::size_t>(options.model.n);
}

int dry_run(const RunRequest& request) {
  Options options = request.options;
  if (request.restart) {
    const RunFolder folder(request.folder);
    Options stored;
    read_options_file(stored, folder.used_options().string());
    options = change_at_restart(stored, request.settings);
  }
  const std::string choice = settle_engine_kind(options);
  if (!choice.empty()) fmt::print("# {}\n", choice);
  ThreadPool workers(static_cast<int>(options.run.threads));
  const auto engine = make_engine(engine_choice(options), workers);
  const std::size_t n = bodies_of(options);
  fmt::print("{}\n", options_as_toml(options));
  fmt::print("# a dry run: nothing was written\n# folder  {}\n# stars   {}\n# engine  {}\n# memory  about {:.0f} MB\n",
             request.folder, n, engine->description(),
             (bytes_of_program + static_cast<double>(n) * bytes_per_body) / 1e6);
  return 0;
}

std::string figures_text(const RunFigures& figures) {
  return fmt::format("t = {:.6g}, energy error {:.2e}, {} steps in {}", figures.time, figures.energy_error,
                     figures.counts.steps, duration_text(figures.wall_seconds));
}

std::string reason_text(const RunOutcome& outcome, const RunRequest& request) {
  const std::string go_on = fmt::format("go on with `tucana run --restart {}`", request.folder);
  switch (outcome.reason) {
    case StopReason::end_time: return "reached run.end_time";
    case StopReason::stop_file: return "stopped by the file STOP; " + go_on;
    case StopReason::wall_limit: return "stopped at run.wall_limit; " + go_on;
    case StopReason::signal: break;
  }
  return fmt::format("stopped by signal {}; {}", signals.stop.load(), go_on);
}

}  // namespace

int run(const RunRequest& request) {
  if (request.dry_run) return dry_run(request);
  // A limit on file sizes and a closed pipe are errors of a call, to be reported or borne, not reasons to die.
  handle(SIGXFSZ, SIG_IGN);
  handle(SIGPIPE, SIG_IGN);
  const auto run = request.restart ? Run::restart(request.folder, request.settings)
                                   : Run::create(request.options, request.folder, request.force);
  TerminalProgress progress(request.quiet ? TerminalProgress::Style::none : TerminalProgress::style_of(stdout), stdout);
  for (const std::string& note : run->notes()) progress.message(note);
  handle(SIGINT, on_stop_signal);
  handle(SIGTERM, on_stop_signal);
  handle(SIGUSR1, on_checkpoint_signal);
  const RunOutcome outcome = run->go(progress, signals);
  progress.end();
  progress.message(figures_text(outcome.figures));
  progress.message(reason_text(outcome, request));
  progress.message(fmt::format("results in {}; `tucana plot {}` draws them", request.folder, request.folder));
  return outcome.reason == StopReason::signal ? 128 + signals.stop : 0;
}

}  // namespace tucana::app
