#pragma once

#include <algorithm>

#include "tucana/fewbody/fewbody_options.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/subsystem.h"

namespace tucana {

/// Two stars that an integrator carries as one body, in regularized coordinates (KsPair). Three ways of motion:
///
/// - asleep: nobody perturbs it. It is on an exact orbit, found for any time from where it fell asleep.
/// - perturbed: it makes steps of its own, never cut at block times, and others feel its two members.
/// - perturbed by bodies that are slow against its period: others feel the mean over a revolution (orbit_mean.h), and
///   the pair is slowed down (Mikkola & Aarseth 1996) as far as its perturbers allow.
class KsSubsystem final : public Subsystem {
 public:
  explicit KsSubsystem(const FewBodyOptions& options) : options_(options) {}
  KsSubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members);

  static constexpr std::string_view kind_name = "pair";
  std::string_view kind() const override { return kind_name; }
  std::size_t member_count() const override { return 2; }
  double largest_mass() const override { return std::max(state_.pair.masses().first, state_.pair.masses().second); }

  void advance(Tick t, const Tides& tides) override;
  bool shares_trials() const override { return true; }
  void save_trial(std::vector<std::byte>& bytes) override;
  std::size_t trial_size() const override { return sizeof(Outcome); }
  void load_trial(std::span<const std::byte> bytes) override;
  void commit() noexcept override;
  void members(std::span<BodyAt> states) const override;
  void images(std::vector<BodyAt>& bodies) const override;
  void accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                         std::span<PartialForce> accelerations) const override;
  double extent() const override { return extent_; }
  double renew_extent(Tick t) override;
  bool can_sleep() const override { return may_sleep_; }
  double internal_energy() const override { return state_.pair.internal_energy(); }
  double slow_down() const override { return state_.pair.slow_down(); }
  SubsystemEnergy energy_by_cause() const override;
  std::uint64_t inner_steps() const override { return state_.steps; }
  bool turns_with(const Perturbers& perturbers) const override;
  void attend(Tick t, const Perturbers& perturbers) override;
  void set_members(Tick t, std::span<const BodyAt> members, const LinearTide& tide) override;
  void set_radii(std::span<const double> radii) override { contact_distance_ = radii[0] + radii[1]; }
  std::optional<Contact> contact() const override;
  void set_relativity(const Relativity& relativity) override;
  RelativisticWork relativistic_work() const override { return work_; }
  void describe(Archive& archive) override;

  const KsPair& pair() const { return state_.pair; }
  bool is_bound() const { return state_.pair.specific_energy() < 0; }
  /// Whether others feel the mean over a revolution.
  bool is_averaged() const { return is_averaged_; }

 private:
  struct State {
    KsPair pair;
    bool needs_start = true;  ///< it has no derivatives yet
    std::uint64_t steps = 0;
    bool has_touched = false;
    SubsystemEnergy given;         ///< to the orbit, without motion
    bool has_merged = false;       ///< or is to: a Kepler orbit at the merging distance until somebody acts
    RelativisticWork former_work;  ///< of the pair before it was changed from outside
  };
  /// All that advance() changes.
  struct Outcome {
    State trial;
    PhasePoint relative, shown;
    RelativisticWork work;
    bool has_trial = false;
  };
  const State& latest() const { return has_trial_ ? trial_ : state_; }
  KsStepRule step_rule() const;
  double find_extent(Tick t);
  bool is_averaged_with(const Perturbers& perturbers) const;
  void end_step_at(Tick t);
  static bool finds_merger(State& state, const InnerTime& t);
  double touching_distance() const;
  double time_to_look_at(const PhasePoint& now);
  double excess(const LinearTide& tide, const PhasePoint& relative) const;
  double shown_more() const;
  PhasePoint without_slow_down(Tick t, const Tides& tides) const;

  FewBodyOptions options_;
  State state_, trial_;
  bool has_trial_ = false;
  bool is_asleep_ = true;
  bool is_averaged_ = false;
  bool is_new_ = true;  ///< whoever is around has acted on its stars before
  double wanted_slow_down_ = 1;
  double first_distance_ = 0;  ///< when it formed; of a bound pair, the largest that was seen
  double extent_ = 0;
  double gamma_ = 0;             ///< of its perturbers when they were last examined; 0: not known
  double contact_distance_ = 0;  ///< the sum of the radii; 0: not known
  bool may_sleep_ = true;        ///< averages are enough for what post-Newtonian forces do
  bool stays_within_ = false;    ///< the extent: its orbit has a mean

  PhasePoint relative_;    ///< at the time of the last advance()
  RelativisticWork work_;  ///< until then
  PhasePoint shown_;       ///< the same with the energy that it would have without slow-down
};

}  // namespace tucana
