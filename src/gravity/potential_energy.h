#pragma once

#include "tucana/core/stars.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// The potential energy of the stars, -sum_{i<j} m_i m_j / sqrt(r_ij^2 + eps2), by direct summation on an fp64 engine.
/// Each pair is summed once (the table is halved recursively, with one half as sources of the other), which takes about
/// half the time of evaluating the potential at every star. The bits depend on the table and the engine's arithmetic
/// class, not on threads. Stars without mass are skipped. Two members of a system are as far from each other as their
/// relative coordinates say.
double potential_energy(const Stars& stars, const PairLaw& law, ForceEngine& engine);

/// The part of it that is among the members of systems, each with those of its own.
double inner_potential_energy(const Stars& stars, const PairLaw& law);

}  // namespace tucana
