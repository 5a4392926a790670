// What a run does when its energy error grows too much in an interval of the guard: a part of class Run.
#include <fmt/format.h>

#include "tucana/simulation/energy_diagnosis.h"
#include "tucana/simulation/run.h"

namespace tucana {

/// At a time of the guard, before any output there: if all is well, the next interval begins.
std::optional<RunOutcome> Run::look_at_energy(Tick t) {
  const double error = simulation_.energy_error_at(t);
  if (guard_.is_too_much(error)) return repeat_interval(t, error);
  keep_state(t, error);
  simulation_.integrator().set_eta_factor(1);
  return {};
}

void Run::keep_state(Tick t, double energy_error) {
  MemoryArchive state;
  outputs_.note_marks();
  outputs_.describe(state);
  simulation_.describe(state);
  guard_.keep(t, energy_error, std::move(state));
}

/// Log, snapshots and events are cut back to what they were. The checkpoint comes first: one that knows more lines than
/// the files have would not be able to go on, if the run were killed in between.
void Run::go_back() {
  outputs_.sync();
  MemoryArchive& state = guard_.kept_state();
  outputs_.describe(state);
  simulation_.describe(state);
  write_state();
  outputs_.open();
}

EnergyChange Run::apply(const ChangeSet& set, const std::string& who) {
  const EnergyChange change = simulation_.apply(set, who);
  const Tick now = simulation_.integrator().now();
  if (guard_.is_on()) keep_state(now, simulation_.energy_error_at(now));
  return change;
}

std::optional<RunOutcome> Run::repeat_interval(Tick t, double energy_error) {
  const auto shortest = simulation_.integrator().shortest_step();
  const EnergyGuard::Retry why{t, guard_.growth(energy_error), shortest ? value(shortest->star) : -1};
  // Where steps do not follow from eta the next try would be the same.
  if (!simulation_.integrator().set_eta_factor(guard_.eta_factor())) {
    return finish(StopReason::energy_error, std::max(t, outputs_.last()), guard_problem(t, energy_error));
  }
  if (guard_.try_again(why)) {
    go_back();
    simulation_.integrator().set_eta_factor(guard_.eta_factor());
    outputs_.set_retries(guard_.retries());
    tell_of_retry();
    return {};
  }
  std::string problem = guard_problem(t, energy_error);
  guard_.give_up();
  go_back();
  simulation_.integrator().set_eta_factor(1);
  return finish(StopReason::energy_error, std::max(guard_.kept_time(), outputs_.last()), std::move(problem));
}

void Run::tell_of_retry() {
  const auto news = guard_.take_news();
  if (!news) return;
  const double from = simulation_.time_of(guard_.kept_time()), to = simulation_.time_of(news->until);
  Event event{"retry", {}, {{"until", to}, {"energy_error_growth", news->growth}, {"eta_factor", guard_.eta_factor()}}};
  if (news->star >= 0) event.stars = {StarId{news->star}};
  outputs_.record(from, "guard", event);
  watcher_->message(
      fmt::format("energy error {:+.1e} from t = {:.6g} to {:.6g}: repeated with eta/{:.0f}, try {} of {}",
                  news->growth, from, to, 1 / guard_.eta_factor(), guard_.tries(), EnergyGuard::most_tries));
}

std::string Run::guard_problem(Tick t, double energy_error) {
  const std::string tries =
      guard_.tries() > 0 ? fmt::format(" in {} tries with ever smaller eta", guard_.tries() + 1) : "";
  return fmt::format(
      "the energy error grew by {:.2g} from t = {:.12g} to {:.12g}{}, above guard.energy_error = {:g}: {}",
      guard_.growth(energy_error), simulation_.time_of(guard_.kept_time()), simulation_.time_of(t), tries,
      guard_.limit(), energy_diagnosis(simulation_, options_, t));
}

}  // namespace tucana
