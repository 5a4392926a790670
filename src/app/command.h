#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): theirs
class App;
class Option;
}  // namespace CLI

namespace tucana::app {

/// An argument or flag of a command. All functions return the argument itself, so that calls can be chained.
class Argument {
 public:
  explicit Argument(CLI::Option& option) : option_(&option) {}
  /// How the help names the value.
  Argument* type_name(const std::string& name);
  Argument* required();
  /// One word holds several values: "1,2,3".
  Argument* delimiter(char character);
  /// The check returns what is wrong with a word, or nothing.
  Argument* check(std::string (*problem_of)(const std::string& word));
  /// Whether words that follow the value are values too; if not, the flag is repeated for each.
  Argument* allow_extra_args(bool allow);
  /// Refuses to be given together with another one.
  Argument* excludes(Argument* other);

 private:
  CLI::Option* option_;
};

/// A command, or a whole program, as those see it who add arguments: every value is a word, which the command itself
/// converts and checks. A thin layer over CLI11, whose headers take a compiler ten seconds in each file.
class Command {
 public:
  explicit Command(CLI::App& app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& help);
  /// Names: "FILE" is an argument, "-o,--output" a flag with a value.
  Argument* add_option(const std::string& names, std::string& word, const std::string& help);
  Argument* add_option(const std::string& names, std::vector<std::string>& words, const std::string& help);
  Argument* add_flag(const std::string& names, bool& given, const std::string& help);
  void footer(const std::string& text);
  /// At least and at most so many of its commands are given.
  void require_subcommand(std::size_t least, std::size_t most);
  /// What is done when the command has been given.
  void callback(std::function<void()> action);

 private:
  Argument* kept(CLI::Option& option);

  CLI::App* app_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<std::unique_ptr<Argument>> arguments_;
};

}  // namespace tucana::app
