#pragma once

#include <string>
#include <string_view>

#include "tucana/core/quantity.h"
#include "tucana/core/units.h"
#include "tucana/simulation/options/option_table.h"

namespace tucana {

/// Gives an option a value from a file, after the checks of checked_value(). Text for an option with a dimension is a
/// number with a unit, "3 Myr": it is kept in Options::written, and the option gets its number when the scale of the
/// run is known. Throws InputError, which lists the units of the dimension, for text that is anything else.
void assign_value(Options& options, const OptionEntry& entry, const OptionValue& read, const std::string& place);

/// The same for text from the command line.
void assign_text(Options& options, const OptionEntry& entry, std::string_view text, const std::string& place);

/// "3 Myr" in code units; `place` is what the message of an InputError begins with.
double parse_quantity(std::string_view text, Dimension dimension, const UnitScale& scale, const std::string& place);

/// Whether a value with a unit other than one of length was given, so that the unit of mass is needed to convert it.
bool needs_mass_unit(const Options& options);

/// Gives every option that was written with a unit its number in code units. Throws InputError for one out of range.
void convert_quantities(Options& options, const UnitScale& scale);

/// The option as people read it: its number, and behind it in parentheses what was written.
std::string shown_value(const OptionEntry& entry, const Options& options);

}  // namespace tucana
