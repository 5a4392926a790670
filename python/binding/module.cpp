// The extension module tucana._tucana: what the package `tucana` calls of the library.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "python/binding/callbacks.h"
#include "python/binding/py_options.h"
#include "python/binding/py_stars.h"
#include "python/binding/session.h"
#include "python/binding/session_gate.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/io/read_stars.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/initial_stars.h"

namespace tucana::binding {
namespace {

/// nanobind would say std::bad_alloc.
void translate_lack_of_memory(const std::exception_ptr& error, void* failure_error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    PyErr_SetString(static_cast<PyObject*>(failure_error),
                    "not enough memory; use fewer stars, or a machine with more memory");
  }
}

/// What a thread still used when Python ended is not given back, which is no fault that nanobind should report.
void end_of_python() {
  if (Computing::end_all()) nb::set_leak_warnings(false);
}

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
  const nb::object failure = nb::exception<tucana::FailureError>(module, "FailureError", PyExc_RuntimeError);
  nb::register_exception_translator(&translate_lack_of_memory, failure.ptr());
  nb::exception<tucana::InputError>(module, "InputError", PyExc_ValueError);
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_of_python));
  module.def("version", [] { return std::string(tucana::version()); });
  bind_stars(module);
  bind_changes(module);
  bind_options(module);
  bind_look(module);
  bind_session(module);
  module.def("model_stars", &model_stars, nb::arg("options"), "The stars that a run with these options starts with.");
  module.def("read_stars", &stars_of_file, nb::arg("path"), "The stars of a snapshot or of any other file of stars.");
}
