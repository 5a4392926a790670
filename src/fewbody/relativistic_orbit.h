#pragma once

#include "tucana/core/frame.h"
#include "tucana/fewbody/pair_motion.h"
#include "tucana/fewbody/post_newtonian.h"

namespace tucana {

/// A bound pair that nobody perturbs, at some time.
struct RelativisticOrbit {
  PhasePoint relative;
  double beta = 0;  ///< mu/a
  bool has_merged = false;
};

/// What post-Newtonian forces do to such a pair on average over revolutions: the pericentre advances (first order), and
/// the orbit shrinks as Peters 1964 has it. An orbit whose pericentre has come to the merging distance is shown as a
/// circle there. `beta` is that of the start, which the state itself may not give with all digits.
RelativisticOrbit relativistic_orbit_at(const PhasePoint& start, double beta, const PairMasses& masses, double time,
                                        const Relativity& relativity);

/// Whether averages over revolutions are enough: radiation changes the orbit little in each, or the orbit is so round
/// that the pericentre is nothing special.
bool shrinks_slowly(const PhasePoint& relative, double beta, const PairMasses& masses, const Relativity& relativity);

/// A lower bound for the time that such a pair has until it merges.
double shortest_time_to_merge(const PhasePoint& relative, double beta, const PairMasses& masses,
                              const Relativity& relativity);

}  // namespace tucana
