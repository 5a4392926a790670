#include "tucana/fewbody/time_transformed_leapfrog.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/fewbody/chain.h"

namespace tucana {
namespace {

/// Pairs with a smaller part of the mean product of masses get the mean as their weight: a body without mass must slow
/// down time in an encounter as well (Mikkola & Merritt 2008).
constexpr double negligible_product = 1e-3;
/// Evaluations of a perturbation that depends on velocities in one kick; each gains a factor of the order of its
/// strength.
constexpr int velocity_rounds = 4;
/// Post-Newtonian forces reach a tenth of Newton's.
constexpr int relativistic_rounds = 10;
/// And if they have not settled by then, the step is too long: the square of the last correction, relative to that of
/// the velocities.
constexpr double converged2 = 1e-20;
/// tanh(F/2) of a step on a hyperbola; the stages of compositions are up to 1.32 times longer than the step.
constexpr double part_of_branch = 0.375;

}  // namespace

TimeTransformedLeapfrog::TimeTransformedLeapfrog(std::vector<double> row_masses, std::vector<std::uint32_t> row,
                                                 TimeTransformation kind, bool velocity_dependent,
                                                 const Relativity& relativity)
    : masses_(std::move(row_masses)),
      row_(std::move(row)),
      kind_(kind),
      velocity_dependent_(velocity_dependent || relativity.is_on()),
      relativity_(relativity) {
  const std::size_t n = masses_.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) sum += masses_[i] * masses_[j];
  }
  mean_product_ = 2 * sum / static_cast<double>(n * (n - 1));
  for (auto* column :
       {&x_, &v_, &acceleration_, &external_, &weight_gradient_, &member_x_, &member_v_, &member_acceleration_})
    column->resize(n);
  change_.resize(n - 1), mean_velocity_.resize(n - 1);
  if (relativity_.is_on()) relativistic_.resize(n);
}

double TimeTransformedLeapfrog::pair_weight(std::size_t i, std::size_t j) const {
  const double product = masses_[i] * masses_[j];
  return product < negligible_product * mean_product_ ? mean_product_ : product;
}

std::span<const Vec3> TimeTransformedLeapfrog::held_back(std::span<const Vec3> link_velocities,
                                                         double (*part)(double slow_down)) {
  if (slow_downs_.empty()) return link_velocities;
  link_rates_.assign(link_velocities.begin(), link_velocities.end());
  for (std::size_t k = 0; k < link_rates_.size(); ++k) {
    if (slow_downs_[k] == 1) continue;
    // Both bodies keep the velocity of their centre.
    const double left = part(slow_downs_[k]), mass = masses_[k] + masses_[k + 1];
    const Vec3 held = (1 - left) * link_velocities[k];
    link_rates_[k] = left * link_velocities[k];
    if (k > 0) link_rates_[k - 1] += (masses_[k + 1] / mass) * held;
    if (k + 1 < link_rates_.size()) link_rates_[k + 1] += (masses_[k] / mass) * held;
  }
  return link_rates_;
}

std::span<const Vec3> TimeTransformedLeapfrog::rates_of_links(std::span<const Vec3> link_velocities) {
  return held_back(link_velocities, [](double k) { return 1 / k; });
}

void TimeTransformedLeapfrog::sum_forces(const GroupState& state) {
  row_from_links(state.links, masses_, x_);
  std::fill(acceleration_.begin(), acceleration_.end(), Vec3{});
  std::fill(weight_gradient_.begin(), weight_gradient_.end(), Vec3{});
  potential_ = weight_sum_ = 0;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    for (std::size_t j = i + 1; j < masses_.size(); ++j) {
      const Vec3 d = chained_difference(state.links, x_, i, j);
      const double r2 = norm2(d), share = j == i + 1 ? 1 / slow_down_of(i) : 1, inverse = share / std::sqrt(r2);
      const Vec3 pull = (inverse / r2) * d;
      acceleration_[i] += masses_[j] * pull;
      acceleration_[j] -= masses_[i] * pull;
      potential_ += masses_[i] * masses_[j] * inverse;
      const double w = pair_weight(i, j);
      weight_sum_ += w * inverse;
      weight_gradient_[i] += w * pull;
      weight_gradient_[j] -= w * pull;
    }
  }
}

double TimeTransformedLeapfrog::kinetic_energy(const GroupState& state) {
  // T = (1/2M) sum_(i<j) m_i m_j |v_ij|^2 would need all pairs; the velocities relative to the centre of mass do as
  // well. Slowed pairs have 1/k of their energy at 1/sqrt(k) of their velocity.
  const std::span<const Vec3> velocities = held_back(state.link_velocities, [](double k) { return 1 / std::sqrt(k); });
  Vec3 v, momentum;
  double mass = masses_[0], twice = 0;
  for (std::size_t k = 0; k + 1 < masses_.size(); ++k) {
    v += velocities[k];
    momentum += masses_[k + 1] * v;
    mass += masses_[k + 1];
  }
  const Vec3 centre = mass > 0 ? (1 / mass) * momentum : Vec3{};
  v = -centre;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    twice += masses_[k] * norm2(v);
    if (k + 1 < masses_.size()) v += velocities[k];
  }
  return 0.5 * twice;
}

double TimeTransformedLeapfrog::potential_of(const GroupState& state) {
  sum_forces(state);
  return potential_;
}

double TimeTransformedLeapfrog::binding_of(const GroupState& state) {
  sum_forces(state);
  return potential_ - kinetic_energy(state);
}

double TimeTransformedLeapfrog::weight_of(const GroupState& state) {
  sum_forces(state);
  return weight_sum_;
}

double TimeTransformedLeapfrog::rate(const GroupState& state) {
  sum_forces(state);
  return kind_ == TimeTransformation::logarithmic_hamiltonian ? potential_ : weight_sum_;
}

double TimeTransformedLeapfrog::time_noise(const GroupState& state) {
  if (kind_ == TimeTransformation::time_transformed) return 0;
  sum_forces(state);
  return 4 * std::numeric_limits<double>::epsilon() * (kinetic_energy(state) + std::abs(state.binding)) / potential_;
}

bool TimeTransformedLeapfrog::drift(GroupState& state, double s) {
  const double rate =
      kind_ == TimeTransformation::logarithmic_hamiltonian ? kinetic_energy(state) + state.binding : state.weight;
  if (!(rate > 0)) return false;
  const double dt = s / rate;
  const std::span<const Vec3> rates = rates_of_links(state.link_velocities);
  for (std::size_t k = 0; k < state.links.size(); ++k) state.links[k] += dt * rates[k];
  state.time += dt;
  return true;
}

void TimeTransformedLeapfrog::add_perturbation(const GroupState& state, std::span<const Vec3> link_velocities,
                                               const InnerTime& base, const GroupPerturbation& perturbation) {
  row_from_links(rates_of_links(link_velocities), masses_, v_);
  for (std::size_t k = 0; k < row_.size(); ++k) member_x_[row_[k]] = x_[k], member_v_[row_[k]] = v_[k];
  perturbation({member_x_, member_v_, base + state.time}, member_acceleration_);
  Vec3 mean;
  double mass = 0;
  for (std::size_t k = 0; k < row_.size(); ++k) {
    external_[k] = member_acceleration_[row_[k]];
    mean += masses_[k] * external_[k];
    mass += masses_[k];
  }
  if (mass > 0) mean *= 1 / mass;
  for (Vec3& f : external_) f -= mean;
}

/// Two bodies feel the same momentum, of opposite signs.
void TimeTransformedLeapfrog::add_relativity(const GroupState& state, std::span<const Vec3> link_velocities) {
  row_from_links(link_velocities, masses_, v_);
  std::fill(relativistic_.begin(), relativistic_.end(), PostNewtonianForce{});
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    for (std::size_t j = i + 1; j < masses_.size(); ++j) {
      const double mass = masses_[i] + masses_[j];
      if (!(mass > 0)) continue;
      const Vec3 x = chained_difference(state.links, x_, i, j), v = chained_difference(link_velocities, v_, i, j);
      // Of the second relative to the first.
      const PostNewtonianForce force = post_newtonian_force(masses_[j], masses_[i], x, v, relativity_);
      relativistic_[i].orbit -= (masses_[j] / mass) * force.orbit;
      relativistic_[i].waves -= (masses_[j] / mass) * force.waves;
      relativistic_[j].orbit += (masses_[i] / mass) * force.orbit;
      relativistic_[j].waves += (masses_[i] / mass) * force.waves;
    }
  }
  for (std::size_t k = 0; k < masses_.size(); ++k) external_[k] += relativistic_[k].orbit + relativistic_[k].waves;
}

bool TimeTransformedLeapfrog::kick(GroupState& state, double s, const InnerTime& base,
                                   const GroupPerturbation* perturbation) {
  sum_forces(state);
  const double rate = kind_ == TimeTransformation::logarithmic_hamiltonian ? potential_ : weight_sum_;
  if (!(rate > 0 && rate < std::numeric_limits<double>::infinity())) return false;
  const double dt = s / rate;
  const bool is_perturbed = perturbation != nullptr || relativity_.is_on();
  const int needed = relativity_.is_on() ? relativistic_rounds : velocity_rounds;
  const int rounds = velocity_dependent_ && is_perturbed ? needed : 1;
  std::fill(external_.begin(), external_.end(), Vec3{});
  mean_velocity_ = state.link_velocities;
  double last_correction2 = 0, speed2 = 0;
  for (int round = 0; round < rounds; ++round) {
    if (perturbation != nullptr) {
      add_perturbation(state, mean_velocity_, base, *perturbation);
    } else if (round > 0) {
      std::fill(external_.begin(), external_.end(), Vec3{});
    }
    if (relativity_.is_on()) add_relativity(state, mean_velocity_);
    last_correction2 = speed2 = 0;
    for (std::size_t k = 0; k < change_.size(); ++k) {
      const Vec3 before = change_[k];
      change_[k] = dt * (acceleration_[k + 1] - acceleration_[k] + (external_[k + 1] - external_[k]));
      mean_velocity_[k] = state.link_velocities[k] + 0.5 * change_[k];
      last_correction2 += norm2(change_[k] - before);
      speed2 += norm2(state.link_velocities[k]) + norm2(change_[k]);
    }
  }
  if (relativity_.is_on() && !(last_correction2 < converged2 * speed2)) return false;
  const bool needs_mean = is_perturbed || kind_ == TimeTransformation::time_transformed;
  std::vector<Vec3>& before = member_v_;
  if (needs_mean) row_from_links(rates_of_links(state.link_velocities), masses_, before);
  for (std::size_t k = 0; k < change_.size(); ++k) state.link_velocities[k] += change_[k];
  if (!needs_mean) return true;
  // With the mean of the velocities before and after the map is symmetric in time; with either alone it is not.
  row_from_links(rates_of_links(state.link_velocities), masses_, v_);
  double power = 0, growth = 0;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const Vec3 mean = 0.5 * (before[k] + v_[k]);
    power += masses_[k] * dot(mean, external_[k]);
    growth += dot(mean, weight_gradient_[k]);
    if (!relativity_.is_on()) continue;
    state.work.orbit += dt * masses_[k] * dot(mean, relativistic_[k].orbit);
    state.work.waves += dt * masses_[k] * dot(mean, relativistic_[k].waves);
  }
  state.binding -= dt * power;
  state.weight += dt * growth;
  return true;
}

bool TimeTransformedLeapfrog::advance(GroupState& state, double s, int n, const InnerTime& base,
                                      const GroupPerturbation* perturbation) {
  const double h = s / n;
  if (!drift(state, 0.5 * h)) return false;
  for (int i = 0; i < n; ++i) {
    if (!kick(state, h, base, perturbation)) return false;
    if (!drift(state, i + 1 < n ? h : 0.5 * h)) return false;
  }
  return true;
}

double TimeTransformedLeapfrog::hyperbolic_limit(const GroupState& state) {
  sum_forces(state);
  const std::span<const Vec3> rates = rates_of_links(state.link_velocities);
  row_from_links(rates, masses_, v_);
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    for (std::size_t j = i + 1; j < masses_.size(); ++j) {
      const double r = norm(chained_difference(state.links, x_, i, j));
      const double beta = 2 * (masses_[i] + masses_[j]) / r - norm2(chained_difference(rates, v_, i, j));
      if (beta < 0) shortest = std::min(shortest, r / std::sqrt(-beta));
    }
  }
  const double rate = kind_ == TimeTransformation::logarithmic_hamiltonian ? potential_ : weight_sum_;
  return 2 * part_of_branch * rate * shortest;
}

}  // namespace tucana
