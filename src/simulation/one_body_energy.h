#pragma once

#include "tucana/core/body_at.h"
#include "tucana/core/change_set.h"
#include "tucana/core/function_ref.h"
#include "tucana/core/stars.h"

namespace tucana {

/// What a change of stars does, kind by kind in the order in which they act, to an energy that is a sum over single
/// stars: energy(star). `before` are the stars before the change.
EnergyChange one_body_energy_change(const ChangeSet& set, const Stars& before,
                                    FunctionRef<double(const BodyAt&)> energy);

}  // namespace tucana
