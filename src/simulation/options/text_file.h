#pragma once

#include <string>
#include <string_view>

namespace tucana {

/// The contents of a short text file written by a user; `what` it should be ("an options file") is for messages.
/// Throws InputError for anything else.
std::string read_text_file(const std::string& path, std::string_view what);

}  // namespace tucana
