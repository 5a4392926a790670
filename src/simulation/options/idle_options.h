#pragma once

#include <span>
#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// Options that the user gave and that do nothing beside the others, a line each: those of `settings` (key=value), and
/// those that differ from `before`, the defaults or, at a restart, the options of the run. Files are not asked what
/// they name: used.toml names every option.
std::vector<std::string> idle_options(const Options& options, const Options& before,
                                      std::span<const std::string> settings);

}  // namespace tucana
