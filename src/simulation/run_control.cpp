#include "tucana/simulation/run_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tucana/simulation/output_clock.h"

namespace tucana {
namespace {

/// How often the STOP file is looked for and watchers hear of progress.
constexpr double look_seconds = 0.2;
/// How often ranks are told of decisions, and after how many blocks at the latest: these may become longer at once.
constexpr double quiet_seconds = 0.002;
constexpr std::uint32_t most_quiet = 63;

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

RunDecision RunControl::own_decision(Tick now) {
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
  decision.quiet = next_quiet();
  return decision;
}

std::uint32_t RunControl::next_quiet() {
  if (!others_are_told_) return 0;
  const double seconds_each = since_decision_.lap() / (last_quiet_ + 1);
  const double fit = seconds_each > 0 ? quiet_seconds / seconds_each : most_quiet;
  last_quiet_ = static_cast<std::uint32_t>(std::min({fit, 2.0 * last_quiet_ + 1, static_cast<double>(most_quiet)}));
  return last_quiet_;
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

void RunControl::checkpoint_done(Tick now, double moved) {
  next_checkpoint_ = OutputClock(options_.output.checkpoint_interval, moved).after(now);
  since_checkpoint_.reset();
}

}  // namespace tucana
