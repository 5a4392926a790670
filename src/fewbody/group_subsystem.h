#pragma once

#include <algorithm>

#include "tucana/fewbody/chain_group.h"
#include "tucana/fewbody/fewbody_options.h"
#include "tucana/fewbody/merging_members.h"
#include "tucana/fewbody/subsystem.h"

namespace tucana {

/// Three or more stars in a strong encounter that an integrator carries as one body, in chain coordinates (ChainGroup).
/// It makes steps of its own, the last of which is cut at the time of a block: the bodies around are not known beyond
/// their own steps, which may be shorter.
///
/// The work of one advance is bounded: after each `steps_before_haste` of them the limits of slow-down become wider,
/// which costs accuracy of the hard pairs inside, but no energy, and is told as an event. A group without a pair that
/// could be slowed down fails after `most_hastes` of these.
class GroupSubsystem final : public Subsystem {
 public:
  explicit GroupSubsystem(const FewBodyOptions& options) : options_(options) {}
  GroupSubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members);

  static constexpr std::string_view kind_name = "group";
  static constexpr std::uint64_t steps_before_haste = 20'000, most_hastes = 100;
  std::string_view kind() const override { return kind_name; }
  std::size_t member_count() const override { return masses_.size(); }
  double largest_mass() const override { return std::ranges::max(masses_); }

  void advance(Tick t, const Tides& tides) override;
  bool shares_trials() const override { return true; }
  void save_trial(std::vector<std::byte>& bytes) override;
  void load_trial(std::span<const std::byte> bytes) override;
  void commit() noexcept override;
  void members(std::span<BodyAt> states) const override;
  void images(std::vector<BodyAt>& bodies) const override;
  void accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                         std::span<PartialForce> accelerations) const override;
  double extent() const override { return extent_; }
  double renew_extent(Tick) override;
  double internal_energy() const override { return state_.integrated_energy() + (merging_ ? merging_->energy() : 0.0); }
  SubsystemEnergy energy_by_cause() const override;
  bool can_sleep() const override { return false; }
  double slow_down() const override { return state_.largest_slow_down(); }
  void attend(Tick t, const Perturbers& perturbers) override;
  std::string_view take_notice() override;
  std::uint64_t inner_steps() const override { return steps_; }
  void set_radii(std::span<const double> radii) override { radii_.assign(radii.begin(), radii.end()); }
  std::optional<Contact> contact() const override { return contact_; }
  void set_relativity(const Relativity& relativity) override;
  RelativisticWork relativistic_work() const override { return work_; }
  void describe(Archive& archive) override;

 private:
  void show(const InnerTime& t);
  void bound_work(std::uint64_t steps);
  void describe_trial(Archive& archive);
  void describe_merging(Archive& archive, std::optional<MergingMembers>& merging, RelativisticWork& former_work);
  /// The first two members that have touched in the last step of the trial, which took dt.
  std::optional<Contact> contact_in_step(double dt);
  /// From when on the two that have touched are one body of the trial, if they merge as black holes do.
  void begin_to_merge();

  FewBodyOptions options_;
  std::vector<double> masses_;
  ChainGroup state_, trial_;
  std::optional<MergingMembers> merging_, trial_merging_;
  RelativisticWork former_work_, trial_former_work_;  ///< of a chain of other bodies before
  bool has_trial_ = false;
  double extent_ = 0;
  std::uint64_t steps_ = 0, trial_steps_ = 0;
  std::uint64_t last_steps_ = 0;  ///< in the last advance that was committed
  bool is_hasty_ = false;         ///< in the committed state
  bool has_notice_ = false;       ///< it has become so

  std::vector<PhasePoint> members_;  ///< at the time of the last advance(), in nature
  std::vector<PhasePoint> images_;   ///< and as they move
  RelativisticWork work_;            ///< until then

  std::vector<double> radii_;  ///< empty: not known
  std::optional<Contact> contact_, trial_contact_;
  std::vector<PhasePoint> step_start_, step_end_;  ///< of the last step of the trial
};

}  // namespace tucana
