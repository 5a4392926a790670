#pragma once

#include <string>

#include "tucana/simulation/options/options.h"

namespace tucana {

/// A TOML text of every option with its value, and units and ranges as comments: used.toml. First come the choices of
/// this run, which differ from the defaults of its integrator and method, then all others with their help. Reading it
/// back gives the same options, bit for bit.
std::string options_as_toml(const Options& options);

/// Which options are listed: experts' options tune what suits nearly every run as it is.
enum class OptionListing { without_expert, all };

/// The options as readable text in 80 columns: `tucana options`.
std::string options_as_text(OptionListing listing);
/// The same as a JSON array, one object per option.
std::string options_as_json(OptionListing listing);
/// The same as a page; without the experts' options it is the reference page docs/options.md.
std::string options_as_markdown(OptionListing listing);

}  // namespace tucana
