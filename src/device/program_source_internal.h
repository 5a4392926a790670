#pragma once

#include <string>
#include <string_view>

#include "tucana/device/context.h"

namespace tucana::device {

/// What a compiler gets: the macros, the prelude of its language, the text. Macros are lines rather than options, so
/// that their values may hold anything and one text says all that decides the binary.
std::string whole_source(std::string_view prelude, const ProgramText& text);

}  // namespace tucana::device
