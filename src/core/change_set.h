#pragma once

#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"

namespace tucana {

/// What happens to stars between two blocks, all of it at the time of the last block: winds, kicks, collisions, stars
/// that leave or appear. Changes act in the order of the members below, so that a supernova is a new mass and a kick of
/// the same star. No list names a star twice.
struct ChangeSet {
  /// Two stars that the run carries as a pair (Stars::systems) have other masses, and another orbit about each other,
  /// from now on. Their centre of mass stays at its place and keeps its velocity, and the pair goes on as one body: for
  /// all that happens slowly, or within the pair.
  struct NewOrbit {
    StarId first, second;
    double first_mass, second_mass;
    Vec3 position, velocity;  ///< of the first relative to the second
  };
  struct NewMass {
    StarId star;
    double mass;
  };
  struct NewRadius {
    StarId star;
    double radius;
  };
  struct Kick {
    StarId star;
    Vec3 velocity_change;
    /// It goes on from another place: how the orbit of a pair follows changes that are slow against its period.
    Vec3 position_change = {};
  };
  /// Two stars become one at their centre of mass. What is missing of the sum of their masses is lost with the velocity
  /// of that centre.
  struct Merger {
    StarId kept;  ///< goes on under its id
    StarId lost;
    double mass;
    double radius;
  };

  std::vector<NewOrbit> orbits;
  std::vector<NewMass> masses;
  std::vector<NewRadius> radii;
  std::vector<Kick> kicks;
  std::vector<Merger> mergers;  ///< with the masses and velocities that the members above have given
  std::vector<StarId> removed;
  StarsBuffer added;  ///< with ids that no star has

  bool empty() const {
    return orbits.empty() && masses.empty() && radii.empty() && kicks.empty() && mergers.empty() && removed.empty() &&
           added.size() == 0;
  }
};

/// By how much changes have moved the energy of all stars, by cause: what a ledger adds up, so that an energy error
/// remains that of the integration.
struct EnergyChange {
  double orbit = 0;  ///< of pairs on other orbits, with their new masses
  double mass = 0;   ///< of new masses at unchanged velocities
  double kick = 0;
  double merger = 0;
  double removal = 0;
  double addition = 0;
  // Not of changes, but of post-Newtonian forces inside pairs and groups:
  double relativity = 0;  ///< what they hold as energy of their own has this from the stars, with the other sign
  double radiation = 0;   ///< by gravitational waves

  double total() const { return orbit + mass + kick + merger + removal + addition + relativity + radiation; }
  EnergyChange& operator+=(const EnergyChange& other);
  void describe(Archive& archive);
};

}  // namespace tucana
