#pragma once

#include <array>
#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"
#include "tucana/simulation/star_families.h"

namespace tucana {

/// A line for each softening of a component that no body of the run has.
std::vector<std::string> softening_without_bodies(const GravityOptions& gravity, const StarFamilies& families);

/// The softening of the bodies of each family, by the number of its particle type.
std::array<double, 6> softening_by_family(const GravityOptions& gravity);

}  // namespace tucana
