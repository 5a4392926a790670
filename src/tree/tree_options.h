#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tucana/core/enum_words.h"
#include "tucana/core/number_range.h"
#include "tucana/tree/ball/enclosing_ball.h"
#include "tucana/tree/tuning/tuning_schedule.h"

namespace tucana {

/// When a cell may be used in place of its bodies (docs/theory/tree.md).
enum class OpeningCriterion : std::uint8_t {
  angle,        ///< its size over its distance is below the accuracy parameter
  multipole,    ///< bound of its error below accuracy times G M / R^2 of the whole (Warren & Salmon 1993)
  acceleration  ///< estimate of its error below accuracy times the last acceleration (Springel 2005)
};

/// Up to which moment a cell is expanded about its centre of mass.
enum class ExpansionOrder : std::uint8_t { monopole, quadrupole };

template <>
inline constexpr auto enum_words<OpeningCriterion> =
    std::to_array<EnumWord<OpeningCriterion>>({{OpeningCriterion::angle, "angle"},
                                               {OpeningCriterion::multipole, "multipole"},
                                               {OpeningCriterion::acceleration, "acceleration"}});
template <>
inline constexpr auto enum_words<ExpansionOrder> = std::to_array<EnumWord<ExpansionOrder>>(
    {{ExpansionOrder::monopole, "monopole"}, {ExpansionOrder::quadrupole, "quadrupole"}});

/// Where the search for the best split radius begins.
inline constexpr double first_split_radius = 3;

struct TreeOptions {
  OpeningCriterion criterion = OpeningCriterion::acceleration;
  ExpansionOrder order = ExpansionOrder::quadrupole;
  double accuracy = 0x1p-7;
  double bootstrap_angle = 0.7;   ///< for the acceleration criterion where no acceleration is known yet
  std::size_t leaf_bodies = 16;   ///< largest number of bodies in a leaf
  std::size_t group_bodies = 48;  ///< largest number of targets that share a walk
  bool fit_groups = true;         ///< whether groups are smaller when few bodies are due
  BallKind ball = BallKind::box_or_mean;
  double split_radius = 0;      ///< of a group, in units of the median over all groups; larger ones are split; 0: tuned
  std::size_t body_list = 512;  ///< entries of the lists, which are summed and emptied when they are full
  std::size_t cell_list = 256;
  TuningMode tuning = TuningMode::counted;
  std::int64_t rebuild_interval = 0;   ///< evaluations that share a tree; 0: tuned
  std::optional<TuningRecord> pinned;  ///< for TuningMode::pinned

  bool operator==(const TreeOptions&) const = default;
};

/// What TreeOptions may hold.
namespace tree_ranges {
inline constexpr NumberRange accuracy = above_to(0, 1);
inline constexpr NumberRange bootstrap_angle = from_to(0.01, 1);
inline constexpr NumberRange leaf_bodies = from_to(1, 256);
inline constexpr NumberRange group_bodies = from_to(1, 256);  // as many as fit into the scratch memory of a walk
inline constexpr NumberRange split_radius = zero_or(from_to(0.01, 1e6));
inline constexpr NumberRange rebuild_interval = from_to(0, 1e9);
}  // namespace tree_ranges

/// Throws InputError for a number that is out of range.
void check(const TreeOptions& options);

/// How a tree of this many bodies is tuned.
TuningSchedule tuning_of(const TreeOptions& options, std::size_t bodies, Decider& decider);

}  // namespace tucana
