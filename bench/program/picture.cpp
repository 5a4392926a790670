#include "bench/program/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "tucana/app/child_program.h"
#include "tucana/app/not_empty.h"
#include "tucana/app/python_script.h"
#include "tucana/core/error.h"

namespace tucana::bench {

namespace {

/// Replaces this process by the script that plots the JSON report of a benchmark; it prints the file name unless
/// `quiet`.
[[noreturn]] void plot_benchmark(const std::string& json, const std::string& picture, bool quiet) {
  std::vector<std::string> call = {app::python_with_matplotlib(), app::python_script("plot_bench.py"), "-o", picture};
  if (quiet) call.emplace_back("--quiet");
  app::replace_process(call, json);
}

}  // namespace

void add_report_flags(app::Command& command, ReportWords& words) {
  command.add_flag("--json", words.json, "as a JSON object");
  command.add_option("--plot", words.plot, "picture: .png, .pdf or .svg (matplotlib)")
      ->type_name("FILE")
      ->check(app::not_empty);
}

void expect_picture_can_be_drawn(const ReportWords& words) {
  if (words.plot.empty()) return;
  const std::filesystem::path path = words.plot;
  static constexpr std::array kinds = {".png", ".pdf", ".svg"};
  if (std::ranges::find(kinds, path.extension().string()) == kinds.end()) {
    throw InputError(
        fmt::format("{}: unknown kind of picture; end the name in {}", words.plot, fmt::join(kinds, ", ")));
  }
  std::error_code error;
  if (path.has_parent_path() && !std::filesystem::is_directory(path.parent_path(), error)) {
    throw InputError(fmt::format("{}: there is no folder {}; make it first", words.plot, path.parent_path().string()));
  }
  app::python_script("plot_bench.py");
  app::python_with_matplotlib();
}

void show(const ReportText& text, const ReportWords& words) {
  fmt::print("{}", words.json ? text.json : text.table);
  if (!words.plot.empty()) plot_benchmark(text.json, words.plot, words.json);
}

}  // namespace tucana::bench
