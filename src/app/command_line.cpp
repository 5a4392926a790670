#include "tucana/app/command_line.h"

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

/// The innermost command that was given: `tucana bench direct` -> direct.
const CLI::App& innermost(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : innermost(*given.front());
}

/// "tucana bench direct"
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

/// `tucana help bench direct` shows what `tucana bench direct --help` does.
void add_help_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("help", "show the help of a command");
  auto path = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *path, "name of the command [list all commands]")->type_name("");
  command->footer("Example:\n  tucana help init galaxy");
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

int run_command_line(const std::vector<std::string>& words) {
  CLI::App program(fmt::format("Tucana {}: gravitational N-body simulations of star clusters and galaxies", version()),
                   "tucana");
  program.formatter(std::make_shared<PlainHelp>());
  program.set_help_flag("-h,--help", "show this help");
  program.set_version_flag("--version", fmt::format("tucana {}", version()), "show the version");
  program.require_subcommand(0, 1);
  Action action;
  add_run_command(program, action);
  add_init_command(program, action);
  add_convert_command(program, action);
  add_info_command(program, action);
  add_options_command(program, action);
  add_devices_command(program, action);
  add_plot_command(program, action);
  add_evolve_command(program, action);
  add_bench_command(program, action);
  add_help_command(program, action);
  for (CLI::App* command : program.get_subcommands({})) group_commands(*command);
  // Added last, because commands without a footer would inherit it.
  program.footer(
      "Examples:\n"
      "  tucana run                                a Plummer cluster of 1024 stars\n"
      "  tucana run my.toml --set integrator.eta=0.01 --out runs/my\n"
      "  tucana run --restart runs/my --set run.end_time=20\n"
      "  tucana plot runs/my                       its radii and energy error, as PNG\n"
      "`tucana help COMMAND` says more. Exit codes: 0 done, 1 failed, 2 your mistake;\n"
      "`tucana help run` lists those of a run that ends early.");
  try {
    parse(program, words);
  } catch (const CLI::CallForHelp&) {
    print_fitted(stdout, program.help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    fmt::print("tucana {}\n", version());
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
