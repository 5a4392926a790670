#pragma once

#include "tucana/fewbody/fewbody_options.h"
#include "tucana/fewbody/subsystem_rules.h"

namespace tucana {

/// Which stars become pairs and groups in a star cluster (docs/theory/fewbody.md, "Pairs and groups in a run"). The
/// scale is the distance at which two stars deflect each other strongly, (m1 + m2)/v^2 with the typical velocity v of
/// the cluster, but not more than a tenth of the distance of stars around: local numbers, which suit any number of
/// stars.
///
/// - Two stars that approach each other within half of it become a pair, and so do two that are bound with a smaller
///   axis, if the tide of all others is weak. However wide they are, stars that are bound are a pair while nobody is
///   near to their orbit.
/// - A body within three times the extent of a pair or group joins it, unless the pair is much wider than the scale.
/// - Two subsystems are points to each other's inner motion, and become one group before the energy that they do not
///   know of each other by that matters.
/// - A group ends into its parts when these are far apart, compared with their own extents or with the scale, and
///   recede.
/// - A star or pair in a stable orbit about a pair, no wider than the scale, becomes a hierarchy with it, and so does a
///   group that has settled into one; if it is not stable any more, it is a group again.
/// - A pair ends when the tide of others exceeds a quarter of its own force, or when it is unbound and wide again.
class CloseRules final : public SubsystemRules {
 public:
  explicit CloseRules(const FewBodyOptions& options) : options_(options) {}

  bool may_be_close(double mass, double mass_of_others, double pull2, double speed2, double step) const override;
  bool may_be_isolated(double mass, double pull2, double spacing) const override;
  std::vector<std::size_t> partners(const Scene& scene) const override;
  std::vector<std::vector<std::size_t>> parts(const Scene& scene, std::span<const BodyAt> members) const override;
  double reach(const Subsystem& subsystem, double own_mass, double mass) const override;
  bool feels(const Subsystem& subsystem, double own_mass, double tide) const override;
  double near_distance(const Subsystem& subsystem, double speed2) const override;
  double meeting_distance(double mass, double speed2) const override;
  double distance_to_know(const Subsystem& one, double mass, const Subsystem& other, double other_mass,
                          double speed2) const override;
  bool goes_on(const Scene& scene) const override;
  double joining_distance(const Subsystem& subsystem, double own_mass, double speed2) const override;
  bool finds_contacts() const override { return options_.finds_contacts; }
  std::unique_ptr<Subsystem> form(Tick t, std::span<const BodyAt> members) const override;
  std::unique_ptr<Subsystem> make(std::string_view kind) const override;

  /// A body within this many extents of a subsystem joins it.
  static constexpr double near_extents = 3;

 private:
  double close_distance(double mass, double speed2) const;
  double close_distance(double mass, const Scene& scene) const;
  double distance_of_step(double mass) const;
  bool has_short_steps(double mu, const Vec3& x, const Vec3& v) const;
  std::vector<std::size_t> partners_of_star(const Scene& scene) const;
  static std::vector<std::size_t> partners_of_few(const Scene& scene, double nearest);
  std::vector<std::size_t> partners_of_subsystem(const Scene& scene) const;
  bool pair_ends(const Scene& scene, std::span<const BodyAt> members) const;
  std::vector<std::vector<std::size_t>> parts_of_group(const Scene& scene, std::span<const BodyAt> members) const;
  std::vector<std::vector<std::size_t>> parts_of_hierarchy(const Scene& scene, std::span<const BodyAt> members) const;
  /// Whether a group has become a hierarchy that is as compact and as little disturbed as a pair has to be.
  bool has_settled(const Scene& scene, std::span<const BodyAt> members) const;
  /// Whether the body of a scene and one around it are in such an orbit about each other.
  bool orbits_stably(const Scene& scene, std::size_t other) const;

  FewBodyOptions options_;
};

}  // namespace tucana
