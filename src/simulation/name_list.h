#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tucana/core/archive.h"

namespace tucana {

/// Whether this can name a process in files: lower-case letters, digits and underscores, beginning with a letter.
bool is_snake_case(std::string_view name);

/// Saves or loads names, none of which is empty, as the field "names". Throws InputError when loading anything but
/// different names in snake_case.
void describe_names(Archive& archive, std::vector<std::string>& names);

}  // namespace tucana
