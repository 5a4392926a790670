#pragma once

#include <string>
#include <string_view>

namespace tucana {

/// The whole of a short file that people write; `what` it should be ("an options file") is for messages. Throws
/// InputError for what is no such file.
std::string read_text_file(const std::string& path, std::string_view what);

}  // namespace tucana
