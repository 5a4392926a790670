#pragma once

#include <string>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// A TOML text of every option with its value, help and unit as comments: used.toml. Reading it back gives the
/// same options, bit for bit.
std::string options_as_toml(const Options& options);

/// The options as readable text in 80 columns: `tucana options`.
std::string options_as_text();
/// The same as a JSON array, one object per option.
std::string options_as_json();
/// The same as the reference page docs/options.md.
std::string options_as_markdown();

}  // namespace tucana
