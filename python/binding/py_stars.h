#pragma once

#include <nanobind/nanobind.h>

#include "tucana/core/change_set.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"

namespace tucana::binding {

/// A table of stars as Python sees it: it and every array of it keep the memory alive.
struct PyStars {
  SharedStars table;
  double time = 0;
  UnitScale units = {};
};

/// A view that is valid during a call, as a table of its own.
PyStars copy_of(const Stars& stars, double time, const UnitScale& units);

void bind_stars(nanobind::module_& module);
void bind_changes(nanobind::module_& module);

}  // namespace tucana::binding
