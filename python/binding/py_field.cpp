// Fields that are written in Python: the part of callbacks.h that has formulae.
#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "python/binding/arrays.h"
#include "python/binding/callbacks.h"
#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

/// A step of the differences, as a part of the time in which a body moves over the scale of the field: truncation of
/// fourth order and rounding of the second difference are then both near 1e-9.
constexpr double relative_step = 1e-2;

std::vector<Vec3> copied(std::span<const Vec3> values) { return {values.begin(), values.end()}; }

std::string name_of(nb::handle field) {
  for (const char* part : {"name", "is_static", "scale", "acceleration", "potential"}) {
    if (nb::hasattr(field, part)) continue;
    throw InputError(
        fmt::format("a field must be a tucana.Field: {} has no {}", nb::type_name(field.type()).c_str(), part));
  }
  return text_from(field.attr("name"), "the name of a field");
}

}  // namespace

PyField::PyField(nb::object field)
    : field_(std::move(field)),
      name_(name_of(field_)),
      is_static_(truth_from(field_.attr("is_static"), name_ + ".is_static")),
      has_derivatives_(nb::hasattr(field_, "derivatives")),
      scale_(number_from(field_.attr("scale"), name_ + ".scale")) {
  if (!(scale_ >= 0 && std::isfinite(scale_))) throw InputError(fmt::format("{}.scale must be a length >= 0", name_));
}

PyField::~PyField() {
  const nb::gil_scoped_acquire gil;
  field_.reset();
}

std::vector<Vec3> PyField::accelerations(nb::handle times, std::vector<Vec3> x) const {
  const std::size_t n = x.size();
  const nb::object result = field_.attr("acceleration")(times, array_of(std::move(x)));
  return vectors_from(result, name_ + ".acceleration()", n);
}

void PyField::at_all(double time, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> a,
                     std::span<FieldValue> values) const {
  const nb::gil_scoped_acquire gil;
  const std::vector<Vec3> own = accelerations(nb::float_(time), copied(x));
  for (std::size_t i = 0; i < x.size(); ++i) values[i].acceleration = own[i];
  if (v.empty()) return;
  if (!has_derivatives_) {
    add_differences(time, x, v, a, values);
    return;
  }
  const std::vector<Vec3> zero(a.empty() ? x.size() : 0);
  const nb::object both = field_.attr("derivatives")(time, array_of(copied(x)), array_of(copied(v)),
                                                     array_of(a.empty() ? zero : copied(a)));
  if (nb::len(both) != 2) throw InputError(fmt::format("{}.derivatives() must return jerk and snap", name_));
  const std::vector<Vec3> jerk = vectors_from(both[0], name_ + ".derivatives()[0]", x.size());
  const std::vector<Vec3> snap = vectors_from(both[1], name_ + ".derivatives()[1]", x.size());
  for (std::size_t i = 0; i < x.size(); ++i) values[i].jerk = jerk[i], values[i].snap = snap[i];
}

/// Differences over five points x(s) = x + v s + a s^2/2 at s = -2h ... 2h along the orbit, all in one call:
/// f' = (f(-2h) - 8 f(-h) + 8 f(h) - f(2h)) / 12h, f'' = (-f(-2h) + 16 f(-h) - 30 f(0) + 16 f(h) - f(2h)) / 12h^2.
void PyField::add_differences(double time, std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> a,
                              std::span<FieldValue> values) const {
  constexpr std::array<double, 4> offsets = {-2, -1, 1, 2};
  const std::size_t n = x.size();
  std::vector<double> h(n), times;
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < n; ++i) {
    const double length = scale_ > 0 ? scale_ : norm(x[i]), speed = norm(v[i]);
    h[i] = length > 0 && speed > 0 ? relative_step * length / speed : relative_step;
  }
  for (const double offset : offsets) {
    for (std::size_t i = 0; i < n; ++i) {
      const double s = offset * h[i];
      times.push_back(time + s);
      places.push_back(x[i] + s * v[i] + (a.empty() ? Vec3{} : s * s / 2 * a[i]));
    }
  }
  const nb::object at_times =
      is_static_ ? nb::object(nb::float_(time))
                 : nb::cast(nb::ndarray<nb::numpy, const double, nb::ndim<1>>(times.data(), {times.size()}),
                            nb::rv_policy::copy);
  const std::vector<Vec3> f = accelerations(at_times, std::move(places));
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 &f_2 = f[i], &f_1 = f[n + i], &f1 = f[2 * n + i], &f2 = f[3 * n + i];
    values[i].jerk = (1 / (12 * h[i])) * (f_2 - f2 + 8.0 * (f1 - f_1));
    values[i].snap = (1 / (12 * h[i] * h[i])) * (16.0 * (f_1 + f1) - f_2 - f2 - 30.0 * values[i].acceleration);
  }
}

void PyField::potential_all(double time, std::span<const Vec3> x, std::span<double> values) const {
  const nb::gil_scoped_acquire gil;
  const nb::object result = field_.attr("potential")(time, array_of(copied(x)));
  const std::vector<double> numbers = numbers_from(result, name_ + ".potential()", x.size());
  const auto bad = std::find_if(numbers.begin(), numbers.end(), [](double u) { return !std::isfinite(u); });
  if (bad != numbers.end()) {
    const Vec3& place = x[static_cast<std::size_t>(bad - numbers.begin())];
    throw InputError(
        fmt::format("{}.potential() is {} at ({:.6g}, {:.6g}, {:.6g})", name_, *bad, place.x, place.y, place.z));
  }
  std::copy(numbers.begin(), numbers.end(), values.begin());
}

FieldValue PyField::at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const {
  FieldValue value;
  at_all(time, {&x, 1}, {&v, 1}, {&a, 1}, {&value, 1});
  return value;
}

Vec3 PyField::acceleration(double time, const Vec3& x) const {
  FieldValue value;
  at_all(time, {&x, 1}, {}, {}, {&value, 1});
  return value.acceleration;
}

double PyField::potential(double time, const Vec3& x) const {
  double value = 0;
  potential_all(time, {&x, 1}, {&value, 1});
  return value;
}

}  // namespace tucana::binding
