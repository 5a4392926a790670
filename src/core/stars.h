#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/core/enum_words.h"
#include "tucana/core/ids.h"
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

  std::size_t size() const { return id.size(); }
};

/// The same table with its memory.
struct StarsBuffer {
  std::vector<StarId> id;
  std::vector<double> mass;
  std::vector<double> radius;
  std::vector<Vec3> position;
  std::vector<Vec3> velocity;
  std::vector<Family> family = {};  ///< empty: all are stars

  std::size_t size() const { return id.size(); }
  /// Families stay as they are: none, or one per star.
  void resize(std::size_t n);
  Stars view() const;
  /// Numbers the stars 1, 2, 3, ...
  void number_from_one();
};

/// A table that nobody changes any more, shared by those who hold it: it lasts as long as one of them does.
using SharedStars = std::shared_ptr<const StarsBuffer>;

}  // namespace tucana
