#include "tucana/app/python_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// The first python3 on PATH often lacks matplotlib even where the python3 of the system has it.
std::string python_with_matplotlib() {
  std::vector<std::string> candidates = {"python3", "/usr/bin/python3"};
  const char* named = std::getenv("TUCANA_PYTHON");
  if (named != nullptr && *named != '\0') candidates = {named};
  for (const std::string& python : candidates) {
    if (succeeds_silently({python, "-c", "import matplotlib"})) return python;
  }
  throw FailureError(
      fmt::format("no matplotlib in {}; install it (Debian: apt install python3-matplotlib), or name a "
                  "Python that has it in TUCANA_PYTHON",
                  fmt::join(candidates, " nor in ")));
}

void expect_picture_can_be_drawn(const std::string& picture) {
  const std::filesystem::path path = picture;
  static constexpr std::array kinds = {".png", ".pdf", ".svg"};
  if (std::ranges::find(kinds, path.extension().string()) == kinds.end()) {
    throw InputError(fmt::format("{}: unknown kind of picture; end the name in {}", picture, fmt::join(kinds, ", ")));
  }
  std::error_code error;
  if (path.has_parent_path() && !std::filesystem::is_directory(path.parent_path(), error)) {
    throw InputError(fmt::format("{}: there is no folder {}; make it first", picture, path.parent_path().string()));
  }
  python_script("plot_bench.py");
  python_with_matplotlib();
}

void plot_benchmark(const std::string& json, const std::string& picture, bool quiet) {
  std::vector<std::string> call = {python_with_matplotlib(), python_script("plot_bench.py"), "-o", picture};
  if (quiet) call.emplace_back("--quiet");
  replace_process(call, json);
}

}  // namespace tucana::app
