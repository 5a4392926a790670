#pragma once

#include <string_view>

namespace tucana {

/// "0.1.0"
std::string_view version();

/// Version, compiler and C library: what changes bits between two builds of the same source.
std::string_view build_description();

}  // namespace tucana
