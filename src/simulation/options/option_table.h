#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tucana/core/number_range.h"
#include "tucana/core/quantity.h"
#include "tucana/simulation/options/options.h"

namespace tucana {

/// The value of an option on its way in or out; a choice travels as its word, and an empty
/// list of numbers as "all".
using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

enum class OptionType { boolean, integer, real, text, choice, integers };
std::string_view name_of(OptionType type);

/// What other options must say for an option to act at all.
struct OptionCondition {
  bool (*holds)(const Options&) = nullptr;  ///< nullptr: always
  std::string_view text = {};               ///< "integrator.steps = fixed"
};

/// One option, declared once: parsing, --set, help, reference page, used.toml and restarts all read this.
struct OptionEntry {
  // The empty initialisers let the table name only the members that an option has.
  std::string name = {};  ///< "integrator.eta"
  OptionType type = OptionType::text;
  /// A real that has one is in code units, or given as text with a unit ("3 Myr").
  Dimension dimension = Dimension::none;
  bool physical = false;  ///< a number is in pc, Msun, Myr or km/s, whatever the scale of the run
  std::string unit = {};  ///< "" when it has none; follows from the dimension
  OptionValue initial = {};
  NumberRange range = {};
  std::vector<std::string> choices = {};
  std::string typical = {};  ///< for messages about values out of range; the default when left empty in the table
  std::string help = {};
  bool may_change_at_restart = false;
  bool expert = false;  ///< for developers and benchmarks; the lists that users read leave it out
  OptionCondition only_with =
      {};  ///< for options that are of no account otherwise, not for those that are refused then

  OptionValue (*get)(const Options&) = nullptr;
  /// The value must be of the option's type and already checked.
  void (*set)(Options&, const OptionValue&) = nullptr;

  bool acts_in(const Options& options) const { return only_with.holds == nullptr || only_with.holds(options); }
  std::string_view group() const { return std::string_view(name).substr(0, name.find('.')); }
};

struct OptionGroup {
  std::string name;
  std::string help;
};

/// All options in the order of struct Options.
std::span<const OptionEntry> option_table();
std::span<const OptionGroup> option_groups();

/// nullptr when there is no such option.
const OptionEntry* find_option(std::string_view name);

}  // namespace tucana
