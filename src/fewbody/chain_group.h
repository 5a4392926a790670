#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/fewbody/chain.h"
#include "tucana/fewbody/slowed_links.h"
#include "tucana/fewbody/time_transformed_leapfrog.h"

namespace tucana {

/// How steps of a group are made.
enum class GroupMethod {
  /// A symmetric composition of leap-frogs of sixth order (Yoshida 1990, solution A), with one length of step for the
  /// whole
  /// life of a group: its energy error does not grow.
  composition,
  /// Extrapolation with a step that adapts itself to a tolerance: for perturbations that change fast and masses that
  /// are
  /// very unequal.
  extrapolation
};

struct GroupOptions {
  GroupMethod method = GroupMethod::extrapolation;
  TimeTransformation transformation = TimeTransformation::logarithmic_hamiltonian;
  double eta = 0.01;                ///< length of the steps of the composition, relative to the scale of the group
  bool velocity_dependent = false;  ///< the perturbation is
  Relativity relativity = {};       ///< of the bodies among themselves
  double tolerance = 1e-13;         ///< of the extrapolation
};

/// Three or more bodies that are close to each other, in algorithmic regularization: chain coordinates (Mikkola &
/// Aarseth 1993) and a transformed time in which close encounters are smooth. Relative to the centre of mass, whose
/// motion is not followed here.
///
/// Hard pairs that nobody disturbs much, and whose motion everybody would have to wait for, are slowed down, if limits
/// are given (SlowedLinks), by extrapolation alone. The energy in nature is integrated beside that of the slowed
/// motion, which is not the same: at the end of a slow-down, and where members are shown, the pair gets what is
/// missing.
///
/// A value: a step that may have to be undone is made on a copy. Steps have their own lengths; the state at any time
/// within the last one is found by a shorter step from its start.
class ChainGroup {
 public:
  ChainGroup() = default;
  /// The members at time t, in any frame: their centre of mass is taken off. Throws InputError where two are at one
  /// place.
  ChainGroup(std::span<const double> masses, std::span<const PhasePoint> members, const InnerTime& t,
             const GroupOptions& options);

  std::size_t size() const { return masses_.size(); }
  std::span<const double> masses() const { return masses_; }
  const InnerTime& time() const { return time_; }
  /// The start of the last step.
  const InnerTime& last_start() const { return last_time_; }
  const Chain& chain() const { return chain_; }

  /// One step of the group's own length. Throws FailureError if no step is short enough.
  void step(const GroupPerturbation* perturbation);
  /// Steps until the time t or later.
  void advance_past(const InnerTime& t, const GroupPerturbation* perturbation);
  /// The group at a time within its last step, exactly, from the same perturbation.
  ChainGroup at(const InnerTime& t, const GroupPerturbation* perturbation) const;

  /// The members relative to their centre of mass, in nature.
  void members(std::span<PhasePoint> members) const;
  /// The same as they move: slowed down.
  void slowed_members(std::span<PhasePoint> members) const;
  /// T - U of the members: from the coordinates, and the integrated value.
  double internal_energy();
  double integrated_energy() const { return slowed_.hidden_energy - state_.binding; }

  /// From the next step on.
  void set_slow_down_limits(const SlowDownLimits& limits) { limits_ = limits; }
  const SlowDownLimits& slow_down_limits() const { return limits_; }
  /// By how much the motion of two members about each other is slowed down; and the largest of these factors.
  double slow_down_of(std::size_t one, std::size_t other) const;
  double largest_slow_down() const;
  /// What slowed pairs have been given so far so that they have the energy that was integrated, beyond what the tides
  /// explain; at present too.
  double given_energy() const;
  /// What post-Newtonian forces have done.
  const RelativisticWork& relativistic_work() const { return state_.work; }
  const GroupOptions& options() const { return options_; }
  const Relativity& relativity() const { return options_.relativity; }

  void describe(Archive& archive);

 private:
  void use_chain(Chain chain, SlowedLinks slowed);
  /// The state without slow-down, which has the integrated energy; what it was given for that.
  double restore(GroupState& state) const;
  double add_missing_energy(GroupState& state) const;
  double natural_energy(const GroupState& state) const;
  std::optional<std::size_t> link_between(std::size_t one, std::size_t other) const;
  void slow_down();
  void change_slow_down(std::vector<double> factors);
  double first_length();
  bool try_step(GroupState& state, double s, const GroupPerturbation* perturbation);
  void finish(GroupState&& state);

  std::vector<double> masses_;  ///< in the order of the members
  GroupOptions options_;
  SlowDownLimits limits_;
  Chain chain_;
  SlowedLinks slowed_;
  GroupState state_;
  InnerTime time_;
  double length_ = 0;  ///< of the next step, in fictitious time
  double given_energy_ = 0;
  TimeTransformedLeapfrog leapfrog_;

  // The start of the last step.
  Chain last_chain_;
  SlowedLinks last_slowed_;
  GroupState last_state_;
  InnerTime last_time_;
  double last_length_ = 0;
};

}  // namespace tucana
