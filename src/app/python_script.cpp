#include "tucana/app/python_script.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tucana/app/child_program.h"
#include "tucana/core/error.h"

namespace tucana::app {

/// Installed: bin/tucana and share/tucana/python. In a build tree: build/bin or build/<preset>/bin, and python/.
std::string python_script(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : {"../share/tucana/python", "../../../python", "../../python"}) {
    const std::filesystem::path script = (folder / place / "tucana" / name).lexically_normal();
    std::error_code error;
    if (std::filesystem::is_regular_file(script, error)) return script.string();
  }
  throw FailureError(fmt::format("the script {} is not beside the program ({}); install Tucana again", name,
                                 (folder / "../share/tucana/python").lexically_normal().string()));
}

namespace {

/// The first python3 on PATH often lacks a module even where the python3 of the system has it.
std::string python_with(const std::string& module, const std::string& advice) {
  std::vector<std::string> candidates = {"python3", "/usr/bin/python3"};
  const char* named = std::getenv("TUCANA_PYTHON");
  if (named != nullptr && *named != '\0') candidates = {named};
  for (const std::string& python : candidates) {
    if (succeeds_silently({python, "-c", "import " + module})) return python;
  }
  throw FailureError(fmt::format("no {} in {}; {}, or name a Python that has it in TUCANA_PYTHON", module,
                                 fmt::join(candidates, " nor in "), advice));
}

}  // namespace

std::string python_with_matplotlib() {
  return python_with("matplotlib", "install it (Debian: apt install python3-matplotlib)");
}

std::string python_with_toml() { return python_with("tomllib", "install Python 3.11 or later"); }

}  // namespace tucana::app
