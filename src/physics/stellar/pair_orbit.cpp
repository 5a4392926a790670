#include "tucana/physics/stellar/pair_orbit.h"

#include <algorithm>

#include "tucana/fewbody/orbital_elements.h"
#include "tucana/physics/stellar/solar_units.h"

namespace tucana::stellar {

std::optional<PairOrbit> pair_orbit(const Stars& stars, const StarSystem& system, const UnitScale& units) {
  const auto members = stars.members_of(system);
  if (members.size() != 2) return {};
  PairOrbit orbit{{members[0].row, members[1].row},
                  {members[0].position - members[1].position, members[0].velocity - members[1].velocity}};
  orbit.mass = stars.mass[orbit.rows[0]] + stars.mass[orbit.rows[1]];
  if (!(orbit.mass > 0)) return {};
  const OrbitShape shape = orbit_phase(orbit.relative, orbit.mass).shape;
  if (!(shape.beta > 0)) return {};
  orbit.semi_major_axis = shape.mu / shape.beta * units.length_pc / solar_radius_pc;
  orbit.eccentricity = std::clamp(1 - shape.pericentre * shape.beta / shape.mu, 0.0, 1.0);
  return orbit;
}

PhasePoint on_other_orbit(const PairOrbit& orbit, double semi_major_axis, double eccentricity, double mass,
                          const UnitScale& units) {
  OrbitalElements elements = orbital_elements(orbit.relative, orbit.mass);
  const double part = orbit_phase(orbit.relative, orbit.mass).time() / elements.shape.period();
  const double a = semi_major_axis * solar_radius_pc / units.length_pc;
  elements.shape = {a * (1 - eccentricity), eccentricity, mass / a, mass};
  return state_at_time(elements, part * elements.shape.period());
}

}  // namespace tucana::stellar
