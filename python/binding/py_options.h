#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/options.h"

namespace tucana::binding {

/// Choices of a caller by name, values as TOML has them; in the order in which they were given.
using Choices = std::vector<std::pair<std::string, OptionValue>>;
Choices choices_from(const nanobind::dict& options);
/// As key=value, for restarts and warnings.
std::vector<std::string> as_settings(const Choices& choices);

/// The options of a new run: defaults, then a TOML file unless its name is empty, then the choices, with the checks and
/// messages of a file.
Options options_from(const std::string& file, const Choices& choices);

void bind_options(nanobind::module_& module);
/// Every option with its value.
nanobind::dict as_dict(const Options& options);

}  // namespace tucana::binding
