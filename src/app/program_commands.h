#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tucana/app/command.h"

namespace tucana::app {

/// What the given command does; set by its callback during parsing.
using Action = std::function<int()>;

/// Adds the commands of a program to its parser.
using AddCommands = std::function<void(Command& program, Action& action)>;

/// What a program says about itself.
struct ProgramText {
  std::string name;
  std::string description;
  std::string footer;        ///< the end of its --help
  std::string help_example;  ///< a command whose help the help of `help` shows as an example
};

/// Parses the arguments of a program that consists of commands, and executes the command that they name. `help` and
/// --version are commands and flags of every program. Returns the exit code; throws InputError for arguments that are
/// not understood.
int run_commands(const ProgramText& text, const AddCommands& add_commands, const std::vector<std::string>& words);

}  // namespace tucana::app
