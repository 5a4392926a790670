#include "python/binding/callbacks.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "python/binding/arrays.h"
#include "python/binding/report.h"
#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

/// The last reference may be given up by a thread without the GIL.
void let_go(nb::object& object) {
  const nb::gil_scoped_acquire gil;
  object.reset();
}

PyStars stars_of(const Observation& look) { return {look.stars(), look.time(), look.simulation().units()}; }

void record(EventSink& events, const std::string& kind, nb::handle stars, const nb::dict& numbers) {
  Event event{kind, ids_from(stars, "stars"), {}};
  for (const auto& [name, number] : numbers) {
    const std::string key = text_from(name, "record()");
    event.numbers.emplace_back(key, number_from(number, fmt::format("record(): {}", key)));
  }
  events.record(std::move(event));
}

std::string name_of(nb::handle process) {
  for (const char* method : {"name", "start", "next_time", "act", "state", "restore"}) {
    if (nb::hasattr(process, method)) continue;
    throw InputError(
        fmt::format("a process must be a tucana.Process: {} has no {}", nb::type_name(process.type()).c_str(), method));
  }
  return text_from(process.attr("name"), "the name of a process");
}

}  // namespace

const Observation& PyLook::now() const {
  if (observation == nullptr) throw InputError("this look is over: keep what it showed, not the look");
  return *observation;
}

PyObserver::PyObserver(nb::object function, double interval, std::vector<double> times, Tick now, const Epoch& epoch)
    : function_(std::move(function)),
      interval_(interval),
      epoch_(epoch),
      times_(std::move(times)),
      last_(now - Tick{1}) {
  find_next();
}

PyObserver::~PyObserver() { let_go(function_); }

void PyObserver::find_next() {
  if (times_.empty()) {
    next_ = OutputClock(interval_, epoch_.moved()).after(last_);
    return;
  }
  const auto is_later = [&](Tick last, double time) { return last < epoch_.tick_of(time); };
  const auto next = std::upper_bound(times_.begin(), times_.end(), last_, is_later);
  next_ = next == times_.end() ? Tick::never : epoch_.tick_of(*next);
}

void PyObserver::epoch_moved(Tick by, double /*moved*/) {
  last_ = last_ - by;
  find_next();
}

void PyObserver::see(const Observation& observation) {
  last_ = observation.tick();
  find_next();
  const nb::gil_scoped_acquire gil;
  auto* look = new PyLook{&observation, observation.time()};
  const nb::object shown = nb::cast(look, nb::rv_policy::take_ownership);
  struct End {
    PyLook* look;
    ~End() { look->observation = nullptr; }
  } const end{look};
  function_(shown);
}

PyProcess::PyProcess(nb::object process, const Simulation& simulation)
    : process_(std::move(process)), simulation_(simulation), name_(name_of(process_)) {}

PyProcess::~PyProcess() { let_go(process_); }

void PyProcess::ask_next() {
  const nb::object time = process_.attr("next_time")();
  const double value =
      time.is_none() ? std::numeric_limits<double>::infinity() : number_from(time, name_ + ".next_time()");
  if (std::isnan(value)) throw InputError(fmt::format("{}.next_time() is not a number", name_));
  next_time_ = value;
  next_ = simulation_.tick_of(next_time_);
}

void PyProcess::start(const Stars& stars, const UnitScale& units) {
  const nb::gil_scoped_acquire gil;
  process_.attr("start")(copy_of(stars, simulation_.epoch().start(), units));
  ask_next();
}

ChangeSet PyProcess::act(Tick now, const Stars& stars, EventSink& events) {
  const nb::gil_scoped_acquire gil;
  const double time = simulation_.time_of(now);
  // An event sink is valid during the call only.
  const auto sink = std::make_shared<EventSink*>(&events);
  struct End {
    std::shared_ptr<EventSink*> sink;
    ~End() { *sink = nullptr; }
  } const end{sink};
  const nb::object recorder = nb::cpp_function(
      [sink](const std::string& event, nb::object ids, const nb::kwargs& numbers) {
        if (*sink == nullptr) throw InputError("events can be recorded only while a process acts");
        record(**sink, event, ids, numbers);
      },
      nb::arg("event"), nb::arg("stars"), nb::arg("numbers"));
  const nb::object changes = process_.attr("act")(time, copy_of(stars, time, simulation_.units()), recorder);
  ask_next();
  if (changes.is_none()) return {};
  if (!nb::isinstance<ChangeSet>(changes)) {
    throw InputError(fmt::format("{}.act() must return tucana.Changes or None", name_));
  }
  return nb::cast<ChangeSet>(changes);
}

void PyProcess::describe(Archive& archive) {
  const nb::gil_scoped_acquire gil;
  const nb::module_ json = nb::module_::import_("json");
  std::string text;
  if (!archive.loading()) text = nb::cast<std::string>(json.attr("dumps")(process_.attr("state")()));
  archive.field("state", text);
  archive.field("next_time", next_time_);
  next_ = simulation_.tick_of(next_time_);
  // Where the epoch moves, the same process goes on.
  if (archive.loading() && archive.moved_by() == Tick{0}) process_.attr("restore")(json.attr("loads")(text));
}

void bind_look(nb::module_& module) {
  nb::class_<PyLook>(module, "Look", "What an observer sees, valid during its call; the stars may be kept.")
      .def_ro("time", &PyLook::time)
      .def_prop_ro("stars", [](const PyLook& self) { return stars_of(self.now()); })
      .def_prop_ro("energy_error", [](const PyLook& self) { return self.now().energy_error(); })
      .def_prop_ro("units", [](const PyLook& self) { return units_tuple(self.now().simulation().units()); })
      .def("report_text", [](const PyLook& self) { return report_text(self.now()); });
}

}  // namespace tucana::binding
