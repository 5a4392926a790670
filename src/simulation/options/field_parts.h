#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/core/units.h"
#include "tucana/physics/galaxy/field_options.h"

namespace tucana {

/// The parts of a sum as field.parts gives them: "plummer mass=2 radius=5; nfw mass=40 radius=20", with the words and
/// ranges of field.kind, field.mass and so on. Throws InputError.
std::vector<FieldOptions> parse_field_parts(const std::string& text);

/// Where a cluster begins by field.orbit_position and field.orbit_velocity, in code units; nothing if they are empty.
/// Throws InputError.
std::optional<PhasePoint> given_orbit(const FieldOptions& field, const UnitScale& units);

/// Throws InputError when options of the field contradict each other.
void check_field(const FieldOptions& field);

}  // namespace tucana
