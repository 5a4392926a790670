#include <fmt/format.h>

#include "tucana/device/program_source_internal.h"

namespace tucana::device {

std::string whole_source(std::string_view prelude, const ProgramText& text) {
  std::string source = "#line 1 \"macros\"\n";
  for (const auto& [name, value] : text.macros) source += fmt::format("#define {} {}\n", name, value);
  source += prelude;
  source += fmt::format("#line 1 \"{}\"\n", text.name);
  source += text.text;
  return source;
}

}  // namespace tucana::device
