#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/fewbody/contact.h"
#include "tucana/fewbody/hierarchy_node.h"
#include "tucana/fewbody/hierarchy_points.h"
#include "tucana/fewbody/tides.h"

namespace tucana {

/// Stars in orbits about orbits, followed node by node: every node is a pair in regularized coordinates (KsPair), whose
/// two parts are stars or nodes themselves. The perturbation of a node is the tide of all stars outside of it, and,
/// where a part is a node, the difference between its stars and a point at its centre. Nodes have steps of their own,
/// in the order in which these end, so that the others are only ever predicted within their own present steps.
///
/// Inner nodes are slowed down as far as the orbit about them allows (Mikkola & Aarseth 1996), at the distance that it
/// has at present: an eccentric outer orbit spends most of its time where it disturbs them little. Outer nodes resolve
/// the slowed motion inside: both sides feel each other at the same places, which keeps energy and angular momentum.
/// The symplectic integration of a whole group with one step, in contrast, lets inner eccentricities drift at a small
/// error of the energy (Wang et al. 2020).
///
/// Two stars whose period is short against the time in which those around move are averaged instead (AveragedOrbit):
/// the orbit about them takes steps of its own length, feels four points with the quadrupole moment of the mean orbit
/// (orbit_mean.h), and changes that orbit after each. An outer revolution then costs some 200 steps, however hard the
/// inner pair is.
///
/// Stars and nodes are numbered as in BinaryTree: first the stars, then nodes, inner before outer; the last is the
/// root. A value: steps that may have to be undone are made on a copy.
class Hierarchy {
 public:
  using SlowDown = HierarchyNode::SlowDown;
  using Node = HierarchyNode;

  Hierarchy() = default;
  /// Stars at t, relative to their centre of mass, that are bound together (BinaryTree has one root). `eta`: the phase
  /// in a step of a node.
  Hierarchy(std::span<const BodyAt> members, const InnerTime& t, double eta);

  std::size_t size() const { return masses_.size(); }
  std::span<const double> masses() const { return masses_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<Node> nodes() { return nodes_; }
  const Node& root() const { return nodes_.back(); }
  bool is_node(std::uint32_t number) const { return number >= size(); }
  /// A node without its number: the part of another one.
  const Node& node(std::uint32_t number) const { return nodes_[number - size()]; }
  std::uint64_t steps() const { return steps_; }

  /// Post-Newtonian forces between the two parts of every node.
  void set_relativity(const Relativity& relativity);
  /// What they have done until `when`, which all nodes have reached.
  RelativisticWork relativistic_work(const InnerTime& when) const;

  /// Makes all steps that end at `when` or before.
  void advance(const InnerTime& when, const TidesDuring& tides);
  /// Brings all nodes to `when`, which advance() has reached, by shorter steps.
  void complete(const InnerTime& when, const TidesDuring& tides);
  /// The next advance() evaluates all perturbations anew: something outside or inside has changed.
  void restart() { is_started_ = false; }

  /// The stars relative to the centre, in their order. `velocities` are how fast these places change, or those of the
  /// orbits without slow-down and with the energies that these would have then.
  enum class Velocities { as_slowed, of_orbits };
  void members(std::span<BodyAt> states, Velocities velocities, const TidesDuring* tides);
  /// The accelerations of the stars as slowed, and how they change, at the present time of all nodes: relative to the
  /// centre, in the tides from outside.
  void accelerations(std::span<PartialForce> stars, const TidesDuring& tides);
  /// What changes of slow-down have added to the energy of the orbits, and what the members of the last call of
  /// members() with velocities of_orbits have beyond it.
  double slow_down_energy() const { return slow_down_energy_ + shown_more_; }
  /// The tide of all stars outside of a node (by its place among the nodes), and of what is around.
  LinearTide tide_on(std::size_t k, const LinearTide& around);

  void describe(Archive& archive);

  /// All that advance(), complete() and members() change, as bytes for a process that has the same stars; their number
  /// depends on the number of stars alone.
  std::size_t outcome_size() const;
  void save_outcome(std::vector<std::byte>& bytes) const;
  void load_outcome(std::span<const std::byte> bytes);

 private:
  /// What is saved beside the nodes.
  struct Progress {
    std::uint64_t steps = 0;
    double slow_down_energy = 0, shown_more = 0;
    RelativisticWork former_work;
    bool is_started = false;
  };
  void find_stars();
  /// The relative places of all nodes, as slowed, at a time within their present steps.
  void predict_all(const InnerTime& t);
  /// Where all stars and nodes are if the nodes' parts are there relative to each other.
  void place_all(std::span<const PhasePoint> relative);
  Perturbation perturbation(std::size_t k, const PairMotion& at, const TidesDuring& tides);
  void start(const TidesDuring& tides);
  void step(std::size_t k, double d, const TidesDuring& tides);
  /// The next step, or a part of it.
  void plan(std::size_t k, double fraction = 1);
  void plan_first_step(std::size_t k);
  InnerTime end_of_step(std::size_t k) const;
  void find_contact(Node& node);
  /// The orbit about a node; the number of nodes for the root.
  std::size_t outer_of(std::size_t k) const;
  PhasePoint relative_during(std::size_t k, const InnerTime& t) const;
  LinearTide tide_of_centres(std::size_t k, const InnerTime& t);
  /// By all that is outside of a node.
  Disturbance disturbance(std::size_t k) const;
  bool may_be_averaged(std::size_t k) const;
  /// Gives a node another slow-down, or the mean motion, without a change of its mean energy.
  void follow_otherwise(std::size_t k, double slow_down, bool is_averaged, const TidesDuring& tides);
  /// After a step of the orbit about it that began at `start`: what this has done to the shape of an averaged node.
  void turn_averaged(std::size_t k, const InnerTime& start, const TidesDuring& tides);
  /// Ends the mean motion of a node where it could not be slowed down enough any more.
  bool resolve(std::size_t k, const TidesDuring& tides);
  /// At the apocentre of a node: how it is followed from now on. True if its next step has been planned.
  bool settle(std::size_t k, const TidesDuring& tides);
  void average(std::size_t k, const TidesDuring& tides);
  void begin_again(std::size_t k, const TidesDuring& tides);

  std::vector<double> masses_;
  std::vector<Node> nodes_;
  double eta_ = 0.1;
  bool is_started_ = false;
  std::uint64_t steps_ = 0;
  double slow_down_energy_ = 0;
  RelativisticWork former_work_;  ///< of nodes that have merged

  // Follow from the above.
  std::vector<std::vector<std::uint32_t>> stars_;  ///< of every number
  std::vector<InnerTime> ends_;                    ///< of the planned steps
  std::vector<PhasePoint> relative_, places_;      ///< of the last place_all()
  HierarchyPoints points_;
  double shown_more_ = 0;
};

}  // namespace tucana
