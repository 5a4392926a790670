#pragma once

#include <string_view>

#include "tucana/core/enum_words.h"

namespace tucana {

/// Whether close stars are carried as pairs and groups.
enum class FewBodyKind { automatic, off };

template <>
inline constexpr auto enum_words<FewBodyKind> = std::to_array<EnumWord<FewBodyKind>>({{FewBodyKind::automatic, "auto"},
                                                                                      {FewBodyKind::off, "off"}});

/// The highest post-Newtonian order of the forces inside pairs and groups.
enum class PostNewtonian { off, first, second, radiation };

template <>
inline constexpr auto enum_words<PostNewtonian> =
    std::to_array<EnumWord<PostNewtonian>>({{PostNewtonian::off, "off"},
                                            {PostNewtonian::first, "1pn"},
                                            {PostNewtonian::second, "2pn"},
                                            {PostNewtonian::radiation, "2.5pn"}});

/// How close stars are found and integrated.
struct FewBodyOptions {
  FewBodyKind kind = FewBodyKind::automatic;
  /// Two stars become a pair below this distance; 0: found from their masses and the velocities around them.
  double close_distance = 0;
  /// And where their steps as single stars would be shorter than this; 0: only by distance.
  double close_step = 0;
  double eta = 0.2;                     ///< phase of the orbit in a step of a pair: 2 pi/eta steps a revolution
  double tolerance = 1e-12;             ///< of the steps of groups
  double smallest_perturbation = 1e-5;  ///< relative to the force between two members: weaker ones are neglected
  double slow_down_limit = 1e-3;        ///< perturbation of a slowed pair in one revolution; 0: pairs are not slowed
  PostNewtonian post_newtonian = PostNewtonian::off;
  double light_speed = 0;  ///< in code units; 0: that of nature, from the scale of the run
  /// Stars that touch are reported. Not an option of its own: a run sets it if anybody wants to know.
  bool finds_contacts = false;

  bool operator==(const FewBodyOptions&) const = default;
};

}  // namespace tucana
