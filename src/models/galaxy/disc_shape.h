#pragma once

#include "tucana/core/random.h"
#include "tucana/core/vec3.h"
#include "tucana/models/galaxy/component.h"

namespace tucana {

/// Where the bodies of an exponential disc of mass 1 are: surface density falling as exp(-R/R_d) out to the cut,
/// sech^2(z/z_d) in height (Freeman 1970; van der Kruit & Searle 1981).
class DiscShape {
 public:
  explicit DiscShape(const Component& component);

  double scale_length() const { return length_; }
  double scale_height() const { return height_; }
  double cut() const { return cut_; }
  /// The sphere that holds all of it, but for what is many scale heights above.
  double edge() const;

  double surface_density(double radius) const;
  /// The mass inside a cylinder.
  double mass_within(double radius) const;
  /// The mean density on a sphere of radius r.
  double mean_density(double r) const;
  /// The square of the circular speed in the plane due to its own gravity, as if it were thin and had no cut (Freeman
  /// 1970, eq. 11).
  double circular_speed2(double radius) const;

  Vec3 draw_position(RandomStream& random) const;

 private:
  double radius_of_mass(double mass) const;

  double length_, height_, cut_;
  double normal_;  ///< 1 over the mass of the disc without a cut inside the cut
};

}  // namespace tucana
