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
  use_chain(Chain(x), {});
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

void ChainGroup::use_chain(Chain chain, SlowedLinks slowed) {
  chain_ = std::move(chain);
  slowed_ = std::move(slowed);
  std::vector<double> row_masses;
  for (const std::uint32_t member : chain_.row()) row_masses.push_back(masses_[member]);
  leapfrog_ = {row_masses,
               {chain_.row().begin(), chain_.row().end()},
               options_.transformation,
               options_.velocity_dependent,
               options_.relativity};
  leapfrog_.slow_down(slowed_.factors);
}

double ChainGroup::natural_energy(const GroupState& state) const {
  TimeTransformedLeapfrog natural = leapfrog_;
  natural.slow_down({});
  return -natural.binding_of(state);
}

double ChainGroup::restore(GroupState& state) const {
  shift_slowed_energies(state, leapfrog_.row_masses(), slowed_.factors, limits_.tide, 1);
  return add_missing_energy(state);
}

double ChainGroup::add_missing_energy(GroupState& state) const {
  if (slowed_.factors.empty()) return 0;
  const std::span<const double> row_masses = leapfrog_.row_masses();
  // Pairs whose places change have other energies in the fields of others, which is of second order.
  double given = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double missing = slowed_.hidden_energy - state.binding - natural_energy(state);
    add_to_slowed_energies(state, row_masses, slowed_.factors, missing);
    given += missing;
  }
  return given;
}

/// Slow-down changes between two steps, where it does not suit any more. With relativity it would act on pairs that
/// radiate, and whose pericentres advance, for longer than they do.
void ChainGroup::slow_down() {
  if (options_.method != GroupMethod::extrapolation || options_.velocity_dependent || options_.relativity.is_on())
    return;
  std::vector<double> factors = suitable_slow_downs(state_, leapfrog_.row_masses(), slowed_.factors, limits_);
  if (factors != slowed_.factors) change_slow_down(std::move(factors));
}

void ChainGroup::change_slow_down(std::vector<double> factors) {
  const std::span<const double> row_masses = leapfrog_.row_masses();
  std::vector<double> missing = slowed_.missing;
  missing.resize(factors.size());
  shift_slowed_energies(state_, row_masses, slowed_.factors, limits_.tide, 1);
  for (std::size_t k = 0; k < slowed_.factors.size(); ++k) {
    if (slowed_.factors[k] == 1 || (!factors.empty() && factors[k] > 1)) continue;
    slowed_.hidden_energy += catch_up(state_, row_masses, k, slowed_.missing[k], limits_.tide);
    if (!missing.empty()) missing[k] = 0;
  }
  given_energy_ += add_missing_energy(state_);
  const double energy = integrated_energy();
  shift_slowed_energies(state_, row_masses, factors, limits_.tide, -1);
  slowed_.factors = std::move(factors);
  slowed_.missing = std::move(missing);
  leapfrog_.slow_down(slowed_.factors);
  state_.binding = leapfrog_.binding_of(state_);
  state_.weight = leapfrog_.weight_of(state_);
  slowed_.hidden_energy = energy + state_.binding;
}

double ChainGroup::given_energy() const {
  if (slowed_.factors.empty()) return given_energy_;
  GroupState natural = state_;
  return given_energy_ + restore(natural);
}

std::optional<std::size_t> ChainGroup::link_between(std::size_t one, std::size_t other) const {
  const std::span<const std::uint32_t> row = chain_.row();
  for (std::size_t k = 0; k + 1 < row.size(); ++k)
    if ((row[k] == one && row[k + 1] == other) || (row[k] == other && row[k + 1] == one)) return k;
  return {};
}

double ChainGroup::slow_down_of(std::size_t one, std::size_t other) const {
  if (slowed_.factors.empty()) return 1;
  const std::optional<std::size_t> link = link_between(one, other);
  return link ? slowed_.factors[*link] : 1;
}

double ChainGroup::largest_slow_down() const {
  return slowed_.factors.empty() ? 1 : *std::ranges::max_element(slowed_.factors);
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
  for (std::size_t k = 0; k < slowed_.factors.size(); ++k)
    slowed_.missing[k] += (1 - 1 / slowed_.factors[k]) * state.time;
  state.time = 0;
  state_ = std::move(state);
  if (!chain_.is_outdated(state_.links)) return;
  std::vector<Vec3> x(size());
  chain_.to_members(state_.links, masses_, x);
  Chain renewed(x);
  if (renewed == chain_) return;
  SlowedLinks links = slowed_;
  for (std::size_t k = 0; k < links.factors.size(); ++k) {
    const std::optional<std::size_t> before = link_between(renewed.row()[k], renewed.row()[k + 1]);
    links.factors[k] = before ? slowed_.factors[*before] : 1;
    links.missing[k] = before ? slowed_.missing[*before] : 0;
  }
  // A pair whose stars are not linked any more is no pair.
  const auto count = [](const std::vector<double>& all) { return std::ranges::count(all, 1.0); };
  if (count(links.factors) != count(slowed_.factors)) {
    change_slow_down({});
    links = slowed_;
  }
  state_.links = chain_.links_of(renewed, state_.links);
  state_.link_velocities = chain_.links_of(renewed, state_.link_velocities);
  use_chain(std::move(renewed), std::move(links));
}

void ChainGroup::step(const GroupPerturbation* perturbation) {
  slow_down();
  last_chain_ = chain_, last_slowed_ = slowed_, last_state_ = state_, last_time_ = time_;
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
  group.use_chain(last_chain_, last_slowed_);
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

namespace {

void place_members(const Chain& chain, std::span<const Vec3> links, std::span<const Vec3> velocities,
                   std::span<const double> masses, std::span<PhasePoint> members) {
  std::vector<Vec3> x(masses.size()), v(masses.size());
  chain.to_members(links, masses, x);
  chain.to_members(velocities, masses, v);
  for (std::size_t i = 0; i < masses.size(); ++i) members[i] = {x[i], v[i]};
}

}  // namespace

void ChainGroup::members(std::span<PhasePoint> members) const {
  if (slowed_.factors.empty()) return place_members(chain_, state_.links, state_.link_velocities, masses_, members);
  GroupState natural = state_;
  restore(natural);
  place_members(chain_, natural.links, natural.link_velocities, masses_, members);
}

void ChainGroup::slowed_members(std::span<PhasePoint> members) const {
  TimeTransformedLeapfrog leapfrog = leapfrog_;
  place_members(chain_, state_.links, leapfrog.rates_of_links(state_.link_velocities), masses_, members);
}

double ChainGroup::internal_energy() {
  if (slowed_.factors.empty()) return -leapfrog_.binding_of(state_);
  GroupState natural = state_;
  restore(natural);
  return natural_energy(natural);
}

namespace {

void describe_state(Archive& archive, const char* name, GroupState& state, Chain& chain, SlowedLinks& slowed) {
  const Archive::Group group(archive, name);
  slowed.describe(archive);
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
  archive.field("given_energy", given_energy_);
  limits_.describe(archive);
  Chain chain = chain_;
  SlowedLinks slowed = slowed_;
  describe_state(archive, "state", state_, chain, slowed);
  {
    const Archive::Group group(archive, "last_step");
    last_time_.describe(archive);
    describe_state(archive, "start", last_state_, last_chain_, last_slowed_);
  }
  if (!archive.loading()) return;
  const auto fits = [this](const GroupState& state, const Chain& row, const SlowedLinks& links) {
    return row.size() == size() && (links.factors.empty() || links.factors.size() + 1 == size()) && is_row(row.row()) &&
           state.links.size() + 1 == size() && state.link_velocities.size() + 1 == size() && all_finite(state.links) &&
           all_finite(state.link_velocities);
  };
  check_loaded(size() >= 2 && fits(state_, chain, slowed) && fits(last_state_, last_chain_, last_slowed_),
               "a group is no chain of its bodies");
  check_loaded(
      all_finite(masses_) && length_ > 0 && method >= 0 && method <= 1 && transformation >= 0 && transformation <= 1,
      "a group has no masses or no step");
  options_.method = static_cast<GroupMethod>(method);
  options_.transformation = static_cast<TimeTransformation>(transformation);
  use_chain(std::move(chain), std::move(slowed));
}

}  // namespace tucana
