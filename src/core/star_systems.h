#pragma once

#include <cstdint>
#include <span>

#include "tucana/core/enum_words.h"
#include "tucana/core/vec3.h"

namespace tucana {

enum class SystemKind : std::uint8_t { pair, group };

template <>
inline constexpr auto enum_words<SystemKind> = std::to_array<EnumWord<SystemKind>>({{SystemKind::pair, "pair"},
                                                                                    {SystemKind::group, "group"}});

/// Some stars of a table that move about their common centre of mass: a close pair or a small group. The table has them
/// at their resolved places too; what only the system knows are their relative coordinates, with all digits. The place
/// of a star is known to 1e-16 of its distance from the origin, which for the members of a hard pair at its pericentre
/// may be 1e-7 of their separation.
struct StarSystem {
  SystemKind kind = SystemKind::pair;
  std::uint32_t first = 0, count = 0;  ///< its members in Stars::system_members
  double slow_down = 1;                ///< by how much the inner motion is slowed down; 1: not at all
  Vec3 position, velocity;             ///< of the centre of mass
};

struct SystemMember {
  std::uint32_t row = 0;    ///< of the star in the table
  Vec3 position, velocity;  ///< relative to the centre of mass of the system
};

}  // namespace tucana
