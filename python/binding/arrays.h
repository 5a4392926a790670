#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/core/stars.h"
#include "tucana/core/vec3.h"

/// Numbers on their way between Python and the library. What comes in may be anything that NumPy can make an array of;
/// mistakes are InputErrors that name the argument. What goes out is read-only and not copied: an array keeps the table
/// alive that it shows.
namespace tucana::binding {

namespace nb = nanobind;

using DoubleArray = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
using VectorArray = nb::ndarray<nb::numpy, const double, nb::shape<-1, 3>>;
using IdArray = nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>;
using ByteArray = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;

/// n numbers; one number stands for n equal ones.
std::vector<double> numbers_from(nb::handle value, const std::string& what, std::size_t n);
/// n vectors, n x 3; one vector stands for n equal ones.
std::vector<Vec3> vectors_from(nb::handle value, const std::string& what, std::size_t n);
/// Whole numbers, any number of them.
std::vector<StarId> ids_from(nb::handle value, const std::string& what);
/// One number, and text: attributes and results of objects that are written in Python.
double number_from(nb::handle value, const std::string& what);
std::string text_from(nb::handle value, const std::string& what);
bool truth_from(nb::handle value, const std::string& what);
/// The number of rows of an array n x 3.
std::size_t rows_of(nb::handle value, const std::string& what);

/// Columns of a table that `owner` keeps alive.
DoubleArray column(const std::vector<double>& values, const SharedStars& owner);
VectorArray column(const std::vector<Vec3>& values, const SharedStars& owner);
IdArray column(const std::vector<StarId>& values, const SharedStars& owner);

/// Arrays with their own memory.
VectorArray array_of(std::vector<Vec3> values);
DoubleArray array_of(std::vector<double> values);

}  // namespace tucana::binding
