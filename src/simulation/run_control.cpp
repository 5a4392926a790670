#include "tucana/simulation/run_control.h"

#include <fmt/format.h>

#include <filesystem>

#include "tucana/simulation/output_clock.h"

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
    case StopReason::energy_error: return "energy_error";
  }
  return "?";
}

RunDecision RunControl::decide(Tick now) {
  RunDecision decision;
  if (since_look_.seconds() > look_seconds) {
    since_look_.reset();
    decision.tell_progress = true;
    look_for_stop_file();
  }
  const double wall_interval = options_.output.checkpoint_wall_interval;
  decision.checkpoint = now >= next_checkpoint_ || signals_->checkpoint ||
                        (wall_interval > 0 && since_checkpoint_.seconds() > wall_interval);
  decision.stop = reason_to_stop();
  return decision;
}

std::optional<StopReason> RunControl::reason_to_stop() const {
  if (signals_->stop != 0) return StopReason::signal;
  if (stop_file_seen_) return StopReason::stop_file;
  const double limit = options_.run.wall_limit;
  if (limit > 0 && wall_.session.seconds() > limit) return StopReason::wall_limit;
  return {};
}

/// The file is removed when seen, so that it does not stop the restart.
void RunControl::look_for_stop_file() {
  const std::filesystem::path request = folder_.stop_request();
  std::error_code error;
  stop_file_seen_ = std::filesystem::exists(std::filesystem::symlink_status(request, error));
  if (!stop_file_seen_ || std::filesystem::remove(request, error)) return;
  watcher_->message(fmt::format("{} cannot be removed ({}); remove it before you restart the run", request.string(),
                                error.message()));
}

void RunControl::checkpoint_begins() {
  if (signals_ != nullptr) signals_->checkpoint = false;
}

void RunControl::checkpoint_done(Tick now) {
  next_checkpoint_ = OutputClock(options_.output.checkpoint_interval).after(now);
  since_checkpoint_.reset();
}

}  // namespace tucana
