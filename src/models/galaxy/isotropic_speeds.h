#pragma once

#include <string>
#include <vector>

#include "tucana/core/function_ref.h"
#include "tucana/core/random.h"
#include "tucana/models/galaxy/density.h"
#include "tucana/models/galaxy/spherical_field.h"

namespace tucana {

/// The isotropic distribution function that a density has in a field, by Eddington's (1916) inversion (Binney &
/// Tremaine 2008, eq. 4.46b), and the speeds drawn from it; docs/theory/galaxy_models.md has the numerics.
///
/// A density that ends with a step has no such function. In that case the function of the density minus its value at
/// the edge is used, which ends there without a step, and speeds are scaled (by at most sqrt 2, at the edge) to the
/// dispersion required by Jeans' equation, so that pressure balances gravity at every radius.
class IsotropicSpeeds {
 public:
  /// `density` of total mass 1 when multiplied by `normal`; `total_density` is that of all components. Throws
  /// InputError, naming the component, when the function is negative somewhere.
  IsotropicSpeeds(const std::string& name, const Density& density, double normal, const SphericalField& field,
                  FunctionRef<double(double r)> total_density);

  /// f for bodies of total mass 1, by the depth W(r) + v^2/2; zero beyond the edge.
  double distribution(double depth) const;
  /// The one-dimensional velocity dispersion at r required by Jeans' equation, squared.
  double dispersion2(double r) const;
  /// A body's speed at r.
  double draw_speed(double r, RandomStream& random) const;

 private:
  double tamed(double depth) const;
  void invert(const Density& density, double normal, FunctionRef<double(double r)> total_density);
  void check_sign(const std::string& name);
  void find_bounds();
  void find_pressure(const Density& density);

  const SphericalField* field_;
  std::size_t edge_;  ///< the node where the component ends
  /// By node: f at the depth of the node times sqrt(depth of the edge - depth), which stays finite at the edge where f
  /// of a lowered density does not; and the same with all terms of the integral taken positive.
  std::vector<double> f_, size_;
  std::vector<double> bound_;    ///< by node: at least (depth - depth of the node) times the first everywhere
  std::vector<double> jeans2_;   ///< dispersion squared
  std::vector<double> stretch_;  ///< of the speeds; empty where there is no step
};

}  // namespace tucana
