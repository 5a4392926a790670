#include "tucana/app/program_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "tucana/app/terminal_text.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

/// Help without CLI11's decorations: "--set KEY=VALUE", not "--set KEY=VALUE ... Excludes: --json".
class PlainHelp : public CLI::Formatter {
 public:
  PlainHelp() {
    column_width(26);
    label("OPTIONS", "FLAGS");
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const bool has_value = option->get_type_size() != 0 && !option->get_type_name().empty();
    return has_value ? " " + option->get_type_name() : "";
  }
};

/// The innermost command that was given: `tucana init king` -> king.
const CLI::App& innermost(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : innermost(*given.front());
}

/// "tucana init king"
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names, const std::string& else_text) {
  const std::string near = nearest_name(word, names);
  return near.empty() ? else_text : fmt::format("did you mean {}?", near);
}

std::string unknown_command_text(const CLI::App& parent, const std::string& word) {
  const auto names = command_names(parent);
  return fmt::format("{} is not a command of `{}`; {}", for_message(word), full_name(parent),
                     suggestion(word, names, fmt::format("the commands are {}", fmt::join(names, ", "))));
}

/// The message about the first argument that no command accepts.
std::string unexpected_text(const CLI::App& program) {
  const CLI::App& command = innermost(program);
  const std::string name = full_name(command);
  const auto names = command_names(command);
  const auto rest = program.remaining(true);
  // A misspelt command has flags of its own behind it.
  if (!names.empty() && !rest.empty() && !rest.front().starts_with("-"))
    return unknown_command_text(command, rest.front());
  // `--sett key=value` leaves two arguments over, and the flag is the wrong one.
  const auto flag = std::find_if(rest.begin(), rest.end(), [](const auto& word) { return word.starts_with("-"); });
  if (flag != rest.end()) {
    const std::string bare = flag->substr(0, flag->find('='));
    return fmt::format("{} is not a flag of `{}`; {}", for_message(bare), name,
                       suggestion(bare, flag_names(command), fmt::format("see `{} --help`", name)));
  }
  const std::string word = rest.empty() ? "" : rest.front();
  if (!names.empty()) return unknown_command_text(command, word);
  return fmt::format("`{}` does not know what to do with {}; see `{} --help`", name, for_message(word), name);
}

/// The help of any command, not only of the one that was given.
std::string help_of(const CLI::App& command) {
  return command.get_formatter()->make_help(&command, full_name(command), CLI::AppFormatMode::Normal);
}

/// `tucana help init king` shows what `tucana init king --help` does.
void add_help_command(CLI::App& program, const std::string& example, Action& action) {
  CLI::App* command = program.add_subcommand("help", "show the help of a command");
  auto path = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *path, "name of the command [list all commands]")->type_name("");
  command->footer(fmt::format("Example:\n  {} help {}", program.get_name(), example));
  command->callback([&program, &action, path] {
    action = [&program, path] {
      CLI::App* explained = &program;
      for (const std::string& word : *path) {
        const auto names = command_names(*explained);
        if (names.empty()) throw InputError(fmt::format("`{}` has no commands of its own", full_name(*explained)));
        if (std::find(names.begin(), names.end(), word) == names.end())
          throw InputError(unknown_command_text(*explained, word));
        explained = explained->get_subcommand(word);
      }
      print_fitted(stdout, help_of(*explained));
      return 0;
    };
  });
}

void group_commands(CLI::App& command) {
  command.group("Commands");
  for (CLI::App* inner : command.get_subcommands({})) group_commands(*inner);
}

/// An empty word is a variable of a script that was not set: never the same as leaving the option out.
void refuse_empty_words(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto& given = option->results();
    if (option->count() == 0 || std::none_of(given.begin(), given.end(), [](const auto& w) { return w.empty(); }))
      continue;
    throw InputError(
        fmt::format("{} of `{}` is empty: give a value, or leave it out", option->get_name(), full_name(app)));
  }
  for (const CLI::App* command : app.get_subcommands()) refuse_empty_words(*command);
}

void parse(CLI::App& program, const std::vector<std::string>& words) {
  // CLI11 would take the word behind `--out=` for its value.
  for (const std::string& word : words) {
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      throw InputError(fmt::format("{} has no value: give one, or leave it out", for_message(word)));
    }
  }
  // CLI11 expects the arguments in reverse order.
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  program.parse(reversed);
}

}  // namespace

int run_commands(const ProgramText& text, const AddCommands& add_commands, const std::vector<std::string>& words) {
  CLI::App program(text.description, text.name);
  program.formatter(std::make_shared<PlainHelp>());
  program.set_help_flag("-h,--help", "show this help");
  program.set_version_flag("--version", fmt::format("{} {}", text.name, version()), "show the version");
  program.require_subcommand(0, 1);
  Action action;
  Command root(program);
  add_commands(root, action);
  add_help_command(program, text.help_example, action);
  for (CLI::App* command : program.get_subcommands({})) group_commands(*command);
  // Added last, because commands without a footer would inherit it.
  program.footer(text.footer);
  try {
    parse(program, words);
  } catch (const CLI::CallForHelp&) {
    print_fitted(stdout, program.help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    fmt::print("{} {}\n", text.name, version());
    return 0;
  } catch (const CLI::ExtrasError&) {
    throw InputError(unexpected_text(program));
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; see `{} --help`", for_message(error.what()), full_name(innermost(program))));
  }
  refuse_empty_words(program);
  if (action) return action();
  const CLI::App& command = innermost(program);
  if (&command != &program) {
    throw InputError(fmt::format("`{}` needs one of {}", full_name(command), fmt::join(command_names(command), ", ")));
  }
  print_fitted(stdout, program.help());
  return 0;
}

}  // namespace tucana::app
