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

void add_movie_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("movie", "make a film of the snapshots of a run (ffmpeg)");
  struct Words {
    std::string run, out, units, by, rate;
  };
  auto words = std::make_shared<Words>();
  command->add_option("DIR", words->run, "folder of the run")->type_name("")->required();
  command->add_option("-o,--output", words->out, "film: .mp4, .mkv, .webm or .gif [DIR/movie.mp4]")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("--units", words->units, "code, pc or kpc [code]")->type_name("UNITS")->check(not_empty);
  command->add_option("--by", words->by, "colour of stars: mass or type [mass]")->type_name("WORD")->check(not_empty);
  command->add_option("--rate", words->rate, "frames per second [10]")->type_name("N")->check(not_empty);
  command->footer("Example:\n  tucana movie runs/plummer -o plummer.mp4");
  command->callback([words, &action] {
    action = [words]() -> int {
      std::error_code error;
      if (!std::filesystem::is_directory(words->run, error)) {
        throw InputError(fmt::format("{} is not the folder of a run", words->run));
      }
      std::vector<std::string> call = {python_with_matplotlib(), python_script("movie.py"), words->run};
      for (const auto& [flag, word] : {std::pair{"-o", words->out}, std::pair{"--units", words->units},
                                       std::pair{"--by", words->by}, std::pair{"--rate", words->rate}}) {
        if (!word.empty()) call.insert(call.end(), {flag, word});
      }
      replace_process(call);
    };
  });
}

}  // namespace tucana::app
