#include "python/binding/session.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <utility>

#include "python/binding/arrays.h"
#include "python/binding/report.h"
#include "tucana/core/error.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/step_failures.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/idle_options.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/run_warnings.h"

namespace tucana::binding {
namespace {

using Purpose = SessionGate::Purpose;

/// Between two looks for Ctrl-C, each of which takes the GIL.
constexpr double seconds_between_looks = 0.05;

std::shared_ptr<const ExternalField> field_from(const nb::object& field) {
  return field.is_none() ? nullptr : std::make_shared<const PyField>(field);
}

/// Without the GIL; errors in the words of the program.
template <class Work>
auto computed(const Work& work, const Simulation* simulation = nullptr) -> decltype(work()) {
  const Computing now;
  const nb::gil_scoped_release no_gil;
  try {
    return work();
  } catch (const StepFailure& error) {
    if (simulation == nullptr) throw;
    throw FailureError(error.at_time(simulation->time_of(error.tick())));
  } catch (const std::filesystem::filesystem_error& error) {
    throw FailureError(error.path1().string() + ": " + error.code().message());
  }
}

UnitScale units_of(const PyStars& stars, const Options& options) {
  if (stars.units.length_pc > 0 && stars.units.mass_msun > 0) return stars.units;
  UnitScale units{options.units.length_pc, options.units.mass_msun};
  if (!(units.mass_msun > 0)) units.mass_msun = default_mass_unit(stars.table->view());
  return units;
}

/// The stars of a run in a folder go into a file first, so that its options say where they came from.
void write_stars(SessionRequest& request) {
  const RunFolder folder(request.folder);
  if (folder.holds_run() && !request.force) return;  // refused later, in the words of the program
  const Options options = options_from(request.file, request.choices);
  folder.create();
  SnapshotHeader header;
  header.time = request.stars->time;
  header.units = units_of(*request.stars, options);
  header.softening.fill(options.gravity.softening);
  header.options_toml = "# stars from Python\n";
  const std::string path = (folder.path() / "initial_stars.hdf5").string();
  computed([&] { write_snapshot(path, request.stars->table->view(), header); });
  request.choices.emplace_back("model.kind", std::string("file"));
  request.choices.emplace_back("model.file", path);
}

}  // namespace

Session::Session(const SessionRequest& wanted) {
  SessionRequest request = wanted;
  const std::vector<std::string> settings = as_settings(request.choices);
  if (request.stars && !request.folder.empty()) write_stars(request);
  options_ = options_from(request.file, request.choices);
  auto field = field_from(request.field);
  if (field) lent_.push_back(request.field);
  const auto prepare = [&](Simulation& simulation) { add_processes(simulation, request.processes); };
  if (!request.folder.empty()) {
    RunStart start{.force = request.force, .settings = settings, .prepare = prepare, .field = std::move(field)};
    run_ = computed([&] { return Run::create(options_, request.folder, start); });
    begin_run();
    return;
  }
  SimulationParts parts{{}, std::move(field)};
  if (request.stars) {
    parts.stars = InitialStars{*request.stars->table, {}, request.stars->time, units_of(*request.stars, options_)};
  }
  computed([&] {
    settle_engine_kind(options_);
    own_ = std::make_unique<Simulation>(options_, std::move(parts));
    prepare(*own_);
    own_->start();
    settle_units(options_, own_->units());
  });
  simulation_ = own_.get();
  simulation_->add_observer(shown_);
  warnings_ = idle_options(options_, default_options(options_.integrator.kind, options_.gravity.method), settings);
  Options seen = options_;
  if (request.stars) seen.model.kind = ModelKind::file;  // they are where the caller has put them
  for (std::string& line : physics_warnings(seen, !own_->families().all_stars())) warnings_.push_back(std::move(line));
}

Session::Session(const std::string& folder, const Choices& changes, const nb::list& processes,
                 const nb::object& field) {
  RunStart start{.settings = as_settings(changes),
                 .prepare = [&](Simulation& simulation) { add_processes(simulation, processes); },
                 .field = field_from(field)};
  if (start.field) lent_.push_back(field);
  run_ = computed([&] { return Run::restart(folder, start); });
  begin_run();
}

Session::~Session() {
  if (gate_.is_in_own_process()) {
    close();
    return;
  }
  // After a fork the threads are gone: nothing of this can be ended in order.
  static_cast<void>(own_.release());
  static_cast<void>(run_.release());
}

void Session::begin_run() {
  options_ = run_->options();
  simulation_ = &run_->simulation();
  simulation_->add_observer(shown_);
  shown_.tick = simulation_->integrator().now();
  computed([&] { run_->begin_session(*this, signals_); });
}

void Session::close() {
  if (is_closed()) return;
  {
    const Stay stay(gate_, Purpose::change);
    simulation_ = nullptr;
    gate_.close();
  }
  lent_.clear();
  computed([&] {
    own_.reset();
    run_.reset();
  });
  observers_.clear();
}

void Session::add_processes(Simulation& simulation, const nb::list& processes) {
  const nb::gil_scoped_acquire gil;
  for (nb::handle process : processes) {
    simulation.add_process(std::make_unique<PyProcess>(nb::borrow(process), simulation));
    lent_.push_back(process);
  }
}

/// Ctrl-C reaches Python only when it is asked. In run() the run is saved first, as the program does it.
void Session::look_for_interrupt() {
  // Short blocks do without looking at the clock each time.
  if (++blocks_ < blocks_between_looks_) return;
  blocks_ = 0;
  if (Computing::must_end()) {
    const nb::gil_scoped_acquire gil;
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
  }
  const double seconds = since_look_.seconds();
  blocks_between_looks_ = seconds < seconds_between_looks / 8 ? std::min(2 * blocks_between_looks_, 256) : 1;
  if (seconds < seconds_between_looks) return;
  since_look_.reset();
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() == 0) return;
  if (!is_running_to_end_) throw nb::python_error();
  interrupt_.emplace();
  signals_.stop = SIGINT;
}

template <class Work>
void Session::advance(const Work& work) {
  if (is_over_) throw InputError("this run is over: it was stopped and saved; go on with tucana.restart()");
  since_look_.reset();
  std::optional<RunOutcome> outcome;
  computed([&] { outcome = work(); }, simulation_);
  shown_.tick = simulation_->integrator().now();
  if (!outcome) return;
  is_over_ = true;
  if (outcome->reason == StopReason::energy_error) throw FailureError(outcome->problem);
  throw FailureError(fmt::format("the run was stopped at t = {:.12g} ({}) and saved", outcome->figures.time,
                                 name_of(outcome->reason)));
}

void Session::advance_to(nb::handle end) {
  const Stay stay(gate_, Purpose::change);
  const double time = number_from(end, "time");
  if (!(simulation_->tick_of(time) >= shown() && time <= Epoch::largest_time)) {
    throw InputError(
        fmt::format("the run is at t = {:.12g} and cannot go to t = {:.12g}", simulation_->time_of(shown()), time));
  }
  advance([&]() -> std::optional<RunOutcome> {
    if (run_) return run_->advance_to(time);
    simulation_->advance_to(time, [&] { look_for_interrupt(); });
    return {};
  });
  shown_.tick = simulation_->tick_of(time);
}

void Session::step() {
  const Stay stay(gate_, Purpose::change);
  advance([&]() -> std::optional<RunOutcome> {
    if (run_) return run_->step();
    if (simulation_->is_at_end_of_epoch()) simulation_->move_epoch();
    simulation_->advance_to(simulation_->integrator().next(), [&] { look_for_interrupt(); });
    return {};
  });
}

std::string Session::run() {
  const Stay stay(gate_, Purpose::change);
  if (!run_) throw InputError("this simulation has no folder: give out=, or use advance_to()");
  if (is_over_) throw InputError("this run is over: go on with tucana.restart()");
  struct ToEnd {
    bool& flag;
    ~ToEnd() { flag = false; }
  } const to_end{is_running_to_end_ = true};
  since_look_.reset();
  const RunOutcome outcome = computed([&] {
    try {
      if (auto stopped = run_->advance_to(options_.run.end_time)) return *stopped;
    } catch (const nb::python_error& error) {  // Ctrl-C while a callback was at work
      const nb::gil_scoped_acquire gil;
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
      interrupt_.emplace(error);
    }
    if (interrupt_) return run_->finish(StopReason::signal, simulation_->integrator().now());
    return run_->finish(StopReason::end_time, simulation_->tick_of(options_.run.end_time));
  });
  is_over_ = true;
  shown_.tick = std::max(simulation_->integrator().now(), simulation_->tick_of(outcome.figures.time));
  if (interrupt_) {  // which knows the frames that know this simulation
    nb::python_error raised(std::move(*interrupt_));
    interrupt_.reset();
    throw raised;
  }
  if (outcome.reason == StopReason::energy_error) throw FailureError(outcome.problem);
  return std::string(name_of(outcome.reason));
}

void Session::save() {
  const Stay stay(gate_, Purpose::change);
  if (!run_) throw InputError("this simulation has no folder to save in: give out= when you make it");
  computed([&] { run_->save_checkpoint(); });
}

EnergyChange Session::apply(const ChangeSet& set, const std::string& who) {
  const Stay stay(gate_, Purpose::change);
  return computed([&] { return run_ ? run_->apply(set, who) : simulation_->apply(set, who); }, simulation_);
}

void Session::observe(nb::object function, double interval, nb::handle times) {
  const Stay stay(gate_, Purpose::change);
  std::vector<double> given;
  if (PyCallable_Check(function.ptr()) == 0) throw InputError("an observer must be a function");
  if (times.is_none()) {
    if (!(interval > 0 && std::isfinite(interval))) throw InputError("an observer needs every > 0, or times");
  } else {
    const std::size_t n = nb::len(nb::module_::import_("numpy").attr("atleast_1d")(times));
    given = numbers_from(times, "times", n);
    if (!std::all_of(given.begin(), given.end(), [](double time) { return std::isfinite(time); })) {
      throw InputError("the times of an observer must be finite");
    }
    std::sort(given.begin(), given.end());
    if (given.empty()) return;
  }
  observers_.push_back(
      std::make_unique<PyObserver>(std::move(function), interval, std::move(given), shown(), simulation_->epoch()));
  simulation_->add_observer(*observers_.back());
}

}  // namespace tucana::binding
