#include "tucana/simulation/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/core/version.h"
#include "tucana/device/context.h"
#include "tucana/integrators/step_failures.h"
#include "tucana/io/durable_file.h"
#include "tucana/simulation/energy_diagnosis.h"
#include "tucana/simulation/run_warnings.h"

namespace tucana {

Run::Run(const Options& options, const RunFolder& folder, FolderLock lock, const RunStart& start)
    : options_(options),
      ranks_(*start.ranks),
      folder_(folder),
      lock_(std::move(lock)),
      simulation_(options_, {.field = start.field, .decider = start.decider, .ranks = start.ranks}),
      outputs_(options_, folder_, simulation_, wall_),
      control_(options_, folder_, wall_, decider_of(*start.ranks, *start.decider), !start.ranks->is_alone()),
      guard_(options_) {}

RunOutcome Run::go(RunWatcher& watcher, RunSignals& signals) {
  begin_session(watcher, signals);
  if (auto outcome = advance_to(options_.run.end_time)) return *outcome;
  return with_advice([&] { return finish(StopReason::end_time, simulation_.tick_of(options_.run.end_time)); });
}

std::optional<RunOutcome> Run::advance_to(double time) {
  simulation_.epoch().check_end(time, simulation_.integrator().now());
  while (!simulation_.reaches(time)) {
    if (auto outcome = advance_to(simulation_.last_epoch_tick())) return outcome;
    with_advice([&] { move_epoch(); });
  }
  return advance_to(simulation_.tick_of(time));
}

std::optional<RunOutcome> Run::step() {
  if (simulation_.is_at_end_of_epoch()) with_advice([&] { move_epoch(); });
  return advance_to(simulation_.integrator().next());
}

/// At the end of what ticks reach, where all bodies are at one time. The guard begins a new interval.
void Run::move_epoch() {
  simulation_.move_epoch();
  guard_.forget_kept();
  const Tick now = simulation_.integrator().now();
  if (options_.output.checkpoint_interval > 0) control_.set_next_checkpoint(now);
}

void Run::begin_session(RunWatcher& watcher, RunSignals& signals) {
  watcher_ = &watcher;
  control_.begin(watcher, signals);
  wall_.session.reset();
  const RunProgress began = progress(simulation_.integrator().now());
  const UnitScale& units = simulation_.units();
  watcher.message(fmt::format("one unit is {:.6g} pc, {:.6g} Msun, {:.4g} km/s, {:.4g} Myr", units.length_pc,
                              units.mass_msun, units.velocity_kms(), units.time_myr()));
  watcher.began(
      fmt::format("{} stars, {}, {}", began.n, simulation_.integrator().name(), simulation_.engine_description()),
      began);
  for (const std::string& warning : warnings_) watcher.warning(warning);
  guard_.settle(began.n);
  tell_of_retry();
}

std::optional<RunOutcome> Run::advance_to(Tick end) {
  return with_advice([&] { return advance_blocks(end); });
}

std::optional<RunOutcome> Run::advance_blocks(Tick end) {
  simulation_.act_due();
  if (guard_.is_on() && !guard_.has_kept()) {
    const Tick now = simulation_.integrator().now();
    keep_state(now, simulation_.energy_error_at(now));
  }
  for (;;) {
    const Tick next_block = simulation_.integrator().next();
    if (guard_.next() <= end && guard_.next() < next_block) {
      if (auto outcome = look_at_energy(guard_.next())) return outcome;
      continue;  // perhaps from an earlier time
    }
    if (auto outcome = look_before(next_block, end)) return outcome;
    if (next_block > end) return {};
    const RunDecision decision = decide();
    if (decision.checkpoint) save_checkpoint();
    if (decision.stop) return finish(*decision.stop, std::max(simulation_.integrator().now(), outputs_.last()));
    simulation_.step();
    fault_point("block");
  }
}

/// Failures of a run say how to go on.
template <class Work>
auto Run::with_advice(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const device::DeviceError& error) {
    end_after_device_failure(error.what());
  } catch (const StepFailure& error) {
    throw FailureError(fmt::format("{}; {}", error.at_time(simulation_.time_of(error.tick())), advice_after_failure()));
  } catch (const FailureError& error) {
    throw FailureError(fmt::format("{}; {}", error.what(), advice_after_failure()));
  } catch (const std::bad_alloc&) {
    throw FailureError(fmt::format("not enough memory; {}", advice_after_failure()));
  }
}

/// The outputs that are due before the next block. There may be very many, so that reasons to stop count between them
/// too.
std::optional<RunOutcome> Run::look_before(Tick next_block, Tick end) {
  for (Tick t = simulation_.next_look(); t <= end && t < next_block; t = simulation_.next_look()) {
    const Tick row_before = outputs_.last_row();
    simulation_.look(t);
    if (outputs_.last_row() != row_before) {
      watcher_->output(progress(t));
      warn_of_energy_error(t);
      warn_of_many_steps(t);
    }
    // At the end of the run the end is the reason. Checkpoints wait until all these outputs are written.
    if (t == end) continue;
    if (const RunDecision decision = decide(); decision.stop) return finish(*decision.stop, t);
  }
  return {};
}

RunDecision Run::decide() {
  const Tick now = simulation_.integrator().now();
  const RunDecision decision = control_.decide(now);
  if (decision.tell_progress) watcher_->moved(progress(now));
  return decision;
}

void Run::warn(const std::string& text) {
  warnings_.push_back(text);
  watcher_->warning(text);
}

void Run::warn_of_energy_error(Tick t) {
  const double error = outputs_.energy_error();
  if (energy_is_doubtful_ || std::abs(error) <= doubtful_energy_error) return;
  energy_is_doubtful_ = true;
  warn(fmt::format("the energy error is {:.2g} at t = {:.12g}: {}", error, simulation_.time_of(t),
                   energy_diagnosis(simulation_, options_, t)));
}

void Run::warn_of_many_steps(Tick t) {
  const auto excess = step_watch_.see(simulation_.time_of(t), simulation_.integrator().counts().steps);
  if (!excess) return;
  std::string who = shortest_step_text(simulation_, t);
  if (who.ends_with("; ")) who.resize(who.size() - 2);
  warn(fmt::format("{:.2g} body-steps a time unit, {:.2g} times as many as at first{}{}", excess->rate, excess->times,
                   who.empty() ? "" : ": ", who));
}

/// The checkpoint comes before the last output, which may be off the cadence: a restart takes that one back.
/// After a signal there may be little time left: no last output.
RunOutcome Run::finish(StopReason reason, Tick end, std::string problem) {
  save_checkpoint();
  has_last_checkpoint_ = true;
  if (reason != StopReason::signal && outputs_.write_last(end)) {
    watcher_->output(progress(end));
    warn_of_energy_error(end);
  }
  if (reason == StopReason::end_time && guard_.is_too_much(outputs_.energy_error())) reason = StopReason::energy_error;
  RunOutcome outcome{reason, outputs_.figures(end), std::move(problem)};
  if (reason == StopReason::energy_error && outcome.problem.empty())
    outcome.problem = guard_problem(end, outcome.figures.energy_error);
  write_summary(outcome.figures, name_of(reason), outcome.problem);
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
  words.n = simulation_.integrator().star_count();
  words.integrator = simulation_.integrator().name();
  words.engine = simulation_.engine_description();
  words.version = version();
  words.changes = changes_;
  words.start_time = simulation_.epoch().first();
  words.warnings = warnings_;
  const std::string tuning = simulation_.integrator().tuning_record();
  if (!tuning.empty()) write_own(folder_.tuning_record(), tuning);
  write_own(folder_.summary(), summary_text(figures, words));
}

/// One of the ranks writes.
void Run::write_own(const std::filesystem::path& file, const std::string& text) const {
  if (folder_.is_written()) write_file_durably(file, text);
}

RunProgress Run::progress(Tick t) const {
  const Integrator& integrator = simulation_.integrator();
  RunProgress now;
  now.time = simulation_.time_of(t);
  now.end_time = options_.run.end_time;
  now.energy_error = outputs_.energy_error();
  now.steps = integrator.counts().steps;
  now.wall_seconds = wall_.session.seconds();
  now.n = integrator.star_count();
  // As the end was given.
  if (options_.written.contains("run.end_time")) now.myr_per_unit = simulation_.units().time_myr();
  return now;
}

std::string Run::advice_after_failure() const {
  if (!checkpoint_time_) return "there is no checkpoint yet";
  return fmt::format("the last checkpoint is at t = {:.12g}: go on with `tucana run --restart {}`", *checkpoint_time_,
                     folder_.path().string());
}

}  // namespace tucana
