#pragma once

#include <memory>
#include <optional>

#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/physics/galaxy/field_options.h"

namespace tucana {

/// The external field that the options specify; null if there is none.
std::unique_ptr<ExternalField> make_run_field(const FieldOptions& options, const UnitScale& units);

/// Moves all stars, as one, to the x axis at a distance from the centre of a field, on a circular orbit towards y.
/// Throws InputError where the field does not pull inwards.
void place_on_circular_orbit(StarsBuffer& stars, const ExternalField& field, double radius, double time);

/// Where a cluster is on an orbit in the field, if most of its stars are far from the origin or fast, for their own
/// distances and velocities.
std::optional<PhasePoint> orbit_to_follow(const Stars& stars, const ExternalField& field, double time);

/// Throws InputError when a star is where the field has no finite force.
void check_places(const Stars& stars, const ExternalField& field, double time);

}  // namespace tucana
