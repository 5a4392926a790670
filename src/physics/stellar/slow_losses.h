#pragma once

#include <functional>

#include "tucana/core/change_set.h"
#include "tucana/core/stars.h"

namespace tucana::stellar {

/// How an update changes a star that is in a pair or group.
struct Loss {
  double mass = 0;  ///< after it
  double time = 0;  ///< in which the mass has changed; 0: at once, as in a supernova
};

/// What changes of mass that are slow against the period do to pairs: a (m1 + m2) and e stay, since the wind of a star
/// leaves at all phases (Hadjidemetriou 1963, Icarus 2, 440). A run applies them at one moment; so the members are
/// moved to where they are on the new orbit, at the same phase: distances scale with 1/(m1 + m2), velocities with m1 +
/// m2; for a pair this is a new orbit, and masses are no changes of their own. Orbits within groups are treated in the
/// same way, from the outermost to the innermost. `loss_of` returns null for a star that does not change. Systems in
/// which anything happens at once are left alone: there the actual phase decides.
void follow_slow_losses(const Stars& stars, const std::function<const Loss*(StarId)>& loss_of, ChangeSet& changes);

}  // namespace tucana::stellar
