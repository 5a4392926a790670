#pragma once

#include "tucana/core/stars.h"
#include "tucana/core/vec3.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// The potential energy between two galaxies, -sum m_a m_b / sqrt(r_ab^2 + eps2) over all pairs with one body of each,
/// when the second one is moved by `shift`: what two extended bodies really have instead of -M_a M_b / r. By direct
/// sums or a tree, as the engine does it.
double interaction_energy(const Stars& first, const Stars& second, const Vec3& shift, const PairLaw& law,
                          ForceEngine& engine);

/// The potential energy of the stars from their potentials in one pass of the engine: the way for engines that group
/// sources (trees), where potential_energy(), which divides the table, would make many small trees. Stars without mass
/// count as well. Throws InputError, with the id, where a potential is not finite.
double grouped_potential_energy(const Stars& stars, const PairLaw& law, ForceEngine& engine);

}  // namespace tucana
