#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/models/galaxy/component.h"

namespace tucana {

class RandomStream;
class SphericalField;
class IsotropicSpeeds;
class DiscMotion;

/// A galaxy of components in equilibrium with each other: spheres by isotropic distribution functions in the field of
/// all (a disc counting by its mean over spheres), discs by moments in the field of all. Units with G = 1.
class Galaxy {
 public:
  /// Throws InputError, naming the component, for what cannot be: bad numbers, no mass at all, a sphere that cannot be
  /// isotropic in this field.
  explicit Galaxy(std::vector<Component> components);
  ~Galaxy();
  Galaxy(Galaxy&&) noexcept;

  const std::vector<Component>& components() const { return components_; }
  /// The field of all components.
  const SphericalField& field() const;
  /// The mass of one component within r over its whole mass.
  double mass_within(std::size_t component, double r) const;
  /// nullptr for a disc.
  const IsotropicSpeeds* speeds(std::size_t component) const;
  /// nullptr for a sphere.
  const DiscMotion* disc(std::size_t component) const;

  /// Body `i` of a component, from random numbers that belong to seed, component and i alone.
  void draw(std::size_t component, std::uint64_t i, std::uint64_t seed, Vec3& position, Vec3& velocity) const;

 private:
  struct Tables;
  double radius_of_mass(std::size_t component, double mass) const;

  std::vector<Component> components_;
  std::unique_ptr<Tables> tables_;
};

/// n bodies of a galaxy, component after component, ids 1 .. n, families as the components say, neither centred nor
/// scaled: the centres of all components lie at the origin.
StarsBuffer draw_galaxy(const Galaxy& galaxy, std::size_t n, std::uint64_t seed, Workers& workers);

/// The same, the centre of mass at rest, while the centres of all components stay at the origin. The centre of mass of
/// a halo that reaches far is noisy (0.25 kpc for M31 of 1e5 bodies): with it at the origin, the discs and cusps, which
/// are what people look at, would stand beside it.
StarsBuffer make_galaxy(const Galaxy& galaxy, std::size_t n, std::uint64_t seed, Workers& workers);

}  // namespace tucana
