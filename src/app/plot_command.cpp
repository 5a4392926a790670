#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "tucana/app/child_program.h"
#include "tucana/app/command_line.h"
#include "tucana/core/error.h"

namespace tucana::app {
namespace {

/// Installed: bin/tucana and share/tucana/python. In a build tree: build/bin or build/<preset>/bin, and python/.
std::filesystem::path plot_script() {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : {"../share/tucana/python", "../../../python", "../../python"}) {
    const std::filesystem::path script = (folder / place / "tucana" / "plot.py").lexically_normal();
    std::error_code error;
    if (std::filesystem::is_regular_file(script, error)) return script;
  }
  throw FailureError(fmt::format("the script plot.py is not beside the program ({}); install Tucana again",
                                 (folder / "../share/tucana/python").lexically_normal().string()));
}

/// The first python3 on PATH is often one without matplotlib, while the system's has it.
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

}  // namespace

void add_plot_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("plot", "draw radii and energy error of a run (matplotlib)");
  struct Words {
    std::string run, out;
  };
  auto words = std::make_shared<Words>();
  command->add_option("DIR", words->run, "folder of the run")->type_name("")->required();
  command->add_option("-o,--output", words->out, "picture: .png, .pdf or .svg [DIR/plot.png]")->type_name("FILE");
  command->footer("Example:\n  tucana plot runs/plummer -o plummer.png");
  command->callback([words, &action] {
    action = [words]() -> int {
      std::error_code error;
      if (!std::filesystem::is_directory(words->run, error)) {
        throw InputError(fmt::format("{} is not the folder of a run", words->run));
      }
      std::vector<std::string> call = {python_with_matplotlib(), plot_script().string(), words->run};
      if (!words->out.empty()) call.insert(call.end(), {"-o", words->out});
      become(call);
    };
  });
}

}  // namespace tucana::app
