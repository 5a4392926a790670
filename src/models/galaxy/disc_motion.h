#pragma once

#include <vector>

#include "tucana/core/function_ref.h"
#include "tucana/core/random.h"
#include "tucana/core/vec3.h"
#include "tucana/models/galaxy/disc_shape.h"

namespace tucana {

/// The motions at one place of a disc, cylindrical.
struct DiscMoments {
  double rotation = 0;                             ///< mean of v_phi
  double radial = 0, azimuthal = 0, vertical = 0;  ///< dispersions
};

/// How the bodies of a disc move: moments by Jeans' equations in the field of the disc and of everything around it,
/// which counts as spherical, filled up with Gaussians (Hernquist 1993, ApJS 86, 389). The radial dispersion squared
/// goes as the surface density, with Toomre's Q given at 2.43 scale lengths; the azimuthal one follows by epicycles,
/// the rotation by the asymmetric drift, and the vertical one is what holds sech^2 up at each height.
class DiscMotion {
 public:
  /// `around(r)`: the mass within r of everything except this disc, whose own mass is `mass`.
  DiscMotion(const DiscShape& shape, double mass, double toomre_q, FunctionRef<double(double r)> around);

  DiscMoments at(double radius, double z) const;
  /// The speed of circles in the plane, squared.
  double circular_speed2(double radius) const;
  /// (kappa / 2 Omega)^2: the epicyclic frequency over twice the angular speed, squared.
  double epicyclic_ratio2(double radius) const;
  /// A body's velocity, slower than `largest`.
  Vec3 draw_velocity(const Vec3& place, double largest, RandomStream& random) const;

 private:
  struct Row {
    double around = 0, own_speed2 = 0, ratio2 = 0;
    std::vector<double> vertical2;  ///< by height
  };
  struct Between {
    const Row *low, *high;
    double part;
    double mix(double a, double b) const { return a + part * (b - a); }
  };
  Between rows_at(double radius) const;
  double row_radius(std::size_t row) const;
  double radial2(double radius) const;
  std::vector<double> vertical_dispersions(double radius, FunctionRef<double(double r)> around) const;

  DiscShape shape_;
  double mass_;
  double central_ = 0;  ///< scale of the radial dispersion squared
  std::vector<Row> rows_;
};

}  // namespace tucana
