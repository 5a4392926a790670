#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tucana/core/function_ref.h"
#include "tucana/core/vec3.h"
#include "tucana/fewbody/inner_time.h"
#include "tucana/fewbody/post_newtonian.h"
#include "tucana/fewbody/relativistic_work.h"

namespace tucana {

/// What perturbs a group is asked with the members, in the order in which the group was given, relative to their centre
/// of mass.
struct GroupMotion {
  std::span<const Vec3> x, v;
  InnerTime time;
};

/// Fills in what others add to the acceleration of each member. The part that all have in common moves the centre of
/// mass; the group takes it off, since somebody else integrates that motion.
using GroupPerturbation = FunctionRef<void(const GroupMotion&, std::span<Vec3> accelerations)>;

/// How the step of a group is related to time, ds = (alpha U + beta W) dt: by the potential energy U ("logarithmic
/// Hamiltonian", Mikkola & Tanikawa 1999, Preto & Tremaine 1999), or by W = sum w_ij/r_ij with weights of our choice
/// (time-transformed leap-frog, Mikkola & Aarseth 2002), which suits masses that are very unequal.
enum class TimeTransformation { logarithmic_hamiltonian, time_transformed };

/// Coordinates of a group along its chain, and what is integrated with them.
struct GroupState {
  std::vector<Vec3> links, link_velocities;
  double time = 0;        ///< since the base time of the integration
  double binding = 0;     ///< B = U - T, integrated; constant without perturbation
  double weight = 0;      ///< the integrated value of W
  RelativisticWork work;  ///< of post-Newtonian forces, integrated
};

/// The leap-frog in a transformed time, in chain coordinates (Mikkola & Merritt 2006, 2008). Two bodies follow their
/// exact orbit, whatever its eccentricity and the length of the step; only the time has an error, of second order. The
/// row's bodies have the masses given here. Post-Newtonian forces act between every two bodies as if these were alone.
///
/// Links may be slowed down (Wang, Nitadori & Makino 2020): the energy of two neighbours about their centre counts only
/// 1/k in the Hamiltonian, by which they run through their orbit k times less often, while all other forces between the
/// bodies are as they are. Binding energy, potential and rates are then those of this Hamiltonian.
class TimeTransformedLeapfrog {
 public:
  TimeTransformedLeapfrog() = default;
  /// Perturbations that depend on velocities are evaluated with the mean of those before and after the kick, by
  /// iteration: only so is the map symmetric in time.
  TimeTransformedLeapfrog(std::vector<double> row_masses, std::vector<std::uint32_t> row, TimeTransformation kind,
                          bool velocity_dependent, const Relativity& relativity = {});

  /// A factor of 1 or more for each link, or none at all; of two links that share a body one at most is slowed down.
  void slow_down(std::vector<double> factors) { slow_downs_ = std::move(factors); }
  /// How fast the links change: their velocities, but for slowed links and those next to them.
  std::span<const Vec3> rates_of_links(std::span<const Vec3> link_velocities);

  /// U, the binding energy U - T, and W, of a state.
  double potential_of(const GroupState& state);
  double binding_of(const GroupState& state);
  double weight_of(const GroupState& state);
  /// ds/dt.
  double rate(const GroupState& state);

  /// Drift by half of h, kick by h, drift by half of h, n times with h = s/n; the time counts from `base`. False if the
  /// step is too long for the time to have a direction: the state is then useless.
  bool advance(GroupState& state, double s, int n, const InnerTime& base, const GroupPerturbation* perturbation);

  /// The longest step for which links between unbound bodies stay on their own branch of the hyperbola: the leap-frog
  /// moves along a hyperbola by an anomaly F with tanh(F/2) proportional to the step, which has no solution above a
  /// limit.
  double hyperbolic_limit(const GroupState& state);

  /// The rounding error of the time of a step, relative to it: U is found from T + B in the drift, which may nearly
  /// cancel.
  double time_noise(const GroupState& state);

  std::span<const double> row_masses() const { return masses_; }
  /// w of two bodies of the row: the product of their masses unless it is negligible.
  double pair_weight(std::size_t i, std::size_t j) const;

 private:
  void sum_forces(const GroupState& state);
  double kinetic_energy(const GroupState& state);
  /// The velocities of links if slowed pairs have only a part of theirs.
  std::span<const Vec3> held_back(std::span<const Vec3> link_velocities, double (*part)(double slow_down));
  void add_perturbation(const GroupState& state, std::span<const Vec3> link_velocities, const InnerTime& base,
                        const GroupPerturbation& perturbation);
  void add_relativity(const GroupState& state, std::span<const Vec3> link_velocities);
  double slow_down_of(std::size_t link) const { return slow_downs_.empty() ? 1 : slow_downs_[link]; }
  bool drift(GroupState& state, double s);
  bool kick(GroupState& state, double s, const InnerTime& base, const GroupPerturbation* perturbation);

  std::vector<double> masses_;
  std::vector<std::uint32_t> row_;
  TimeTransformation kind_ = TimeTransformation::logarithmic_hamiltonian;
  bool velocity_dependent_ = false;
  Relativity relativity_;
  double mean_product_ = 0;         ///< of the masses of two bodies
  std::vector<double> slow_downs_;  ///< by link; empty: none

  // Scratch of one kick, in the order of the row.
  std::vector<Vec3> x_, v_, acceleration_, external_, weight_gradient_;
  std::vector<Vec3> change_, mean_velocity_, link_rates_;  ///< by link
  std::vector<Vec3> member_x_, member_v_, member_acceleration_;
  std::vector<PostNewtonianForce> relativistic_;
  double potential_ = 0, weight_sum_ = 0;
};

}  // namespace tucana
