#include "tucana/fewbody/chain_group.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/fewbody/extrapolation.h"

namespace tucana {
namespace {

/// Yoshida (1990), Table 1, solution A of sixth order: the lengths of the leap-frogs, symmetric about the fourth.
constexpr std::array<double, 3> outer_stages{0.784513610477560, 0.235573213359357, -1.17767998417887};
constexpr double middle_stage = 1 - 2 * (outer_stages[0] + outer_stages[1] + outer_stages[2]);
constexpr std::array<double, 7> stages{outer_stages[0], outer_stages[1], outer_stages[2], middle_stage,
                                       outer_stages[2], outer_stages[1], outer_stages[0]};

/// The energy of a group may vanish by chance; this part of its potential is the least that counts.
constexpr double least_part_of_potential = 0.05;
/// Pairs with less than this part of the largest product of masses do not determine the step of a composition.
constexpr double light_pair = 0.1;

/// A step that had to be halved this often has met a singularity, or numbers that are none.
constexpr int most_halvings = 60;

[[noreturn]] void give_up() {
  throw FailureError(
      "a group of bodies could not be advanced: no step is short enough; two bodies may be at one place");
}

}  // namespace

ChainGroup::ChainGroup(std::span<const double> masses, std::span<const PhasePoint> members, const InnerTime& t,
                       const GroupOptions& options)
    : masses_(masses.begin(), masses.end()), options_(options), time_(t) {
  std::vector<Vec3> x(size()), v(size());
  for (std::size_t i = 0; i < size(); ++i) x[i] = members[i].x, v[i] = members[i].v;
  use_chain(Chain(x));
  state_.links.resize(size() - 1);
  state_.link_velocities.resize(size() - 1);
  chain_.to_links(x, state_.links);
  chain_.to_links(v, state_.link_velocities);
  state_.binding = leapfrog_.binding_of(state_);
  state_.weight = leapfrog_.weight_of(state_);
  if (!std::isfinite(state_.binding)) throw InputError("two bodies of a group are at one place; move one of them");
  length_ = first_length();
  last_chain_ = chain_, last_state_ = state_, last_time_ = time_;
}

void ChainGroup::use_chain(Chain chain) {
  chain_ = std::move(chain);
  std::vector<double> row_masses;
  for (const std::uint32_t member : chain_.row()) row_masses.push_back(masses_[member]);
  leapfrog_ = {row_masses,
               {chain_.row().begin(), chain_.row().end()},
               options_.transformation,
               options_.velocity_dependent,
               options_.relativity};
}

/// The phase eta of the shortest oscillation that a pair of these bodies has if it takes up all the energy of the
/// group: s is m1 m2 times the universal anomaly of a pair that dominates (or its weight times), and the frequency is
/// sqrt(mu/a). Pairs of light bodies, which never hold that energy, do not count.
double ChainGroup::first_length() {
  const double potential = leapfrog_.potential_of(state_);
  const double energy = std::max(std::abs(state_.binding), least_part_of_potential * potential);
  double largest = 0, shortest = std::numeric_limits<double>::infinity();
  const auto for_each_pair = [this](auto&& function) {
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t j = i + 1; j < size(); ++j)
        function(leapfrog_.pair_weight(i, j), leapfrog_.row_masses()[i] + leapfrog_.row_masses()[j]);
    }
  };
  for_each_pair([&](double weight, double) { largest = std::max(largest, weight); });
  for_each_pair([&](double weight, double sum) {
    if (weight < light_pair * largest || !(sum > 0)) return;
    shortest = std::min(shortest, weight * std::sqrt(weight / (2 * energy * sum)));
  });
  return options_.eta * shortest;
}

bool ChainGroup::try_step(GroupState& state, double s, const GroupPerturbation* perturbation) {
  for (const double part : stages) {
    if (!leapfrog_.advance(state, part * s, 1, time_, perturbation)) return false;
  }
  return state.time > 0 && std::isfinite(state.time);
}

void ChainGroup::finish(GroupState&& state) {
  time_ = time_ + state.time;
  state.time = 0;
  state_ = std::move(state);
  if (!chain_.is_outdated(state_.links)) return;
  std::vector<Vec3> x(size());
  chain_.to_members(state_.links, masses_, x);
  Chain renewed(x);
  if (renewed == chain_) return;
  state_.links = chain_.links_of(renewed, state_.links);
  state_.link_velocities = chain_.links_of(renewed, state_.link_velocities);
  use_chain(std::move(renewed));
}

void ChainGroup::step(const GroupPerturbation* perturbation) {
  last_chain_ = chain_, last_state_ = state_, last_time_ = time_;
  GroupState state = state_;
  if (options_.method == GroupMethod::extrapolation) {
    double s = std::min(length_, 2 * leapfrog_.hyperbolic_limit(state_));
    for (int i = 0; i < most_halvings; ++i) {
      const ExtrapolatedStep result = extrapolate(leapfrog_, state, s, options_.tolerance, time_, perturbation);
      if (result.accepted) {
        last_length_ = s;
        length_ = result.next;
        return finish(std::move(state));
      }
      s = result.next;
    }
    give_up();
  }
  // Halved where it must be, never stretched: elsewhere the step is the same for all the life of the group.
  const double limit = leapfrog_.hyperbolic_limit(state_);
  double s = length_;
  int halvings = 0;
  for (; s > limit && halvings < most_halvings; ++halvings) s *= 0.5;
  for (; halvings < most_halvings; ++halvings, s *= 0.5) {
    if (try_step(state, s, perturbation)) {
      last_length_ = s;
      return finish(std::move(state));
    }
    state = state_;
  }
  give_up();
}

void ChainGroup::advance_past(const InnerTime& t, const GroupPerturbation* perturbation) {
  while (time_ < t) step(perturbation);
}

ChainGroup ChainGroup::at(const InnerTime& t, const GroupPerturbation* perturbation) const {
  ChainGroup group = *this;
  group.use_chain(last_chain_);
  group.state_ = last_state_;
  group.time_ = last_time_;
  const double wanted = t - last_time_;
  if (!(wanted > 0)) return group;
  // Newton's method for the length of the step that takes this time, in a bracket: time grows with the length.
  double low = 0, high = last_length_, s = std::min(wanted * group.leapfrog_.rate(last_state_), 0.9 * last_length_);
  for (int turn = 0; turn < 100; ++turn) {
    GroupState state = last_state_;
    bool valid = true;
    if (options_.method == GroupMethod::composition) {
      valid = group.try_step(state, s, perturbation);
    } else {
      // A part of a step that has converged converges too, but perhaps not as far: rounding counts for more in it.
      valid = false;
      for (double loose = 10; !valid && loose <= 1e5; loose *= 10)
        valid = extrapolate(group.leapfrog_, state, s, loose * options_.tolerance, group.time_, perturbation).accepted;
    }
    const double miss = valid ? state.time - wanted : high;
    (miss < 0 ? low : high) = s;
    double next = valid ? s - miss * group.leapfrog_.rate(state) : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    // What is left is below the rounding of the time.
    if (valid && (std::abs(miss) <= 4 * std::numeric_limits<double>::epsilon() * wanted || next == s)) {
      group.finish(std::move(state));
      group.time_ = t;
      return group;
    }
    s = next;
  }
  give_up();
}

void ChainGroup::members(std::span<PhasePoint> members) const {
  std::vector<Vec3> x(size()), v(size());
  chain_.to_members(state_.links, masses_, x);
  chain_.to_members(state_.link_velocities, masses_, v);
  for (std::size_t i = 0; i < size(); ++i) members[i] = {x[i], v[i]};
}

double ChainGroup::internal_energy() { return -leapfrog_.binding_of(state_); }

namespace {

void describe_state(Archive& archive, const char* name, GroupState& state, Chain& chain) {
  const Archive::Group group(archive, name);
  std::vector<std::uint32_t> row(chain.row().begin(), chain.row().end());
  archive.field("row", row);
  archive.field("links", state.links);
  archive.field("link_velocities", state.link_velocities);
  archive.field("time", state.time);
  archive.field("binding", state.binding);
  archive.field("weight", state.weight);
  archive.field("orbit_work", state.work.orbit);
  archive.field("waves_work", state.work.waves);
  if (archive.loading()) chain = Chain(std::move(row));
}

/// Whether every member stands in the row once.
bool is_row(std::span<const std::uint32_t> row) {
  std::vector<bool> seen(row.size(), false);
  for (const std::uint32_t member : row) {
    if (member >= row.size() || seen[member]) return false;
    seen[member] = true;
  }
  return true;
}

}  // namespace

void ChainGroup::describe(Archive& archive) {
  archive.field("mass", masses_);
  auto method = static_cast<std::int32_t>(options_.method);
  auto transformation = static_cast<std::int32_t>(options_.transformation);
  archive.field("method", method);
  archive.field("transformation", transformation);
  archive.field("velocity_dependent", options_.velocity_dependent);
  archive.field("light_speed", options_.relativity.light_speed);
  archive.field("first_order", options_.relativity.orders.first);
  archive.field("second_order", options_.relativity.orders.second);
  archive.field("radiation", options_.relativity.orders.radiation);
  archive.field("eta", options_.eta);
  archive.field("tolerance", options_.tolerance);
  archive.field("length", length_);
  archive.field("last_length", last_length_);
  time_.describe(archive);
  Chain chain = chain_;
  describe_state(archive, "state", state_, chain);
  {
    const Archive::Group group(archive, "last_step");
    last_time_.describe(archive);
    describe_state(archive, "start", last_state_, last_chain_);
  }
  if (!archive.loading()) return;
  const auto fits = [this](const GroupState& state, const Chain& row) {
    return row.size() == size() && is_row(row.row()) && state.links.size() + 1 == size() &&
           state.link_velocities.size() + 1 == size() && all_finite(state.links) && all_finite(state.link_velocities);
  };
  check_loaded(size() >= 2 && fits(state_, chain) && fits(last_state_, last_chain_),
               "a group is no chain of its bodies");
  check_loaded(
      all_finite(masses_) && length_ > 0 && method >= 0 && method <= 1 && transformation >= 0 && transformation <= 1,
      "a group has no masses or no step");
  options_.method = static_cast<GroupMethod>(method);
  options_.transformation = static_cast<TimeTransformation>(transformation);
  use_chain(std::move(chain));
}

}  // namespace tucana
