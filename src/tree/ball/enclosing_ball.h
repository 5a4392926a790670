#pragma once

#include <cstdint>
#include <span>

#include "tucana/core/enum_words.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// A ball around points. Every function here returns one that contains all of them: |p - centre| <= radius holds for
/// the real numbers and as computed in double precision, also squared.
struct Ball {
  Vec3 centre;
  double radius = 0;
};

/// How to enclose a group of bodies (Miki & Umemura 2017, section 2.3 and appendix B), from the cheapest to the
/// smallest ball.
enum class BallKind : std::uint8_t { mean, box, box_or_mean, ritter, smallest };

template <>
inline constexpr auto enum_words<BallKind> = std::to_array<EnumWord<BallKind>>({{BallKind::mean, "mean"},
                                                                                {BallKind::box, "box"},
                                                                                {BallKind::box_or_mean, "box_or_mean"},
                                                                                {BallKind::ritter, "ritter"},
                                                                                {BallKind::smallest, "smallest"}});

/// Points are finite, with squares that do not overflow; no points give a ball of radius 0 at the origin.
Ball enclosing_ball(BallKind kind, std::span<const Vec3> points);

/// Around the mean of the points: the paper's COM for equal masses.
Ball mean_ball(std::span<const Vec3> points);
/// Around the centre of mass; around the mean when there is no mass.
Ball centre_of_mass_ball(std::span<const Vec3> points, std::span<const double> masses);
/// Around the middle of the box that bounds the points: GEO.
Ball box_ball(std::span<const Vec3> points);
/// The smaller of the two, the box where they are equal: CMP.
Ball box_or_mean_ball(std::span<const Vec3> points);
/// Ritter 1990 (Graphics Gems, p. 301): grown from a wide pair to each point outside in turn; the radius is then cut
/// to the farthest point. EBS.
Ball ritter_ball(std::span<const Vec3> points);
/// The smallest ball, to rounding of centre and radius (of the box, if radii are below 1e-135). SEB.
Ball smallest_ball(std::span<const Vec3> points);

/// The ball around this centre that reaches the farthest point.
Ball ball_around(const Vec3& centre, std::span<const Vec3> points);

}  // namespace tucana
