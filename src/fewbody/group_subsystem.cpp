#include "tucana/fewbody/group_subsystem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/fewbody/relative_energy.h"

namespace tucana {
namespace {

/// Masses of which the smallest product is below this part of the largest need steps that do not depend on masses.
constexpr double unequal_masses = 1e-6;

GroupOptions group_options(const FewBodyOptions& options, std::span<const BodyAt> members) {
  GroupOptions chosen;
  chosen.tolerance = options.tolerance;
  const auto [light, heavy] = std::ranges::minmax(members, {}, &BodyAt::mass);
  if (light.mass < unequal_masses * heavy.mass) chosen.transformation = TimeTransformation::time_transformed;
  return chosen;
}

double largest_distance(std::span<const PhasePoint> members) {
  double largest2 = 0;
  for (std::size_t i = 0; i < members.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) largest2 = std::max(largest2, norm2(members[i].x - members[j].x));
  return std::sqrt(largest2);
}

}  // namespace

GroupSubsystem::GroupSubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members)
    : options_(options) {
  for (const BodyAt& member : members) {
    masses_.push_back(member.mass);
    members_.push_back({member.x, member.v});
  }
  state_ = ChainGroup(masses_, members_, {t}, group_options(options, members));
  extent_ = largest_distance(members_);
}

void GroupSubsystem::set_relativity(const Relativity& relativity) {
  GroupOptions chosen = state_.options();
  chosen.relativity = relativity;
  state_ = ChainGroup(masses_, members_, state_.time(), chosen);
}

void GroupSubsystem::begin_to_merge() {
  const auto [i, j] = *trial_contact_;
  const Relativity& relativity = trial_.relativity();
  const PairMasses masses{masses_[i], masses_[j]};
  trial_.members(step_end_);
  const PhasePoint relative{step_end_[i].x - step_end_[j].x, step_end_[i].v - step_end_[j].v};
  if (!leads_within(relative, masses.sum(), relativity.merging_distance(masses.sum()))) return;
  trial_merging_ =
      MergingMembers{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), masses, relative, trial_.time()};
  if (j < i) {
    trial_merging_->first = static_cast<std::uint32_t>(j), trial_merging_->second = static_cast<std::uint32_t>(i);
    trial_merging_->masses = {masses.second, masses.first};
    trial_merging_->relative = {-1.0 * relative.x, -1.0 * relative.v};
  }
  trial_former_work_ += trial_.relativistic_work();
  trial_ =
      ChainGroup(trial_merging_->bodies(masses_), trial_merging_->bodies(step_end_), trial_.time(), trial_.options());
}

void GroupSubsystem::advance(Tick t, const Tides& tides) {
  const InnerTime when{t};
  double mass = 0;
  for (const double one : state_.masses()) mass += one;
  const TidesDuring during(tides, {mass, extent_, options_.smallest_perturbation}, state_.time().tick, t);
  const auto evaluate = [&](const GroupMotion& at, std::span<Vec3> accelerations) {
    during.on_points(at.time.tick, at.x, accelerations);
  };
  const GroupPerturbation perturbation(evaluate);
  const GroupPerturbation* used = tides.empty() ? nullptr : &perturbation;
  has_trial_ = state_.time() < when;
  trial_steps_ = steps_;
  if (has_trial_) {
    trial_ = state_;
    trial_contact_ = contact_;
    trial_merging_ = merging_;
    trial_former_work_ = former_work_;
    step_end_.resize(member_count());
    if (!merging_) trial_.members(step_end_);
    for (; trial_.time() < when; ++trial_steps_) {
      bound_work(trial_steps_ - steps_);
      const InnerTime start = trial_.time();
      trial_.step(used);
      // Its steps may be far longer than those of the bodies around, which are known for the time of their own steps
      // only: the last one is cut.
      if (when < trial_.time()) trial_ = trial_.at(when, used);
      if ((radii_.empty() && !trial_.relativity().is_on()) || trial_merging_) continue;
      if (!trial_contact_) trial_contact_ = contact_in_step(trial_.time() - start);
      if (trial_contact_ && trial_.relativity().is_on() && trial_.size() > 2) begin_to_merge();
    }
  }
  show(when);
}

/// Called before each step of an advance, with the number of those that were made.
void GroupSubsystem::bound_work(std::uint64_t steps) {
  // What was too wide may become narrow again where a fraction of the work is enough.
  constexpr std::uint64_t part_to_relax = 16;
  SlowDownLimits limits = trial_.slow_down_limits();
  if (steps == 0 && limits.haste > 1 && last_steps_ < steps_before_haste / part_to_relax) {
    limits.haste /= 2;
    trial_.set_slow_down_limits(limits);
  }
  if (steps == 0 || steps % steps_before_haste != 0) return;
  if (steps >= most_hastes * steps_before_haste) {
    throw FailureError("a group of " + std::to_string(member_count()) + " stars needs more than " +
                       std::to_string(steps) +
                       " inner steps in one step of its centre, and has no pair that could be slowed down; shorten "
                       "integrator.largest_step");
  }
  limits.haste *= 4;
  trial_.set_slow_down_limits(limits);
}

std::string_view GroupSubsystem::take_notice() { return std::exchange(has_notice_, false) ? "group_hurried" : ""; }

void GroupSubsystem::show(const InnerTime& t) {
  const ChainGroup& latest = has_trial_ ? trial_ : state_;
  const std::optional<MergingMembers>& merging = has_trial_ ? trial_merging_ : merging_;
  work_ = has_trial_ ? trial_former_work_ : former_work_;
  work_ += latest.relativistic_work();
  members_.resize(member_count());
  images_.resize(member_count());
  if (!merging) {
    latest.members(members_);
    return latest.slowed_members(images_);
  }
  std::vector<PhasePoint> bodies(latest.size());
  latest.members(bodies);
  merging->members_from(bodies, t, members_);
  images_ = members_;
}

void GroupSubsystem::images(std::vector<BodyAt>& bodies) const {
  bodies.resize(member_count());
  for (std::size_t k = 0; k < bodies.size(); ++k) bodies[k] = {masses_[k], images_[k].x, images_[k].v};
}

/// Members of a slowed pair move about their centre as if their own pull were as many times weaker, and so is what all
/// forces together do to that motion.
void GroupSubsystem::accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                                       std::span<PartialForce> accelerations) const {
  Subsystem::accelerate_images(t, tides, images, accelerations);
  const ChainGroup& latest = has_trial_ ? trial_ : state_;
  if (latest.largest_slow_down() == 1 || latest.size() != member_count()) return;
  for (std::size_t i = 0; i < images.size(); ++i) {
    for (std::size_t k = i + 1; k < images.size(); ++k) {
      const double share = 1 / latest.slow_down_of(i, k);
      if (share == 1) continue;
      const PairMasses masses{images[i].mass, images[k].mass};
      const PartialForce own = pull(masses.sum(), images[k].x - images[i].x, images[k].v - images[i].v, PairLaw{});
      const PartialForce relative = accelerations[i] - accelerations[k];
      // The first relative to the second; what their centre feels stays.
      const PartialForce change{share * (relative.a - (1 - share) * own.a) - relative.a,
                                share * (relative.j - (1 - share) * own.j) - relative.j};
      accelerations[i] += {masses.first_of(change.a), masses.first_of(change.j)};
      accelerations[k] += {masses.second_of(change.a), masses.second_of(change.j)};
    }
  }
}

/// Slow-down has to know how fast those outside move. Of a new group nobody does before it is examined: they are taken
/// to be as fast as bodies that pass at a tenth of the time of free fall.
void GroupSubsystem::attend(Tick /*t*/, const Perturbers& perturbers) {
  double mass = 0;
  for (const double one : masses_) mass += one;
  SlowDownLimits limits = state_.slow_down_limits();
  limits.perturbation = options_.slow_down_limit;
  limits.tide = perturbers.are_there ? perturbers.after : LinearTide{};
  limits.tide_size = std::max(limits.tide.size(), perturbers.gamma * mass / (extent_ * extent_ * extent_));
  constexpr double part_of_fall = 0.1;
  limits.time = perturbers.time > 0 ? perturbers.time : part_of_fall / std::sqrt(limits.tide_size);
  state_.set_slow_down_limits(limits);
}

std::optional<Contact> GroupSubsystem::contact_in_step(double dt) {
  std::swap(step_start_, step_end_);
  step_end_.resize(member_count());
  trial_.members(step_end_);
  for (std::size_t i = 0; i < member_count(); ++i) {
    for (std::size_t j = i + 1; j < member_count(); ++j) {
      const auto relative = [&](std::span<const PhasePoint> at) {
        return PhasePoint{at[i].x - at[j].x, at[i].v - at[j].v};
      };
      const double mu = trial_.masses()[i] + trial_.masses()[j];
      const double radii = radii_.empty() ? 0 : radii_[i] + radii_[j];
      const double distance = std::max(radii, trial_.relativity().merging_distance(mu));
      const double own_dt = dt / trial_.slow_down_of(i, j);
      if (came_within(relative(step_start_), relative(step_end_), mu, own_dt, distance)) return Contact{i, j};
    }
  }
  return {};
}

void GroupSubsystem::describe_merging(Archive& archive, std::optional<MergingMembers>& merging,
                                      RelativisticWork& former_work) {
  bool are_there = merging.has_value();
  archive.field("are_merging", are_there);
  archive.field("former_orbit_work", former_work.orbit);
  archive.field("former_waves_work", former_work.waves);
  if (archive.loading()) merging.reset();
  if (!are_there) return;
  if (!merging) merging.emplace();
  const Archive::Group group(archive, "merging");
  merging->describe(archive);
  if (!archive.loading()) return;
  check_loaded(merging->first < merging->second && merging->second < member_count() && merging->masses.sum() > 0,
               "no two members of a group merge");
}

/// All that advance() leaves behind for others.
void GroupSubsystem::describe_trial(Archive& archive) {
  archive.field("has_trial", has_trial_);
  archive.field("orbit_work", work_.orbit);
  archive.field("waves_work", work_.waves);
  archive.field("steps", trial_steps_);
  archive.column("x", members_, [](PhasePoint& member) -> Vec3& { return member.x; });
  archive.column("v", members_, [](PhasePoint& member) -> Vec3& { return member.v; });
  archive.column("image_x", images_, [](PhasePoint& member) -> Vec3& { return member.x; });
  archive.column("image_v", images_, [](PhasePoint& member) -> Vec3& { return member.v; });
  if (!has_trial_) return;
  std::vector<std::uint32_t> touching;
  if (trial_contact_) touching.assign(trial_contact_->begin(), trial_contact_->end());
  archive.field("touching", touching);
  describe_merging(archive, trial_merging_, trial_former_work_);
  trial_.describe(archive);
  if (!archive.loading()) return;
  trial_contact_.reset();
  if (touching.size() == 2) trial_contact_ = Contact{touching[0], touching[1]};
}

void GroupSubsystem::save_trial(std::vector<std::byte>& bytes) {
  MemoryArchive archive;
  describe_trial(archive);
  const std::vector<std::byte> added = archive.to_bytes();
  bytes.insert(bytes.end(), added.begin(), added.end());
}

void GroupSubsystem::load_trial(std::span<const std::byte> bytes) {
  members_.resize(member_count());
  images_.resize(member_count());
  trial_ = state_;
  MemoryArchive archive = MemoryArchive::from_bytes(bytes);
  describe_trial(archive);
}

void GroupSubsystem::commit() noexcept {
  if (has_trial_) {
    std::swap(state_, trial_);
    contact_ = trial_contact_;
    merging_ = trial_merging_;
    former_work_ = trial_former_work_;
    last_steps_ = trial_steps_ - steps_;
    steps_ = trial_steps_;
    const bool is_hasty = state_.slow_down_limits().haste > 1;
    has_notice_ = has_notice_ || (is_hasty && !is_hasty_);
    is_hasty_ = is_hasty;
  }
  has_trial_ = false;
  extent_ = largest_distance(members_);
}

/// As they are shown, rounding included.
SubsystemEnergy GroupSubsystem::energy_by_cause() const {
  std::vector<BodyAt> states(member_count());
  members(states);
  SubsystemEnergy energy;
  const ChainGroup& latest = has_trial_ ? trial_ : state_;
  energy.groups = relative_energy(states) - latest.integrated_energy();
  energy.slow_down = latest.given_energy();
  return energy;
}

/// The extent follows the members from block to block.
double GroupSubsystem::renew_extent(Tick) { return std::numeric_limits<double>::infinity(); }

void GroupSubsystem::members(std::span<BodyAt> states) const {
  for (std::size_t k = 0; k < states.size(); ++k) states[k] = {masses_[k], members_[k].x, members_[k].v};
}

void GroupSubsystem::describe(Archive& archive) {
  archive.field("member_masses", masses_);
  describe_merging(archive, merging_, former_work_);
  state_.describe(archive);
  archive.field("extent", extent_);
  archive.field("steps", steps_);
  archive.field("last_steps", last_steps_);
  archive.field("is_hasty", is_hasty_);
  archive.field("has_notice", has_notice_);
  archive.field("radii", radii_);
  std::vector<std::uint32_t> touching;
  if (contact_) touching.assign(contact_->begin(), contact_->end());
  archive.field("touching", touching);
  if (!archive.loading()) return;
  check_loaded(extent_ > 0, "a group has no size");
  check_loaded(state_.size() + (merging_ ? 1 : 0) == member_count(), "a group has other members than bodies");
  const auto is_member = [&](std::uint32_t k) { return k < member_count(); };
  check_loaded((radii_.empty() || radii_.size() == member_count()) && (touching.empty() || touching.size() == 2) &&
                   std::ranges::all_of(touching, is_member),
               "the radii of a group are not those of its members");
  contact_.reset();
  if (!touching.empty()) contact_ = Contact{touching[0], touching[1]};
  members_.resize(member_count());
  images_.resize(member_count());
  has_trial_ = false;
}

}  // namespace tucana
