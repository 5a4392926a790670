// The extension module tucana._tucana: what the package `tucana` calls of the library.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "python/binding/callbacks.h"
#include "python/binding/py_options.h"
#include "python/binding/py_stars.h"
#include "python/binding/session.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/io/read_stars.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/initial_stars.h"

namespace tucana::binding {
namespace {

PyStars model_stars(const nb::dict& choices) {
  const Options options = options_from("", choices_from(choices));
  const nb::gil_scoped_release no_gil;
  ThreadPool workers(static_cast<int>(options.run.threads));
  const auto engine = make_engine({}, workers);
  InitialStars initial = make_initial_stars(options, *engine, workers);
  return {std::make_shared<StarsBuffer>(std::move(initial.stars)), initial.time, initial.units};
}

PyStars stars_of_file(const std::string& path) {
  const nb::gil_scoped_release no_gil;
  LoadedStars loaded = read_stars(path);
  return {std::make_shared<StarsBuffer>(std::move(loaded.stars)), loaded.time, loaded.units.value_or(UnitScale{0, 0})};
}

}  // namespace
}  // namespace tucana::binding

NB_MODULE(_tucana, module) {
  using namespace tucana::binding;
  nb::exception<tucana::FailureError>(module, "FailureError", PyExc_RuntimeError);
  nb::exception<tucana::InputError>(module, "InputError", PyExc_ValueError);
  module.def("version", [] { return std::string(tucana::version()); });
  bind_stars(module);
  bind_changes(module);
  bind_options(module);
  bind_look(module);
  bind_session(module);
  module.def("model_stars", &model_stars, nb::arg("options"), "The stars that a run with these options starts with.");
  module.def("read_stars", &stars_of_file, nb::arg("path"), "The stars of a snapshot or of any other file of stars.");
}
