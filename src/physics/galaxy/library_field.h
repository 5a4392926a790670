#pragma once

#include <memory>
#include <string>

#include "tucana/core/external_field.h"

namespace tucana::galaxy {

/// A field that a user has written as a C function in a shared library (physics/galaxy/user_field.h says how). Where
/// the library has no function for them, jerk and snap are differences of the acceleration along x + v t + a t^2/2,
/// over five points, with relative errors of about 1e-12 and 1e-9 for a field that varies on the scale of |x|.
///
/// Throws InputError, one line, when the library or its function cannot be loaded.
std::unique_ptr<ExternalField> load_library_field(const std::string& path);

}  // namespace tucana::galaxy
