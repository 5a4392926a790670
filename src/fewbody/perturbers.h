#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/frame.h"

namespace tucana {

/// What a pair or group is to those that perturb it.
struct TidalTarget {
  double mass = 0;          ///< of all members
  double extent = 0;        ///< the largest distance of members: the apocentre distance of a bound pair
  double gamma_min = 1e-6;  ///< relative perturbations below this are neglected
};

/// The distance within which a body of this mass perturbs by more than gamma_min: its tide 2 m R/r^3 relative to the
/// force mass/R^2 between members at the distance R (Aarseth 2003).
double perturber_distance(const TidalTarget& target, double mass);

/// A sphere about the centre that surely contains all perturbers for a time dt: those of the largest mass, and the way
/// that a body comes nearer at the largest relative speed.
double perturber_sphere(const TidalTarget& target, double largest_mass, double largest_speed, double dt);

/// The bodies that perturb, of those whose positions relative to the centre are given; in ascending order.
std::vector<std::uint32_t> select_perturbers(const TidalTarget& target, std::span<const double> masses,
                                             std::span<const Vec3> relative);

/// A lower bound of the time until a body at `relative` to the centre is a perturber: it comes nearer at its present
/// radial speed and falls with not more than the mutual acceleration at that distance and the `other_acceleration` of
/// the rest. Zero for a perturber.
double time_to_perturb(const TidalTarget& target, double mass, const PhasePoint& relative, double other_acceleration);

}  // namespace tucana
