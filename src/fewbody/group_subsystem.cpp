#include "tucana/fewbody/group_subsystem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/core/check_loaded.h"
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
  std::vector<double> masses;
  for (const BodyAt& member : members) {
    masses.push_back(member.mass);
    members_.push_back({member.x, member.v});
  }
  state_ = ChainGroup(masses, members_, {t}, group_options(options, members));
  extent_ = largest_distance(members_);
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
    step_end_.resize(member_count());
    trial_.members(step_end_);
    for (; trial_.time() < when; ++trial_steps_) {
      const InnerTime start = trial_.time();
      trial_.step(used);
      // Its steps may be far longer than those of the bodies around, which are known for the time of their own steps
      // only: the last one is cut.
      if (when < trial_.time()) trial_ = trial_.at(when, used);
      if (!radii_.empty() && !trial_contact_) trial_contact_ = contact_in_step(trial_.time() - start);
    }
  }
  (has_trial_ ? trial_ : state_).members(members_);
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
      if (came_within(relative(step_start_), relative(step_end_), mu, dt, radii_[i] + radii_[j])) return Contact{i, j};
    }
  }
  return {};
}

/// All that advance() leaves behind for others.
void GroupSubsystem::describe_trial(Archive& archive) {
  archive.field("has_trial", has_trial_);
  archive.field("steps", trial_steps_);
  archive.column("x", members_, [](PhasePoint& member) -> Vec3& { return member.x; });
  archive.column("v", members_, [](PhasePoint& member) -> Vec3& { return member.v; });
  if (!has_trial_) return;
  std::vector<std::uint32_t> touching;
  if (trial_contact_) touching.assign(trial_contact_->begin(), trial_contact_->end());
  archive.field("touching", touching);
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
  trial_ = state_;
  MemoryArchive archive = MemoryArchive::from_bytes(bytes);
  describe_trial(archive);
}

void GroupSubsystem::commit() noexcept {
  if (has_trial_) {
    std::swap(state_, trial_);
    contact_ = trial_contact_;
    steps_ = trial_steps_;
  }
  has_trial_ = false;
  extent_ = largest_distance(members_);
}

/// As they are shown, rounding included.
SubsystemEnergy GroupSubsystem::energy_by_cause() const {
  std::vector<BodyAt> states(member_count());
  members(states);
  SubsystemEnergy energy;
  energy.groups = relative_energy(states) - (has_trial_ ? trial_ : state_).integrated_energy();
  return energy;
}

/// The extent follows the members from block to block.
double GroupSubsystem::renew_extent(Tick) { return std::numeric_limits<double>::infinity(); }

void GroupSubsystem::members(std::span<BodyAt> states) const {
  for (std::size_t k = 0; k < states.size(); ++k) states[k] = {state_.masses()[k], members_[k].x, members_[k].v};
}

void GroupSubsystem::describe(Archive& archive) {
  state_.describe(archive);
  archive.field("extent", extent_);
  archive.field("steps", steps_);
  archive.field("radii", radii_);
  std::vector<std::uint32_t> touching;
  if (contact_) touching.assign(contact_->begin(), contact_->end());
  archive.field("touching", touching);
  if (!archive.loading()) return;
  check_loaded(extent_ > 0, "a group has no size");
  const auto is_member = [&](std::uint32_t k) { return k < member_count(); };
  check_loaded((radii_.empty() || radii_.size() == member_count()) && (touching.empty() || touching.size() == 2) &&
                   std::ranges::all_of(touching, is_member),
               "the radii of a group are not those of its members");
  contact_.reset();
  if (!touching.empty()) contact_ = Contact{touching[0], touching[1]};
  members_.resize(member_count());
  has_trial_ = false;
}

}  // namespace tucana
