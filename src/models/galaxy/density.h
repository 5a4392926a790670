#pragma once

#include <memory>

#include "tucana/models/galaxy/component.h"

namespace tucana {

/// A density and its first two derivatives by radius.
struct DensityJet {
  double value = 0, slope = 0, curvature = 0;
};

/// A spherical density in its own units: only the shape matters, the caller supplies the mass.
class Density {
 public:
  virtual ~Density() = default;
  virtual DensityJet at(double r) const = 0;
  /// The length on which the density changes near the centre.
  virtual double scale() const = 0;
  /// There is nothing outside. Infinite when the density has no end.
  virtual double edge() const = 0;
  /// Whether the density falls to zero at the edge by a step.
  virtual bool has_step() const { return false; }
};

/// The density of a component; of a disc the mean over spheres, without derivatives.
std::unique_ptr<Density> make_density(const Component& component);

}  // namespace tucana
