#pragma once

#include <optional>

#include "tucana/core/external_field.h"
#include "tucana/core/star_sums.h"
#include "tucana/core/stars.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// What a field makes of the energies of stars.
struct EnergyInField {
  double external = 0;            ///< in the field
  double kinetic_difference = 0;  ///< beyond that in the coordinates of the stars, where energies are those in others
};

/// Energies in code units, in the frame of the coordinates (not of the centre of mass).
struct Energies {
  double kinetic = 0;
  double potential = 0;  ///< of the stars among themselves, negative
  /// In an external field, if there is one.
  std::optional<double> external = {};
  /// The parts inside systems, relative to their centres.
  double inner_kinetic = 0, inner_potential = 0;

  void add(const EnergyInField& field) {
    external = field.external;
    kinetic += field.kinetic_difference;
  }
  double total() const { return kinetic + potential + external.value_or(0); }
  /// What the members of systems have among themselves: -m1 m2/2a for a pair.
  double internal() const { return inner_kinetic + inner_potential; }
  /// T/|V| of the stars among themselves, each system as one body: 1/2 in equilibrium without a field. 0 where there is
  /// no potential energy (one body, tracers alone).
  double virial_ratio() const;
};

/// Kinetic energy, and the potential energy as gravity/potential_energy.h has it (fp64 engine, n^2/2 pairs).
Energies energies(const Stars& stars, const PairLaw& law, ForceEngine& engine);

/// sum m phi of all stars in the potential of a field at a time; the sum is compensated.
double external_energy(const Stars& stars, const ExternalField& field, double time);

/// sum m x cross v, about the origin of the coordinates; for systems of their centres, and of their members about
/// these. Sums are compensated, as those of core/star_sums.h.
Vec3 angular_momentum(const Stars& stars);

struct CentreOfMass {
  Vec3 position;
  Vec3 velocity;
};
/// Stars without any mass are averaged by number; without any star all is zero. Systems are taken by their centres.
CentreOfMass centre_of_mass(const Stars& stars);

}  // namespace tucana
