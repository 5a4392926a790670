#include "tucana/app/command.h"

#include <utility>

#include <CLI/CLI.hpp>

namespace tucana::app {

Argument* Argument::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Argument* Argument::required() {
  option_->required();
  return this;
}

Argument* Argument::delimiter(char character) {
  option_->delimiter(character);
  return this;
}

Argument* Argument::check(std::string (*problem_of)(const std::string& word)) {
  option_->check(problem_of);
  return this;
}

Argument* Argument::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Argument* Argument::excludes(Argument* other) {
  option_->excludes(other->option_);
  return this;
}

Command::Command(CLI::App& app) : app_(&app) {}
Command::~Command() = default;

Command* Command::add_subcommand(const std::string& name, const std::string& help) {
  commands_.push_back(std::make_unique<Command>(*app_->add_subcommand(name, help)));
  return commands_.back().get();
}

Argument* Command::add_option(const std::string& names, std::string& word, const std::string& help) {
  return kept(*app_->add_option(names, word, help));
}

Argument* Command::add_option(const std::string& names, std::vector<std::string>& words, const std::string& help) {
  return kept(*app_->add_option(names, words, help));
}

Argument* Command::add_flag(const std::string& names, bool& given, const std::string& help) {
  return kept(*app_->add_flag(names, given, help));
}

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::require_subcommand(std::size_t least, std::size_t most) { app_->require_subcommand(least, most); }

void Command::callback(std::function<void()> action) { app_->callback(std::move(action)); }

Argument* Command::kept(CLI::Option& option) {
  arguments_.push_back(std::make_unique<Argument>(option));
  return arguments_.back().get();
}

}  // namespace tucana::app
