#include "tucana/simulation/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/core/version.h"
#include "tucana/device/context.h"
#include "tucana/io/durable_file.h"

namespace tucana {
namespace {

/// How often the STOP file is looked for and watchers hear of progress.
constexpr double look_seconds = 0.2;

}  // namespace

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::end_time: return "end_time";
    case StopReason::stop_file: return "stop_file";
    case StopReason::wall_limit: return "wall_limit";
    case StopReason::signal: return "signal";
  }
  return "?";
}

Run::Run(const Options& options, const RunFolder& folder, FolderLock lock)
    : options_(options),
      folder_(folder),
      lock_(std::move(lock)),
      simulation_(options_),
      outputs_(options_, folder_, simulation_, wall_) {}

RunOutcome Run::go(RunWatcher& watcher, RunSignals& signals) {
  watcher_ = &watcher;
  wall_.session.reset();
  began_ = progress(simulation_.integrator().now());
  watcher.began(
      fmt::format("{} stars, {}, {}", began_.n, simulation_.integrator().name(), simulation_.engine_description()),
      began_);
  const Tick end = simulation_.tick_of(options_.run.end_time);
  try {
    for (;;) {
      const Tick next_block = simulation_.integrator().next();
      for (Tick t = outputs_.next(); t <= end && t < next_block; t = outputs_.next()) {
        if (outputs_.write_due(t)) watcher.output(progress(t));
      }
      if (next_block > end) return finish(StopReason::end_time, end);
      if (checkpoint_due(signals)) save_checkpoint();
      if (const auto reason = reason_to_stop(signals)) return finish(*reason, simulation_.integrator().now());
      simulation_.step();
      fault_point("block");
    }
  } catch (const device::DeviceError& error) {
    end_after_device_failure(error.what());
  } catch (const FailureError& error) {
    throw FailureError(fmt::format("{}; {}", error.what(), advice_after_failure()));
  } catch (const std::bad_alloc&) {
    throw FailureError(fmt::format("not enough memory; {}", advice_after_failure()));
  }
}

bool Run::checkpoint_due(RunSignals& signals) const {
  const double wall_interval = options_.output.checkpoint_wall_interval;
  return simulation_.integrator().now() >= next_checkpoint_ || signals.checkpoint.exchange(false) ||
         (wall_interval > 0 && since_checkpoint_.seconds() > wall_interval);
}

std::optional<StopReason> Run::reason_to_stop(const RunSignals& signals) {
  if (since_look_.seconds() > look_seconds) look_around();
  if (signals.stop != 0) return StopReason::signal;
  if (stop_file_seen_) return StopReason::stop_file;
  const double limit = options_.run.wall_limit;
  if (limit > 0 && wall_.session.seconds() > limit) return StopReason::wall_limit;
  return {};
}

void Run::look_around() {
  since_look_.reset();
  watcher_->moved(progress(simulation_.integrator().now()));
  // Taken away when seen, so that it does not stop the restart.
  const std::filesystem::path request = folder_.stop_request();
  std::error_code error;
  stop_file_seen_ = std::filesystem::exists(std::filesystem::symlink_status(request, error));
  if (!stop_file_seen_ || std::filesystem::remove(request, error)) return;
  watcher_->message(fmt::format("{} cannot be removed ({}); remove it before you restart the run", request.string(),
                                error.message()));
}

/// The checkpoint comes before the last output, which may be off the cadence: a restart takes that one back.
/// After a signal there may be little time left: no last output.
RunOutcome Run::finish(StopReason reason, Tick end) {
  save_checkpoint();
  has_last_checkpoint_ = true;
  if (reason != StopReason::signal && outputs_.write_last(end)) watcher_->output(progress(end));
  const RunOutcome outcome{reason, outputs_.figures(end)};
  write_summary(outcome.figures, name_of(reason), "");
  return outcome;
}

/// A lost device costs no work: the state is that of the last finished block.
void Run::end_after_device_failure(const std::string& message) {
  const std::size_t line_end = std::min(message.find('\n'), message.size());
  std::string line = message.substr(0, line_end);
  try {
    if (!has_last_checkpoint_) save_checkpoint();
    write_summary(outputs_.figures(simulation_.integrator().now()), "device_failure", line);
  } catch (const Error& error) {
    line += fmt::format("; nor could the run be saved: {}", error.what());
  }
  throw FailureError(fmt::format("{}; {}{}", line, advice_after_failure(), message.substr(line_end)));
}

void Run::write_summary(const RunFigures& figures, std::string_view reason, const std::string& problem) const {
  SummaryWords words;
  words.reason = reason;
  words.problem = problem;
  words.end_time = options_.run.end_time;
  words.n = began_.n;
  words.integrator = simulation_.integrator().name();
  words.engine = simulation_.engine_description();
  words.version = version();
  words.changes = changes_;
  const std::string tuning = simulation_.integrator().tuning_record();
  if (!tuning.empty()) write_file_durably(folder_.tuning_record(), tuning);
  write_file_durably(folder_.summary(), summary_text(figures, words));
}

RunProgress Run::progress(Tick t) const {
  const Integrator& integrator = simulation_.integrator();
  RunProgress now;
  now.time = simulation_.time_of(t);
  now.end_time = options_.run.end_time;
  now.energy_error = outputs_.energy_error();
  now.steps = integrator.counts().steps;
  now.wall_seconds = wall_.session.seconds();
  now.n = integrator.size();
  return now;
}

std::string Run::advice_after_failure() const {
  if (!checkpoint_time_) return "there is no checkpoint yet";
  return fmt::format("the last checkpoint is at t = {:.12g}: go on with `tucana run --restart {}`", *checkpoint_time_,
                     folder_.path().string());
}

}  // namespace tucana
