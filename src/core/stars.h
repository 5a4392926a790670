#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/core/ids.h"
#include "tucana/core/star_systems.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// What kind of body this is, by the numbers of GADGET's particle types; gas is not supported.
enum class Family : std::uint8_t { halo = 1, disc = 2, bulge = 3, star = 4, other = 5 };

template <>
inline constexpr auto enum_words<Family> = std::to_array<EnumWord<Family>>({{Family::halo, "halo"},
                                                                            {Family::disc, "disc"},
                                                                            {Family::bulge, "bulge"},
                                                                            {Family::star, "star"},
                                                                            {Family::other, "other"}});

/// What files, analysis and observers see of the stars: a read-only view, in code units, all at one time.
/// The rows of one rank are [offset, offset + size()) of `total` rows.
struct Stars {
  std::size_t offset = 0;
  std::size_t total = 0;
  std::span<const StarId> id;
  std::span<const double> mass;
  std::span<const double> radius;
  std::span<const Vec3> position;
  std::span<const Vec3> velocity;
  std::span<const Family> family = {};  ///< empty: all are stars
  /// No star is in two of them; most are in none.
  std::span<const StarSystem> systems = {};
  std::span<const SystemMember> system_members = {};  ///< those of the first system, then those of the second, ...

  std::size_t size() const { return id.size(); }
  std::span<const SystemMember> members_of(const StarSystem& system) const {
    return system_members.subspan(system.first, system.count);
  }
};

/// The same table with its memory.
struct StarsBuffer {
  std::vector<StarId> id;
  std::vector<double> mass;
  std::vector<double> radius;
  std::vector<Vec3> position;
  std::vector<Vec3> velocity;
  std::vector<Family> family = {};  ///< empty: all are stars
  std::vector<StarSystem> systems = {};
  std::vector<SystemMember> system_members = {};

  std::size_t size() const { return id.size(); }
  /// Families stay as they are: none, or one per star. Systems, whose members may be other rows now, are forgotten.
  void resize(std::size_t n);
  Stars view() const;
  /// To be called where stars have been moved one by one: their places are all that is known then.
  void forget_systems();
  /// Moves all stars, and with them the centres of systems.
  void shift(const Vec3& position_change, const Vec3& velocity_change);
  /// Numbers the stars 1, 2, 3, ...
  void number_from_one();
};

/// The bodies of a table in which a system counts as one: its centre of mass, with the mass of all members, in the
/// place of its first member and under the id of that. Without systems this is a copy.
StarsBuffer with_systems_as_bodies(const Stars& stars);

/// A table that nobody changes any more, shared by those who hold it: it lasts as long as one of them does.
using SharedStars = std::shared_ptr<const StarsBuffer>;

}  // namespace tucana
