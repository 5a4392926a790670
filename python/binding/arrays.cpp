#include "python/binding/arrays.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <utility>

#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

nb::object numpy() { return nb::module_::import_("numpy"); }

/// What NumPy says of a value that it cannot take, as a mistake of the user.
template <class Work>
auto checked(const std::string& what, const char* wanted, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    throw InputError(fmt::format("{}: {}; {}", what, wanted, nb::str(error.value()).c_str()));
  }
}

/// NumPy would silently drop the unit of an astropy quantity.
void refuse_units(nb::handle value, const std::string& what) {
  if (!nb::hasattr(value, "unit")) return;
  throw InputError(
      fmt::format("{}: has a unit, and numbers in code units are needed; convert it with Units.to_code()", what));
}

nb::object real_array(nb::handle value, const std::string& what) {
  refuse_units(value, what);
  if (nb::cast<bool>(numpy().attr("ma").attr("is_masked")(value))) {
    throw InputError(what + ": some of these are masked; numbers are needed");
  }
  return checked(what, "these are not numbers", [&] {
    nb::object array = numpy().attr("asarray")(value);
    const auto kind = nb::cast<std::string>(array.attr("dtype").attr("kind"));
    if (kind != "f" && kind != "i" && kind != "u") {
      throw InputError(fmt::format("{}: these are not real numbers, but of the type {}", what,
                                   nb::cast<std::string>(array.attr("dtype").attr("name"))));
    }
    return nb::object(numpy().attr("asarray")(array, "float64"));
  });
}

nb::object spread(const nb::object& array, const std::string& what, const std::string& shape_text, nb::tuple shape) {
  return checked(what, ("an array of shape " + shape_text + " is needed").c_str(), [&] {
    return nb::object(numpy().attr("ascontiguousarray")(numpy().attr("broadcast_to")(array, shape)));
  });
}

template <class T>
nb::capsule keep(const T& owner) {
  return {new T(owner), [](void* kept) noexcept { delete static_cast<T*>(kept); }};
}

}  // namespace

std::vector<double> numbers_from(nb::handle value, const std::string& what, std::size_t n) {
  const nb::object array = spread(real_array(value, what), what, fmt::format("({},)", n), nb::make_tuple(n));
  const auto view = nb::cast<DoubleArray>(array);
  return {view.data(), view.data() + n};
}

std::vector<Vec3> vectors_from(nb::handle value, const std::string& what, std::size_t n) {
  const nb::object array = spread(real_array(value, what), what, fmt::format("({}, 3)", n), nb::make_tuple(n, 3));
  const auto view = nb::cast<VectorArray>(array);
  std::vector<Vec3> vectors(n);
  if (n > 0) std::memcpy(static_cast<void*>(vectors.data()), view.data(), n * sizeof(Vec3));
  return vectors;
}

std::vector<StarId> ids_from(nb::handle value, const std::string& what) {
  const nb::object array = checked(what, "these are not whole numbers", [&] {
    nb::object whole = numpy().attr("atleast_1d")(numpy().attr("asarray")(value));
    const auto kind = nb::cast<std::string>(whole.attr("dtype").attr("kind"));
    const bool is_empty = nb::cast<std::size_t>(whole.attr("size")) == 0;
    if ((kind != "i" && kind != "u" && !is_empty) || nb::cast<int>(whole.attr("ndim")) != 1) {
      throw InputError(fmt::format("{}: whole numbers are needed", what));
    }
    return nb::object(numpy().attr("ascontiguousarray")(whole, "int64"));
  });
  const auto view = nb::cast<IdArray>(array);
  std::vector<StarId> ids;
  for (std::size_t i = 0; i < view.shape(0); ++i) ids.push_back(StarId{view.data()[i]});
  return ids;
}

double number_from(nb::handle value, const std::string& what) {
  refuse_units(value, what);
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    const nb::python_error error;
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError) && !error.matches(PyExc_OverflowError))
      throw error;
    throw InputError(fmt::format("{}: a number is needed; {}", what, nb::str(error.value()).c_str()));
  }
  return number;
}

std::string text_from(nb::handle value, const std::string& what) {
  std::string text;
  if (!nb::try_cast(value, text)) {
    if (nb::isinstance<nb::str>(value)) throw InputError(what + ": this text is not valid Unicode");
    throw InputError(fmt::format("{}: text is needed, not {}", what, nb::type_name(value.type()).c_str()));
  }
  return text;
}

bool truth_from(nb::handle value, const std::string& what) {
  bool truth = false;
  if (!nb::try_cast(value, truth)) {
    throw InputError(fmt::format("{}: True or False is needed, not {}", what, nb::type_name(value.type()).c_str()));
  }
  return truth;
}

std::size_t rows_of(nb::handle value, const std::string& what) {
  const nb::object array = real_array(value, what);
  const nb::tuple shape = nb::cast<nb::tuple>(array.attr("shape"));
  if (shape.size() != 2 || nb::cast<std::size_t>(shape[1]) != 3) {
    throw InputError(fmt::format("{}: an array of shape (n, 3) is needed, not {}", what, nb::str(shape).c_str()));
  }
  return nb::cast<std::size_t>(shape[0]);
}

DoubleArray column(const std::vector<double>& values, const SharedStars& owner) {
  return DoubleArray(values.data(), {values.size()}, keep(owner));
}

VectorArray column(const std::vector<Vec3>& values, const SharedStars& owner) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return VectorArray(reinterpret_cast<const double*>(values.data()), {values.size(), 3}, keep(owner));
}

IdArray column(const std::vector<StarId>& values, const SharedStars& owner) {
  return IdArray(reinterpret_cast<const std::int64_t*>(values.data()), {values.size()}, keep(owner));
}

VectorArray array_of(std::vector<Vec3> values) {
  const auto shared = std::make_shared<const std::vector<Vec3>>(std::move(values));
  return VectorArray(reinterpret_cast<const double*>(shared->data()), {shared->size(), 3}, keep(shared));
}

DoubleArray array_of(std::vector<double> values) {
  const auto shared = std::make_shared<const std::vector<double>>(std::move(values));
  return DoubleArray(shared->data(), {shared->size()}, keep(shared));
}

}  // namespace tucana::binding
