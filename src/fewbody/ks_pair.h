#pragma once

#include "tucana/fewbody/ks_series.h"
#include "tucana/fewbody/pair_motion.h"
#include "tucana/fewbody/post_newtonian.h"
#include "tucana/fewbody/relativistic_work.h"
#include "tucana/fewbody/work_series.h"

namespace tucana {

/// How long the steps of a pair are.
struct KsStepRule {
  double eta = 0.2;  ///< phase of the oscillation in a step: 2 pi/eta steps a revolution
  /// The distance whose free-fall time limits the steps of pairs whose orbits lead farther than that; 0: the present
  /// one, for unbound pairs only.
  double reference_distance = 0;
};

/// A perturbed pair in the regularized coordinates of Kustaanheimo & Stiefel (1965), integrated by the Hermite scheme
/// of fourth order with Stumpff's functions (Mikkola & Aarseth 1998): without perturbation every step is exact but for
/// rounding, whatever the eccentricity. With P the perturbation of the relative motion, R = u.u, Q = L(u)^T P:
///
///   u'' = (h/2) u + (k R/2) Q,   h' = 2 k u'.Q,   t' = k R
///
/// where h = v^2/2 - mu/R is integrated beside u, and k >= 1 is the slow-down of Mikkola & Aarseth (1996): the orbit is
/// run through k times less often, while perturbations act k times longer in each; what they do over many orbits is the
/// same. Post-Newtonian forces, if there are any, are part of P; the pair knows them itself, since its own velocities
/// enter, and keeps account of their work. Where nobody else perturbs it, it then follows what they do on average over
/// revolutions (relativistic_orbit.h).
///
/// A value: a step that may have to be undone is made on a copy. The state at any time within the last step is
/// available from the series of that step.
class KsPair {
 public:
  KsPair() = default;
  /// A pair at time t, its members `relative` (first minus second) to each other; start() must follow.
  KsPair(const PairMasses& masses, const PhasePoint& relative, const InnerTime& t);

  /// Post-Newtonian forces from now on; start() must follow. Their work counts from zero.
  void set_relativity(const Relativity& relativity);
  const Relativity& relativity() const { return relativity_; }
  /// 3 m/p c^2: the part of a revolution by which the pericentre advances in one.
  double relativistic_advance() const;

  /// Where the perturbation is needed before the first step, and after a change of slow-down or a cut.
  PairMotion present() const;
  void start(const Perturbation& perturbation);

  /// Where the perturbation is needed for a step of the fictitious time d, and the step itself.
  PairMotion predict(double d) const;
  void correct(double d, const Perturbation& perturbation);
  /// Both.
  void step(double d, PerturbationFunction perturbation);

  /// The length of the next step in fictitious time.
  double natural_step(const KsStepRule& rule) const;
  /// The same, but such that not more than dt of physical time passes.
  double natural_step(const KsStepRule& rule, double longest_dt) const;

  const PairMasses& masses() const { return masses_; }
  const InnerTime& time() const { return time_; }
  const KsPoint& point() const { return point_; }
  /// h: the integrated energy of the relative motion per reduced mass.
  double specific_energy() const { return energy_; }
  double internal_energy() const { return masses_.reduced() * energy_; }
  double distance() const { return norm2(point_.u); }
  double period() const;
  double slow_down() const { return slow_down_; }
  /// The relative perturbation |P| R^2/mu.
  double gamma() const { return gamma_; }
  PhasePoint relative() const { return from_ks(point_); }

  /// The start of the last step, and the state at a time since then.
  const InnerTime& last_start() const { return last_start_; }
  PhasePoint relative_at(const InnerTime& t) const;
  /// What post-Newtonian forces have done until then, to the members together.
  RelativisticWork relativistic_work_at(const InnerTime& t) const;
  /// Whether the last step led through the largest, or the smallest, distance.
  bool passed_apocentre() const { return dot(last_.u, last_.u1) > 0 && dot(point_.u, point_.du) <= 0; }
  bool passed_pericentre() const { return dot(last_.u, last_.u1) < 0 && dot(point_.u, point_.du) >= 0; }

  /// The state at a time within a step of length d that has not been made yet, and the length of a step to there.
  PhasePoint predicted_at(const InnerTime& t, double d) const;
  double step_to(const InnerTime& t, double d) const;

  /// Ends the last step at a time within it; start() must follow.
  void cut_at(const InnerTime& t);
  /// Changes the slow-down, at apocentre; start() must follow.
  void set_slow_down(double factor) { slow_down_ = factor; }
  /// Unperturbed motion: the time of n periods passes, and nothing else changes.
  void skip_periods(double n);
  /// The state of an unperturbed pair at any time.
  PhasePoint unperturbed_at(const InnerTime& t) const;
  /// The same as a change of the state; start() must follow.
  void move_unperturbed_to(const InnerTime& t);
  /// Makes u and u' agree with the integrated energy again, by the way that keeps the angular momentum (Fukushima 2005)
  /// where it is well defined: at apocentre or pericentre, not at R = a, where u' alone is scaled.
  void rectify();
  /// The orbit gets another energy at its present place; start() must follow.
  void change_energy(double change) {
    energy_ += change;
    rectify();
  }

  /// Another orbit of the same energy, and a place on it; start() must follow.
  void set_orbit(const PhasePoint& relative, const InnerTime& t);

  void describe(Archive& archive);

 private:
  /// The perturbing terms at some point, in the fictitious time.
  struct Terms {
    Vec4 f, f1;               ///< of u'' without (h0/2) u, and its derivative
    double energy1, energy2;  ///< h' and h''
    /// Those parts of the last two that are post-Newtonian.
    WorkSeries::Rates relativistic;
    double pull;  ///< |P|
  };
  void correct_from(const KsPoint& predicted, double energy, const StumpffFactors& factors, double d,
                    const Perturbation& perturbation);
  Terms terms_at(const KsPoint& point, double energy, double reference_energy, const Perturbation& p) const;
  KsSeries series(const Vec4& f2, const Vec4& f3) const;
  void extend_work(double d, const WorkSeries::Rates& at_end);
  KsPoint unperturbed_point(const InnerTime& t) const;
  PairMotion motion(const KsPoint& point, const InnerTime& t) const;

  PairMasses masses_;
  KsPoint point_;
  double energy_ = 0;
  double slow_down_ = 1;
  double gamma_ = 0;
  double last_length_ = 0;  ///< of the last step, 0 before the first one
  InnerTime time_;
  Terms terms_{};
  Vec4 f2_, f3_;  ///< second and third derivative of f at the end of the last step, for the next prediction
  Relativity relativity_;
  WorkSeries work_;  ///< since the start of the last step, per reduced mass

  InnerTime last_start_;
  KsSeries last_;
};

/// The slow-down of a pair (Mikkola & Aarseth 1996): the largest power of two, but not above `largest`, for which the
/// perturbation at apocentre does not exceed `reference` by it and the slowed period is within 1/20 of the time in
/// which the perturbers move: secular effects are then right to 0.1 % (docs/theory/fewbody.md).
double slow_down_factor(double gamma_at_apocentre, double period, double perturber_time, double reference,
                        double largest);
constexpr double largest_slow_down = 0x1p20;
/// Relative to the time of the perturbers: Mikkola & Aarseth (1996) find secular motion right while it is short.
constexpr double longest_slowed_period = 0.05;

/// Whether the last step of a pair led within a distance.
bool touches(const KsPair& pair, double distance);

}  // namespace tucana
