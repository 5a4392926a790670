#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "tucana/app/child_program.h"
#include "tucana/app/command_line.h"
#include "tucana/app/not_empty.h"
#include "tucana/app/python_script.h"
#include "tucana/core/error.h"

namespace tucana::app {

void add_plot_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("plot", "plot radii and energy error of a run (matplotlib)");
  struct Words {
    std::string run, out;
  };
  auto words = std::make_shared<Words>();
  command->add_option("DIR", words->run, "folder of the run")->type_name("")->required();
  command->add_option("-o,--output", words->out, "picture: .png, .pdf or .svg [DIR/plot.png]")
      ->type_name("FILE")
      ->check(not_empty);
  command->footer("Example:\n  tucana plot runs/plummer -o plummer.png");
  command->callback([words, &action] {
    action = [words]() -> int {
      std::error_code error;
      if (!std::filesystem::is_directory(words->run, error)) {
        throw InputError(fmt::format("{} is not the folder of a run", words->run));
      }
      std::vector<std::string> call = {python_with_matplotlib(), python_script("plot.py"), words->run};
      if (!words->out.empty()) call.insert(call.end(), {"-o", words->out});
      replace_process(call);
    };
  });
}

}  // namespace tucana::app
