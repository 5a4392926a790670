#pragma once

#include "tucana/core/enum_words.h"

namespace tucana {

/// off: nobody looks for escapers but the log. follow: stars that have escaped are reported once and stay in the run.
/// remove: they are reported and leave it.
enum class EscaperRule { off, follow, remove };

template <>
inline constexpr auto enum_words<EscaperRule> = std::to_array<EnumWord<EscaperRule>>({{EscaperRule::off, "off"},
                                                                                      {EscaperRule::follow, "follow"},
                                                                                      {EscaperRule::remove, "remove"}});

struct EscaperOptions {
  EscaperRule kind = EscaperRule::off;
  double radius = 0;    ///< 0: two Jacobi radii, or 20 half-mass radii without a tide
  double interval = 1;  ///< between two looks
  bool operator==(const EscaperOptions&) const = default;
};

}  // namespace tucana
