#pragma once

#include "tucana/core/enum_words.h"

namespace tucana {

/// Which bodies share a time step.
enum class StepRule {
  block,   ///< every body has its own power-of-two step
  shared,  ///< all bodies have the shortest step that any of them needs
  fixed,   ///< all bodies have the same, constant step
};

template <>
inline constexpr auto enum_words<StepRule> = std::to_array<EnumWord<StepRule>>({{StepRule::block, "block"},
                                                                                {StepRule::shared, "shared"},
                                                                                {StepRule::fixed, "fixed"}});

}  // namespace tucana
