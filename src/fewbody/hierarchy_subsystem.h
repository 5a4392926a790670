#pragma once

#include <algorithm>

#include "tucana/fewbody/fewbody_options.h"
#include "tucana/fewbody/hierarchy.h"
#include "tucana/fewbody/subsystem.h"

namespace tucana {

/// A stable triple, or a higher multiple, that an integrator carries as one body (Hierarchy). Its nodes make steps of
/// their own that end before the time of a block; the state at the time of the block is found on a copy. It never
/// sleeps: its orbits perturb each other.
class HierarchySubsystem final : public Subsystem {
 public:
  explicit HierarchySubsystem(const FewBodyOptions& options) : options_(options) {}
  HierarchySubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members);

  static constexpr std::string_view kind_name = "hierarchy";
  std::string_view kind() const override { return kind_name; }
  std::size_t member_count() const override { return state_.size(); }
  double largest_mass() const override { return std::ranges::max(state_.masses()); }
  bool keeps_pairs() const override { return true; }

  void advance(Tick t, const Tides& tides) override;
  bool shares_trials() const override { return true; }
  void save_trial(std::vector<std::byte>& bytes) override;
  std::size_t trial_size() const override;
  void load_trial(std::span<const std::byte> bytes) override;
  void commit() noexcept override;
  void members(std::span<BodyAt> states) const override { std::ranges::copy(shown_, states.begin()); }
  void images(std::vector<BodyAt>& bodies) const override { bodies = images_; }
  void accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                         std::span<PartialForce> accelerations) const override;
  double extent() const override { return extent_; }
  double renew_extent(Tick t) override;
  double internal_energy() const override;
  bool can_sleep() const override { return false; }
  SubsystemEnergy energy_by_cause() const override {
    return {.slow_down = completed_.slow_down_energy(), .switches = switches_};
  }
  double slow_down() const override { return state_.nodes().front().pair.slow_down(); }
  std::uint64_t inner_steps() const override { return state_.steps(); }
  void attend(Tick t, const Perturbers& perturbers) override;
  void set_radii(std::span<const double> radii) override;
  std::optional<Contact> contact() const override;
  void set_relativity(const Relativity& relativity) override;
  RelativisticWork relativistic_work() const override {
    return completed_.relativistic_work(completed_.root().pair.time());
  }
  void describe(Archive& archive) override;

  const Hierarchy& hierarchy() const { return state_; }

 private:
  void show(const TidesDuring* tides);
  void find_images();
  bool acts_as_mean(const Hierarchy::Node& node) const;
  /// How far those around let a node inside another one be slowed down.
  Hierarchy::SlowDown slow_down_of(std::size_t k, const Perturbers& perturbers) const;

  FewBodyOptions options_;
  Hierarchy state_, trial_;
  Hierarchy completed_;  ///< all nodes at the time of the last advance()
  bool has_trial_ = false;
  bool is_new_ = true;  ///< whoever is around has acted on its stars before
  double extent_ = 0;
  double switches_ = 0;  ///< the energy that the outermost orbit was given as tides came and went
  /// Nodes of two stars whose period is shorter act on others as a mean over a revolution.
  double shortest_resolved_ = 0;
  std::vector<BodyAt> shown_, images_;
};

}  // namespace tucana
