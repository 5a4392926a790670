#include <fmt/format.h>

#include <memory>

#include "tucana/app/command_line.h"
#include "tucana/app/terminal_text.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana::app {

void add_options_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("options", "list every option: help, unit, default, range");
  struct Words {
    bool json = false, markdown = false;
  };
  auto words = std::make_shared<Words>();
  Argument* json = command->add_flag("--json", words->json, "as a JSON array");
  command->add_flag("--markdown", words->markdown, "as the reference page docs/options.md")->excludes(json);
  command->callback([words, &action] {
    action = [words] {
      if (words->json || words->markdown) {
        fmt::print("{}", words->json ? options_as_json() : options_as_markdown());
      } else {
        print_fitted(stdout, options_as_text());
      }
      return 0;
    };
  });
}

}  // namespace tucana::app
