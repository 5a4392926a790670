#include "tucana/fewbody/hierarchy_subsystem.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tucana/core/check_loaded.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/orbit_mean.h"
#include "tucana/fewbody/relative_energy.h"

namespace tucana {
namespace {

OrbitShape node_shape(const KsPair& pair) { return orbit_phase(pair.relative(), pair.masses().sum()).shape; }

}  // namespace

HierarchySubsystem::HierarchySubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members)
    : options_(options), state_(members, {t}, options.eta) {
  completed_ = state_;
  renew_extent(t);
  show(nullptr);
}

void HierarchySubsystem::advance(Tick t, const Tides& tides) {
  trial_ = state_;
  const double mass = state_.root().pair.masses().sum();
  const TidesDuring during(tides, {mass, extent_, options_.smallest_perturbation}, state_.root().pair.time().tick, t);
  trial_.advance({t}, during);
  has_trial_ = true;
  completed_ = trial_;
  completed_.complete({t}, during);
  show(&during);
}

/// Two stars that others feel as a mean over a revolution.
bool HierarchySubsystem::acts_as_mean(const Hierarchy::Node& node) const {
  if (node.is_averaged) return true;
  if (completed_.is_node(node.first) || completed_.is_node(node.second)) return false;
  return node.pair.slow_down() * node.pair.period() < shortest_resolved_;
}

/// Points of a mean move with its centre. In the order of show().
void HierarchySubsystem::accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt>,
                                           std::span<PartialForce> accelerations) const {
  const double mass = state_.root().pair.masses().sum();
  const TidesDuring now(tides, {mass, extent_, options_.smallest_perturbation}, t, t);
  std::vector<PartialForce> stars(member_count());
  Hierarchy at = completed_;
  at.accelerations(stars, now);
  std::vector<bool> is_replaced(member_count());
  std::size_t k = 0;
  for (const Hierarchy::Node& node : completed_.nodes()) {
    if (!acts_as_mean(node)) continue;
    is_replaced[node.first] = is_replaced[node.second] = true;
    const PairMasses& m = node.pair.masses();
    const double first = m.first / m.sum(), second = m.second / m.sum();
    const PartialForce centre{first * stars[node.first].a + second * stars[node.second].a,
                              first * stars[node.first].j + second * stars[node.second].j};
    for (int point = 0; point < 4; ++point) accelerations[k++] = centre;
  }
  for (std::size_t i = 0; i < member_count(); ++i)
    if (!is_replaced[i]) accelerations[k++] = stars[i];
}

/// What others feel moves as slowly as the nodes do; what they are shown is as in nature.
void HierarchySubsystem::show(const TidesDuring* tides) {
  find_images();
  completed_.members(shown_, Hierarchy::Velocities::of_orbits, tides);
}

/// They follow from the orbits alone.
void HierarchySubsystem::find_images() {
  shown_.resize(member_count());
  images_.clear();
  completed_.members(shown_, Hierarchy::Velocities::as_slowed, nullptr);
  std::vector<bool> is_replaced(member_count());
  for (const Hierarchy::Node& node : completed_.nodes()) {
    if (!acts_as_mean(node)) continue;
    const KsPair& pair = node.pair;
    is_replaced[node.first] = is_replaced[node.second] = true;
    const BodyAt centre = merged(shown_[node.first], shown_[node.second], pair.masses().sum());
    for (const BodyAt& point : orbit_mean(pair.masses(), pair.relative()))
      images_.push_back({point.mass, centre.x + point.x, centre.v + point.v});
  }
  for (std::size_t i = 0; i < member_count(); ++i)
    if (!is_replaced[i]) images_.push_back(shown_[i]);
}

std::size_t HierarchySubsystem::trial_size() const {
  return 2 * state_.outcome_size() + member_count() * sizeof(BodyAt);
}

void HierarchySubsystem::save_trial(std::vector<std::byte>& bytes) {
  trial_.save_outcome(bytes);
  completed_.save_outcome(bytes);
  const auto shown = std::as_bytes(std::span(shown_));
  bytes.insert(bytes.end(), shown.begin(), shown.end());
}

void HierarchySubsystem::load_trial(std::span<const std::byte> bytes) {
  check_loaded(bytes.size() == trial_size(), "another rank has another kind of subsystem");
  const std::size_t size = state_.outcome_size();
  trial_ = state_;
  trial_.load_outcome(bytes.first(size));
  completed_.load_outcome(bytes.subspan(size, size));
  find_images();
  std::memcpy(shown_.data(), bytes.data() + 2 * size, member_count() * sizeof(BodyAt));
  has_trial_ = true;
}

void HierarchySubsystem::commit() noexcept {
  if (!has_trial_) return;
  std::swap(state_, trial_);
  has_trial_ = false;
}

/// Nobody is farther from another one than the apocentres of all nodes on the way.
double HierarchySubsystem::renew_extent(Tick) {
  double sum = 0;
  for (const Hierarchy::Node& node : completed_.nodes()) sum += node_shape(node.pair).apocentre();
  const double present = 2 * completed_.root().pair.distance();
  extent_ = std::isfinite(sum) ? sum : present;
  return std::numeric_limits<double>::infinity();
}

double HierarchySubsystem::internal_energy() const { return relative_energy(shown_); }

Hierarchy::SlowDown HierarchySubsystem::slow_down_of(std::size_t k, const Perturbers& perturbers) const {
  const Hierarchy::Node& node = completed_.nodes()[k];
  const KsPair& pair = node.pair;
  Hierarchy::SlowDown slow_down;
  if (!(pair.specific_energy() < 0) || node.has_merged) return slow_down;
  slow_down.limit = options_.slow_down_limit;
  slow_down.gamma = pair.relativistic_advance();
  if (!perturbers.are_there) return slow_down;
  const double own = node_shape(pair).apocentre(), mass = pair.masses().sum();
  slow_down.gamma += perturbers.gamma * std::pow(own / extent_, 3) * completed_.root().pair.masses().sum() / mass;
  if (perturbers.time > 0) slow_down.time = perturbers.time;
  return slow_down;
}

void HierarchySubsystem::attend(Tick, const Perturbers& perturbers) {
  has_trial_ = false;
  shortest_resolved_ = perturbers.are_there ? period_to_average * perturbers.time : 0;
  const bool is_changed = is_new_ || !(perturbers.before == perturbers.after);
  if (is_changed) {
    // Goes on from the present time. The tide of those who come and go changes the outermost orbit most.
    state_ = completed_;
    state_.restart();
    KsPair& root = state_.nodes().back().pair;
    const auto excess = [&](const LinearTide& tide) { return tidal_excess(tide, root.masses(), root.relative()); };
    if (!is_new_) {
      const double given = excess(perturbers.before) - excess(perturbers.after);
      root.change_energy(given);
      switches_ += root.masses().reduced() * given;
    }
    completed_ = state_;
  }
  if (options_.slow_down_limit > 0) {
    for (std::size_t k = 0; k + 1 < state_.nodes().size(); ++k)
      state_.nodes()[k].slow_down = slow_down_of(k, perturbers);
  }
  is_new_ = false;
}

void HierarchySubsystem::set_radii(std::span<const double> radii) {
  for (Hierarchy* one : {&state_, &completed_})
    for (Hierarchy::Node& node : one->nodes())
      if (!one->is_node(node.first) && !one->is_node(node.second))
        node.contact_distance = radii[node.first] + radii[node.second];
}

void HierarchySubsystem::set_relativity(const Relativity& relativity) {
  state_.set_relativity(relativity);
  completed_ = state_;
}

std::optional<Contact> HierarchySubsystem::contact() const {
  for (const Hierarchy::Node& node : state_.nodes())
    if (node.has_touched) return Contact{node.first, node.second};
  return {};
}

void HierarchySubsystem::describe(Archive& archive) {
  state_.describe(archive);
  archive.field("extent", extent_);
  archive.field("is_new", is_new_);
  archive.field("switches", switches_);
  archive.field("shortest_resolved", shortest_resolved_);
  if (!archive.loading()) return;
  check_loaded(extent_ > 0 && std::isfinite(extent_) && shortest_resolved_ >= 0, "a hierarchy has no size");
  completed_ = state_;
  has_trial_ = false;
  show(nullptr);
}

}  // namespace tucana
