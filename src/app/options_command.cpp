#include <fmt/format.h>

#include <memory>

#include "tucana/app/command_line.h"
#include "tucana/app/terminal_text.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana::app {

void add_options_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("options", "list the options: help, unit, default, range");
  struct Words {
    bool all = false, json = false, markdown = false;
  };
  auto words = std::make_shared<Words>();
  command->add_flag("--all", words->all, "also those for experts");
  Argument* json = command->add_flag("--json", words->json, "as a JSON array");
  command->add_flag("--markdown", words->markdown, "as the reference page docs/options.md")->excludes(json);
  command->callback([words, &action] {
    action = [words] {
      const OptionListing listing = words->all ? OptionListing::all : OptionListing::without_expert;
      if (words->json || words->markdown) {
        fmt::print("{}", words->json ? options_as_json(listing) : options_as_markdown(listing));
      } else {
        print_fitted(stdout, options_as_text(listing));
      }
      return 0;
    };
  });
}

}  // namespace tucana::app
