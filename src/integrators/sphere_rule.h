#pragma once

#include "tucana/core/enum_words.h"

namespace tucana {

/// What determines the radius of a neighbour sphere.
enum class SphereRule {
  wanted,   ///< a number of neighbours, the same for all (Wang et al. 2015, table A1)
  contrast  ///< the density there (Nitadori & Aarseth 2012, eq. 2)
};

template <>
inline constexpr auto enum_words<SphereRule> =
    std::to_array<EnumWord<SphereRule>>({{SphereRule::wanted, "wanted"}, {SphereRule::contrast, "contrast"}});

}  // namespace tucana
