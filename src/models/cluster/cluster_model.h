#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/core/units.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/models/cluster/cluster_profile.h"
#include "tucana/models/cluster/pair_orbits.h"
#include "tucana/models/cluster/population.h"

namespace tucana {

enum class MassFunctionKind { equal, salpeter, kroupa_2001, kroupa_tout_gilmore_1993, power_law };

template <>
inline constexpr auto enum_words<MassFunctionKind> =
    std::to_array<EnumWord<MassFunctionKind>>({{MassFunctionKind::equal, "equal"},
                                               {MassFunctionKind::salpeter, "salpeter"},
                                               {MassFunctionKind::kroupa_2001, "kroupa_2001"},
                                               {MassFunctionKind::kroupa_tout_gilmore_1993, "ktg_1993"},
                                               {MassFunctionKind::power_law, "power_law"}});

struct MassFunctionOptions {
  MassFunctionKind kind = MassFunctionKind::equal;
  double low = 0.08, high = 100;           ///< Msun; of equal masses neither is used
  double equal_mass = 1;                   ///< Msun
  std::vector<PowerLawPiece> pieces = {};  ///< of power_law
};

/// Everything that describes a star cluster at its start.
struct ClusterModelOptions {
  std::uint64_t seed = 1;
  ClusterProfileOptions profile;
  MassFunctionOptions masses;
  PopulationOptions population;
  PairOrbitOptions orbits;
  double segregation = 0;     ///< 0 none, 1 full: segregation.h
  double virial_ratio = 0.5;  ///< T/|V| of the centres of mass, 0 <= ratio < 1; 0.5 is equilibrium
  /// The part of the kinetic energy that is solid rotation about the z axis, 0 <= rotation < 1.
  double rotation = 0;
  /// Msun; > 0: the last body is a black hole at rest in the centre, beside the stars (central_hole.h).
  double black_hole_msun = 0;
  // The scale: one of these two, or none for a length unit (the virial radius of a cluster in equilibrium) of 1 pc.
  double half_mass_radius_pc = 0;  ///< of the centres of mass of this very set of stars
  double length_unit_pc = 0;
};

/// Two stars that start on a Kepler orbit.
struct PrimordialPair {
  StarId first, second;      ///< the heavier star, the lighter one
  EllipseElements elements;  ///< of the second relative to the first; the semi-major axis in code units
};

/// A cluster in Henon units: G = M = 1, and E = -1/4 without the inner energy of pairs. Stars 1 and 2 are the first
/// pair, 3 and 4 the second and so on; the single stars follow, then a black hole, if there is one. Radii are zero. The
/// pairs are systems of the table.
struct ClusterModel {
  StarsBuffer stars;
  std::vector<PrimordialPair> pairs;
  UnitScale units;
};

MassFunction make_mass_function(const MassFunctionOptions& options);

/// Draws a cluster. Its centres of mass, singles and pairs, are scaled by their potential energy, which `engine` sums
/// over all pairs of centres (fp64), or by a tree where the engine groups sources: E is -1/4 to rounding or to the
/// accuracy of the tree. The bits depend on the options and on the arithmetic class of the engine, not on the number of
/// workers. One centre alone is at rest at the origin. Throws InputError, one line, for options that make no sense.
ClusterModel make_cluster(const ClusterModelOptions& options, ForceEngine& engine, Workers& workers);

/// The scale of make_cluster() with these options, without the stars. The orbits of pairs do not count but for
/// eigenevolution, which adds to masses.
UnitScale cluster_scale(const ClusterModelOptions& options, ForceEngine& engine, Workers& workers);
/// The mass alone, which needs no potential energy.
double cluster_mass_msun(const ClusterModelOptions& options, Workers& workers);

/// The radius around the origin that holds half of the mass.
double half_mass_radius(const Stars& stars);

}  // namespace tucana
