#pragma once

#include <memory>
#include <span>

#include "tucana/core/external_field.h"
#include "tucana/core/units.h"
#include "tucana/physics/galaxy/field_options.h"

namespace tucana::galaxy {

/// One formula or known galaxy; null for none. Does not look at `change`, nor at the parts of a sum.
std::unique_ptr<ExternalField> make_field(const FieldOptions& part, const UnitScale& units);

/// The sum of several.
std::unique_ptr<ExternalField> make_sum(std::span<const FieldOptions> parts, const UnitScale& units);

}  // namespace tucana::galaxy
