// What a session shows, and its Python class.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "python/binding/arrays.h"
#include "python/binding/gravity_at.h"
#include "python/binding/report.h"
#include "python/binding/session.h"
#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

using Purpose = SessionGate::Purpose;

}  // namespace

/// The time that was asked for, as long as no change of stars has brought the next block before it.
Tick Session::shown() {
  const Integrator& integrator = simulation_->integrator();
  if (shown_.tick < integrator.now() || shown_.tick >= integrator.next()) shown_.tick = integrator.now();
  return shown_.tick;
}

double Session::time() {
  const Stay stay(gate_, Purpose::look);
  return simulation_->time_of(shown());
}

double Session::block_time() {
  const Stay stay(gate_, Purpose::look);
  return simulation_->time_of(simulation_->integrator().now());
}

std::size_t Session::size() {
  const Stay stay(gate_, Purpose::look);
  return simulation_->integrator().star_count();
}

PyStars Session::stars() {
  const Stay stay(gate_, Purpose::look);
  const Tick t = shown();
  const nb::gil_scoped_release no_gil;
  return {simulation_->stars_at(t), simulation_->time_of(t), simulation_->units()};
}

double Session::energy_error() {
  const Stay stay(gate_, Purpose::look);
  const Tick t = shown();
  const nb::gil_scoped_release no_gil;
  return simulation_->energy_error_at(t);
}

std::string Session::report() {
  const Stay stay(gate_, Purpose::look);
  const Tick t = shown();
  const nb::gil_scoped_release no_gil;
  return report_text(Observation(*simulation_, t));
}

double Session::next_block_time() {
  const Stay stay(gate_, Purpose::look);
  return simulation_->time_of(simulation_->integrator().next());
}

std::optional<double> Session::shortest_step() {
  const Stay stay(gate_, Purpose::look);
  const auto shortest = simulation_->integrator().shortest_step();
  if (!shortest) return {};
  return shortest->step;
}

namespace {

void add_field(const Simulation& simulation, Tick t, std::span<const Vec3> places, GravityAtPoints& found) {
  const ExternalField* field = simulation.field();
  if (field == nullptr) return;
  const double time = simulation.time_of(t);
  std::vector<FieldValue> values(places.size());
  std::vector<double> potential(places.size());
  field->at_all(time, places, {}, {}, values);
  field->potential_all(time, places, potential);
  for (std::size_t k = 0; k < places.size(); ++k) {
    found.acceleration[k] += values[k].acceleration;
    found.potential[k] += potential[k];
  }
}

nb::tuple as_arrays(GravityAtPoints found) {
  return nb::make_tuple(array_of(std::move(found.acceleration)), array_of(std::move(found.potential)));
}

}  // namespace

nb::tuple Session::gravity_at(nb::handle position, nb::handle eps) {
  const Stay stay(gate_, Purpose::look);
  const double softening = number_from(eps, "softening");
  const std::vector<Vec3> places = vectors_from(position, "position", rows_of(position, "position"));
  if (!(softening >= 0 && std::isfinite(softening))) throw InputError("softening must be a length >= 0");
  const Tick t = shown();
  GravityAtPoints found;
  {
    const nb::gil_scoped_release no_gil;
    const SharedStars stars = simulation_->stars_at(t);
    found = binding::gravity_at(stars->view(), places, softening, simulation_->workers());
    add_field(*simulation_, t, places, found);
  }
  return as_arrays(std::move(found));
}

nb::tuple Session::gravity_on_stars() {
  const Stay stay(gate_, Purpose::look);
  const Tick t = shown();
  GravityAtPoints found;
  {
    const nb::gil_scoped_release no_gil;
    const SharedStars stars = simulation_->stars_at(t);
    found = gravity_on(stars->view(), options_.gravity.softening, simulation_->workers());
    add_field(*simulation_, t, stars->position, found);
  }
  return as_arrays(std::move(found));
}

UnitScale Session::units() {
  const Stay stay(gate_, Purpose::look);
  return simulation_->units();
}

nb::dict Session::options() {
  const Stay stay(gate_, Purpose::look);
  return as_dict(options_);
}

std::vector<std::string> Session::warnings() {
  const Stay stay(gate_, Purpose::look);
  return warnings_;
}

std::string Session::description() {
  if (is_closed()) return "<tucana.Simulation: closed>";
  const Stay stay(gate_, Purpose::look);
  return fmt::format("<tucana.Simulation: {} stars at t = {:.12g}, {}, {}>", simulation_->integrator().star_count(),
                     simulation_->time_of(shown()), simulation_->integrator().name(),
                     simulation_->engine_description());
}

int Session::visit_callbacks(visitproc visit, void* argument) const {
  for (const auto& observer : observers_) {
    if (const int stop = visit(observer->function().ptr(), argument); stop != 0) return stop;
  }
  for (const nb::handle& object : lent_) {
    if (const int stop = visit(object.ptr(), argument); stop != 0) return stop;
  }
  return 0;
}

namespace {

int traverse(PyObject* self, visitproc visit, void* arg) {  // the name that Py_VISIT wants
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  return nb::inst_ptr<Session>(self)->visit_callbacks(visit, arg);
}

int clear(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<Session>(self)->close();
  return 0;
}

std::array<PyType_Slot, 3> collector_slots = {{{Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                                               {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                                               {0, nullptr}}};

SessionRequest request_from(const nb::dict& options, std::string file, std::optional<PyStars> stars, std::string out,
                            bool force, nb::list processes, nb::object field) {
  SessionRequest request;
  request.file = std::move(file);
  request.choices = choices_from(options);
  request.stars = std::move(stars);
  request.folder = std::move(out);
  request.force = force;
  request.processes = std::move(processes);
  request.field = std::move(field);
  return request;
}

nb::dict energy_dict(const EnergyChange& change) {
  nb::dict all;
  all["orbit"] = change.orbit;
  all["mass"] = change.mass;
  all["kick"] = change.kick;
  all["merger"] = change.merger;
  all["removal"] = change.removal;
  all["addition"] = change.addition;
  all["relativity"] = change.relativity;
  all["radiation"] = change.radiation;
  return all;
}

}  // namespace

void bind_session(nb::module_& module) {
  nb::class_<Session>(module, "Session", nb::type_slots(collector_slots.data()), "A simulation; see tucana.Simulation.")
      .def(
          "__init__",
          [](Session* self, const nb::dict& options, std::string file, std::optional<PyStars> stars, std::string out,
             bool force, nb::list processes, nb::object field) {
            new (self) Session(request_from(options, std::move(file), std::move(stars), std::move(out), force,
                                            std::move(processes), std::move(field)));
          },
          nb::arg("options"), nb::arg("file"), nb::arg("stars").none(), nb::arg("out"), nb::arg("force"),
          nb::arg("processes"), nb::arg("field").none())
      .def(
          "__init__",
          [](Session* self, const std::string& restart, const nb::dict& options, const nb::list& processes,
             const nb::object& field) { new (self) Session(restart, choices_from(options), processes, field); },
          nb::kw_only(), nb::arg("restart"), nb::arg("options"), nb::arg("processes"), nb::arg("field").none())
      .def("advance_to", &Session::advance_to, nb::arg("time").none())
      .def("step", &Session::step)
      .def("run", &Session::run)
      .def("save", &Session::save)
      .def("close", &Session::close)
      .def(
          "apply",
          [](Session& self, const ChangeSet& set, const std::string& who) { return energy_dict(self.apply(set, who)); },
          nb::arg("changes"), nb::arg("who"))
      .def("observe", &Session::observe, nb::arg("function"), nb::arg("every"), nb::arg("times").none())
      .def("report_text", &Session::report)
      .def("gravity_at", &Session::gravity_at, nb::arg("position").none(), nb::arg("softening").none() = 0.0,
           "Acceleration (n x 3) and potential (n) of all stars, and of an external field, at places (n x 3) now.")
      .def("gravity_on_stars", &Session::gravity_on_stars,
           "The same on every star, by all others and the field, in the order of `stars` and with gravity.softening.")
      .def_prop_ro("next_block_time", &Session::next_block_time, "When stars move next.")
      .def_prop_ro("shortest_step", &Session::shortest_step,
                   "The shortest step of any star in the next block; None where bodies are on a device.")
      .def("units_tuple", [](Session& self) { return units_tuple(self.units()); })
      .def("options_dict", &Session::options)
      .def("warning_list", &Session::warnings)
      .def("description", &Session::description)
      .def("__len__", &Session::size)
      .def_prop_ro("time", &Session::time)
      .def_prop_ro("block_time", &Session::block_time)
      .def_prop_ro("stars", &Session::stars)
      .def_prop_ro("energy_error", &Session::energy_error)
      .def_prop_ro("is_closed", &Session::is_closed);
}

}  // namespace tucana::binding
