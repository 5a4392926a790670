#include <filesystem>
#include <memory>

#include "tucana/app/child_program.h"
#include "tucana/app/command_line.h"
#include "tucana/app/not_empty.h"
#include "tucana/app/python_script.h"

namespace tucana::app {

void add_ensemble_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("ensemble", "run many simulations: other seeds, other values");
  struct Words {
    std::string plan, out, jobs;
  };
  auto words = std::make_shared<Words>();
  command->add_option("PLAN", words->plan, "what to run, in TOML")->type_name("")->required()->check(not_empty);
  command->add_option("--out", words->out, "folder for all runs [that of the plan]")
      ->type_name("DIR")
      ->check(not_empty);
  command->add_option("--jobs", words->jobs, "runs at once [one per processor]")->type_name("N")->check(not_empty);
  command->footer(
      "A plan has the sections [options], which all runs share, and [vary], lists of\n"
      "values by option, of which every combination is run; and perhaps base, a file of\n"
      "options, and out. Called again it goes on where it was. results.csv in the folder\n"
      "has a row for each run.\n"
      "Example:\n"
      "  tucana ensemble examples/plan.toml --out seeds");
  command->callback([words, &action] {
    action = [words]() -> int {
      std::vector<std::string> call = {python_with_toml(), python_script("ensembles.py"), words->plan, "--program",
                                       std::filesystem::read_symlink("/proc/self/exe").string()};
      if (!words->out.empty()) call.insert(call.end(), {"--out", words->out});
      if (!words->jobs.empty()) call.insert(call.end(), {"--jobs", words->jobs});
      replace_process(call);
    };
  });
}

}  // namespace tucana::app
