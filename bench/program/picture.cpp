#include "bench/program/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "tucana/app/child_program.h"
#include "tucana/app/python_script.h"
#include "tucana/core/error.h"

namespace tucana::bench {

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
  app::python_script("plot_bench.py");
  app::python_with_matplotlib();
}

void plot_benchmark(const std::string& json, const std::string& picture, bool quiet) {
  std::vector<std::string> call = {app::python_with_matplotlib(), app::python_script("plot_bench.py"), "-o", picture};
  if (quiet) call.emplace_back("--quiet");
  app::replace_process(call, json);
}

}  // namespace tucana::bench
