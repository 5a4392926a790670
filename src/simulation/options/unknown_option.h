#pragma once

#include <string>
#include <string_view>

namespace tucana {

/// "integrator.etta is not an option; did you mean integrator.eta?" for a name that is not in the table.
std::string unknown_option_text(std::string_view name);

}  // namespace tucana
