#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "tucana/app/child_program.h"
#include "tucana/app/command_line.h"
#include "tucana/app/not_empty.h"
#include "tucana/app/python_script.h"
#include "tucana/core/error.h"

namespace tucana::app {

void add_plot_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("plot", "plot a run: radii and energy, or WHAT (matplotlib)");
  struct Words {
    std::string run, what, out, units, snapshot, by;
    bool no_title = false;
  };
  auto words = std::make_shared<Words>();
  command->add_option("DIR", words->run, "folder of the run")->type_name("")->required();
  command->add_option("WHAT", words->what, "another picture, see below")->type_name("")->check(not_empty);
  command->add_option("-o,--output", words->out, "picture: .png, .pdf or .svg [DIR/plot.png]")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--units", words->units, "of WHAT: code, pc or kpc [code]")->type_name("UNITS")->check(not_empty);
  command->add_option("--snapshot", words->snapshot, "number of the snapshot [the last]")
      ->type_name("N")
      ->check(not_empty);
  command->add_option("--by", words->by, "colour of stars: mass or type [mass]")->type_name("WORD")->check(not_empty);
  command->add_flag("--no-title", words->no_title, "leave the title out, for a paper");
  command->footer(
      "WHAT is one of radii, energy, core, bound, mass, census, neighbours, phases,\n"
      "wall (over time), stars, density, dispersion, masses, hr, pairs, components\n"
      "(of one snapshot) and evolution (hr, mass and census in one picture).\n"
      "Without it radii and energy error are drawn into one picture.\n"
      "Examples:\n"
      "  tucana plot runs/plummer -o plummer.png\n"
      "  tucana plot runs/plummer stars --units pc --no-title -o stars.pdf");
  command->callback([words, &action] {
    action = [words]() -> int {
      std::error_code error;
      if (!std::filesystem::is_directory(words->run, error)) {
        throw InputError(fmt::format("{} is not the folder of a run", words->run));
      }
      std::vector<std::string> call = {python_with_matplotlib(), python_script("plot.py"), words->run};
      if (!words->what.empty()) call.push_back(words->what);
      if (words->no_title) call.emplace_back("--no-title");
      for (const auto& [flag, word] : {std::pair{"-o", words->out}, std::pair{"--units", words->units},
                                       std::pair{"--snapshot", words->snapshot}, std::pair{"--by", words->by}}) {
        if (!word.empty()) call.insert(call.end(), {flag, word});
      }
      replace_process(call);
    };
  });
}

}  // namespace tucana::app
