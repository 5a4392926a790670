#include "tucana/fewbody/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/fewbody/binary_tree.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/orbit_mean.h"

namespace tucana {
namespace {

/// Without derivatives from a step before, predictions are of lower order; later steps grow as KsPair lets them.
constexpr double first_step = 0.1;

/// The orbit about an averaged node takes steps that are shorter by this, and limited by its present distance: there
/// are few of them, and the tides at the pericentre of an eccentric orbit change within the way that usual steps take
/// there. An outer orbit with e = 0.987 loses 7.8e-6 of the inner energy with usual steps, 5e-9 with these.
constexpr double part_of_step = 0.25;

/// How fast the places on a slowed orbit change.
PhasePoint as_slowed(const PhasePoint& relative, double slow_down) {
  return {relative.x, (1 / slow_down) * relative.v};
}

}  // namespace

Hierarchy::Hierarchy(std::span<const BodyAt> members, const InnerTime& t, double eta) : eta_(eta) {
  std::vector<PhasePoint> states;
  for (const BodyAt& member : members) {
    masses_.push_back(member.mass);
    states.push_back({member.x, member.v});
  }
  const BinaryTree tree(masses_, states);
  for (const BinaryNode& node : tree.nodes()) {
    if (!node.pair) continue;
    const PairMasses masses{tree.nodes()[node.pair->first].mass, tree.nodes()[node.pair->second].mass};
    const PhasePoint relative{-1.0 * node.pair->relative.x, -1.0 * node.pair->relative.v};
    Node added;
    added.first = node.pair->first;
    added.second = node.pair->second;
    added.pair = KsPair(masses, relative, t);
    nodes_.push_back(added);
  }
  find_stars();
}

void Hierarchy::find_stars() {
  stars_.assign(size() + nodes_.size(), {});
  for (std::uint32_t i = 0; i < size(); ++i) stars_[i] = {i};
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    auto& all = stars_[size() + k];
    for (const std::uint32_t part : {nodes_[k].first, nodes_[k].second})
      all.insert(all.end(), stars_[part].begin(), stars_[part].end());
  }
  ends_.resize(nodes_.size());
  relative_.resize(nodes_.size());
  places_.resize(stars_.size());
  points_.arrange(nodes_, masses_);
}

void Hierarchy::place_all(std::span<const PhasePoint> relative) {
  places_.back() = {};
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    const PhasePoint centre = places_[size() + k];
    const auto& [x, v] = relative[k];
    const PairMasses& m = nodes_[k].pair.masses();
    places_[nodes_[k].first] = {centre.x + m.first_of(x), centre.v + m.first_of(v)};
    places_[nodes_[k].second] = {centre.x + m.second_of(x), centre.v + m.second_of(v)};
  }
}

void Hierarchy::predict_all(const InnerTime& t) {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const KsPair& pair = nodes_[k].pair;
    const auto state = [&] {
      if (nodes_[k].has_merged) return pair.unperturbed_at(t);
      if (nodes_[k].is_averaged) return pair.relative();  // nobody asks where on its orbit it is
      return is_started_ ? pair.predicted_at(t, nodes_[k].planned) : pair.relative();
    };
    relative_[k] = as_slowed(state(), pair.slow_down());
  }
}

Perturbation Hierarchy::perturbation(std::size_t k, const PairMotion& at, const TidesDuring& tides) {
  predict_all(at.time);
  const PhasePoint own{at.x1 - at.x2, at.v1 - at.v2};
  relative_[k] = own;
  place_all(relative_);
  return points_.on_node(nodes_, k, own, at.time, places_, tides);
}

LinearTide Hierarchy::tide_on(std::size_t k, const LinearTide& around) {
  LinearTide tide = around;
  const auto& inside = stars_[size() + k];
  const Vec3 centre = places_[size() + k].x;
  for (std::uint32_t j = 0; j < size(); ++j)
    if (std::ranges::find(inside, j) == inside.end()) tide.add_mass(masses_[j], places_[j].x - centre);
  return tide;
}

void Hierarchy::plan_first_step(std::size_t k) { plan(k, first_step); }

void Hierarchy::plan(std::size_t k, double fraction) {
  if (nodes_[k].is_averaged) {
    nodes_[k].planned = 0;
    ends_[k] = end_of_step(k);
    return;
  }
  double longest = std::numeric_limits<double>::infinity();
  KsStepRule rule{eta_, 0};
  for (const std::uint32_t part : {nodes_[k].first, nodes_[k].second}) {
    if (!is_node(part) || node(part).has_merged) continue;
    if (node(part).is_averaged) {
      rule = {part_of_step * eta_, nodes_[k].pair.distance()};
      continue;
    }
    const KsPair& inner = node(part).pair;
    longest = std::min(longest, eta_ / (2 * std::numbers::pi) * inner.slow_down() * inner.period());
  }
  const KsPair& pair = nodes_[k].pair;
  nodes_[k].planned = std::isfinite(longest) ? pair.natural_step(rule, longest) : pair.natural_step(rule);
  nodes_[k].planned *= fraction;
  ends_[k] = end_of_step(k);
}

InnerTime Hierarchy::end_of_step(std::size_t k) const {
  const Node& node = nodes_[k];
  return node.has_merged || node.is_averaged ? InnerTime{Tick::never} : node.pair.predict(node.planned).time;
}

void Hierarchy::set_relativity(const Relativity& relativity) {
  for (Node& node : nodes_) node.pair.set_relativity(relativity);
  is_started_ = false;
}

RelativisticWork Hierarchy::relativistic_work(const InnerTime& when) const {
  RelativisticWork sum = former_work_;
  for (const Node& node : nodes_) sum += node.pair.relativistic_work_at(when);
  return sum;
}

/// Black holes that touch move on without their forces.
void Hierarchy::find_contact(Node& node) {
  if (is_node(node.first) || is_node(node.second)) return;
  KsPair& pair = node.pair;
  const double merging = pair.relativity().merging_distance(pair.masses().sum());
  const double distance = std::max(node.contact_distance, merging);
  if (distance > 0 && !node.has_touched) node.has_touched = touches(pair, distance);
  if (!(merging > 0 && touches(pair, merging))) return;
  node.has_merged = true;
  node.slow_down = {};
  former_work_ += pair.relativistic_work_at(pair.time());
  pair.set_relativity({});
  pair.set_slow_down(1);
}

void Hierarchy::start(const TidesDuring& tides) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    if (!nodes_[k].is_averaged) nodes_[k].pair.start(perturbation(k, nodes_[k].pair.present(), tides));
  is_started_ = true;
  for (std::size_t k = 0; k < nodes_.size(); ++k) plan_first_step(k);
}

void Hierarchy::step(std::size_t k, double d, const TidesDuring& tides) {
  Node& node = nodes_[k];
  KsPair& pair = node.pair;
  pair.step(d, [&](const PairMotion& at) { return perturbation(k, at, tides); });
  ++steps_;
  find_contact(node);
  if (node.has_merged) {
    ends_[k] = end_of_step(k);
    return;
  }
  const auto is_averaged = [&](std::uint32_t part) { return is_node(part) && this->node(part).is_averaged; };
  for (const std::uint32_t part : {node.first, node.second})
    if (is_averaged(part)) turn_averaged(part - size(), pair.last_start(), tides);
  if (pair.passed_apocentre()) {
    pair.rectify();
    if (settle(k, tides)) return;
  }
  bool is_planned = false;
  for (const std::uint32_t part : {node.first, node.second})
    if (is_averaged(part) && resolve(part - size(), tides)) is_planned = true;
  if (!is_planned) plan(k);
}

void Hierarchy::advance(const InnerTime& when, const TidesDuring& tides) {
  if (!is_started_) start(tides);
  for (;;) {
    const auto k = static_cast<std::size_t>(std::min_element(ends_.begin(), ends_.end()) - ends_.begin());
    if (when < ends_[k]) return;
    step(k, nodes_[k].planned, tides);
  }
}

void Hierarchy::complete(const InnerTime& when, const TidesDuring& tides) {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    KsPair& pair = nodes_[k].pair;
    if (nodes_[k].has_merged) {
      pair.move_unperturbed_to(when);
      continue;
    }
    if (!nodes_[k].is_averaged && pair.time() < when) step(k, pair.step_to(when, nodes_[k].planned), tides);
  }
}

void Hierarchy::members(std::span<BodyAt> states, Velocities velocities, const TidesDuring* tides) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    relative_[k] = as_slowed(nodes_[k].pair.relative(), nodes_[k].pair.slow_down());
  place_all(relative_);
  if (velocities == Velocities::of_orbits) {
    shown_more_ = 0;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const KsPair& pair = nodes_[k].pair;
      if (nodes_[k].swings() == 1 || tides == nullptr) continue;
      KsPair orbit(pair.masses(), pair.relative(), pair.time());
      const LinearTide tide = tide_on(k, tides->linear(pair.time().tick));
      const double more = (nodes_[k].swings() - 1) * tidal_excess(tide, pair.masses(), pair.relative());
      orbit.change_energy(more);
      shown_more_ += pair.masses().reduced() * more;
      relative_[k] = orbit.relative();
    }
    place_all(relative_);
  }
  for (std::size_t i = 0; i < size(); ++i) states[i] = {masses_[i], places_[i].x, places_[i].v};
}

void Hierarchy::accelerations(std::span<PartialForce> stars, const TidesDuring& tides) {
  std::vector<PartialForce> relative(nodes_.size()), all(stars_.size());
  const PairLaw law{};
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (nodes_[k].is_averaged) continue;  // its stars are not shown, but four points that move with their centre
    const KsPair& pair = nodes_[k].pair;
    // Slowed, a pair feels its own force as if its time were shorter, and that of others as if they were weaker.
    const double slow = 1 / pair.slow_down();
    const PairMotion at = pair.present();
    const PhasePoint moving = as_slowed(pair.relative(), pair.slow_down());
    const PartialForce own = pull(pair.masses().sum(), -1.0 * moving.x, -1.0 * moving.v, law);
    const Perturbation others = perturbation(k, at, tides);
    relative[k] = {slow * (slow * own.a + others.acceleration), slow * (slow * own.j + others.jerk)};
  }
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    const PartialForce& centre = all[size() + k];
    const PairMasses& m = nodes_[k].pair.masses();
    all[nodes_[k].first] = {centre.a + m.first_of(relative[k].a), centre.j + m.first_of(relative[k].j)};
    all[nodes_[k].second] = {centre.a + m.second_of(relative[k].a), centre.j + m.second_of(relative[k].j)};
  }
  std::copy_n(all.begin(), size(), stars.begin());
}

std::size_t Hierarchy::outcome_size() const { return nodes_.size() * sizeof(Node) + sizeof(Progress); }

void Hierarchy::save_outcome(std::vector<std::byte>& bytes) const {
  static_assert(std::is_trivially_copyable_v<Node> && std::is_trivially_copyable_v<Progress>);
  const Progress progress{steps_, slow_down_energy_, shown_more_, former_work_, is_started_};
  for (const auto part : {std::as_bytes(std::span(nodes_)), std::as_bytes(std::span(&progress, 1))})
    bytes.insert(bytes.end(), part.begin(), part.end());
}

void Hierarchy::load_outcome(std::span<const std::byte> bytes) {
  check_loaded(bytes.size() == outcome_size(), "another rank has another hierarchy");
  const std::size_t of_nodes = nodes_.size() * sizeof(Node);
  std::memcpy(nodes_.data(), bytes.data(), of_nodes);
  Progress progress;
  std::memcpy(&progress, bytes.data() + of_nodes, sizeof(progress));
  steps_ = progress.steps;
  slow_down_energy_ = progress.slow_down_energy;
  shown_more_ = progress.shown_more;
  former_work_ = progress.former_work;
  is_started_ = progress.is_started;
  points_.arrange(nodes_, masses_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) ends_[k] = end_of_step(k);
}

void Hierarchy::describe(Archive& archive) {
  archive.field("masses", masses_);
  auto count = static_cast<std::uint64_t>(nodes_.size());
  archive.field("node_count", count);
  archive.field("eta", eta_);
  archive.field("is_started", is_started_);
  archive.field("steps", steps_);
  archive.field("slow_down_energy", slow_down_energy_);
  archive.field("former_orbit_work", former_work_.orbit);
  archive.field("former_waves_work", former_work_.waves);
  if (archive.loading()) {
    check_loaded(count >= 1 && count + 1 == masses_.size(), "a hierarchy has no nodes");
    nodes_.assign(count, {});
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    Node& node = nodes_[k];
    const Archive::Group group(archive, "node" + std::to_string(k));
    archive.field("first", node.first);
    archive.field("second", node.second);
    archive.field("planned", node.planned);
    archive.field("slow_down_limit", node.slow_down.limit);
    archive.field("slow_down_gamma", node.slow_down.gamma);
    archive.field("slow_down_time", node.slow_down.time);
    archive.field("contact_distance", node.contact_distance);
    archive.field("has_touched", node.has_touched);
    archive.field("has_merged", node.has_merged);
    archive.field("is_averaged", node.is_averaged);
    archive.field("rate_of_shape", node.rate.e);
    archive.field("rate_of_momentum", node.rate.j);
    node.pair.describe(archive);
    if (!archive.loading()) continue;
    check_loaded(node.first < size() + k && node.second < size() + k && node.first != node.second,
                 "a node of a hierarchy has no parts");
    check_loaded(node.planned >= 0 && node.slow_down.limit >= 0 && node.slow_down.gamma >= 0 &&
                     node.slow_down.time >= 0 && node.contact_distance >= 0 && node.pair.specific_energy() < 0,
                 "a node of a hierarchy is no orbit");
    check_loaded(!node.is_averaged || (node.first < size() && node.second < size() && k + 1 < nodes_.size()),
                 "a mean orbit of a hierarchy is not one of two stars inside it");
  }
  if (!archive.loading()) return;
  check_loaded(eta_ > 0, "a hierarchy has no steps");
  find_stars();
  check_loaded(stars_.back().size() == size(), "a star of a hierarchy is in two nodes");
  for (std::size_t k = 0; k < nodes_.size(); ++k) ends_[k] = end_of_step(k);
}

}  // namespace tucana
