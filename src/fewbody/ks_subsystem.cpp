#include "tucana/fewbody/ks_subsystem.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "tucana/core/check_loaded.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/orbit_mean.h"
#include "tucana/fewbody/relativistic_orbit.h"

namespace tucana {
namespace {

/// From period_to_average on others feel the mean; with a gap, so that a pair does not change to and fro.
constexpr double period_to_resolve = 0.06;
/// And while nobody is nearer than this many extents: the mean has no moments beyond the quadrupole.
constexpr double distance_to_average = 12, distance_to_resolve = 10;
constexpr double shortest_look = 0.125;

/// Steps of weakly perturbed orbits are longer, as far as the error of a step stays that of an orbit with this
/// perturbation: without any, the longest ones would still be exact.
constexpr double gamma_of_usual_steps = 1e-3, longest_in_usual_steps = 2;

/// A pair that is to make several steps asks for far bodies once.
constexpr double part_of_period_to_sum = 0.25;

/// The perturbation of a pair at a question of its integration.
template <class SomeTides>
Perturbation perturbation_at(const PairMotion& at, const SomeTides& tides) {
  const std::array<Vec3, 2> x{at.x1, at.x2}, v{at.v1, at.v2};
  std::array<PartialForce, 2> forces;
  tides.on_points(at.time.tick, x, v, forces);
  return {forces[0].a - forces[1].a, forces[0].j - forces[1].j};
}

}  // namespace

KsSubsystem::KsSubsystem(const FewBodyOptions& options, Tick t, std::span<const BodyAt> members)
    : options_(options), relative_{members[0].x - members[1].x, members[0].v - members[1].v}, shown_(relative_) {
  state_.pair = KsPair({members[0].mass, members[1].mass}, relative_, {t});
  first_distance_ = norm(relative_.x);
  find_extent(t);
}

/// An error of fourth order that is proportional to the perturbation.
KsStepRule KsSubsystem::step_rule() const {
  const double gamma = gamma_ * state_.pair.slow_down();
  if (!(gamma > 0) || !is_bound() || state_.pair.relativity().is_on()) return {options_.eta, extent_};
  const double longer = std::sqrt(std::sqrt(gamma_of_usual_steps / gamma));
  return {options_.eta * std::clamp(longer, 1.0, longest_in_usual_steps), extent_};
}

void KsSubsystem::advance(Tick t, const Tides& tides) {
  has_trial_ = false;
  const InnerTime when{t};
  if (is_asleep_ || state_.has_merged) {
    work_ = state_.former_work;
    if (!state_.pair.relativity().is_on()) {
      shown_ = relative_ = state_.pair.unperturbed_at(when);
      return;
    }
    KsPair pair = state_.pair;
    pair.move_unperturbed_to(when);
    shown_ = relative_ = pair.relative();
    work_ += pair.relativistic_work_at(when);
    return;
  }
  if (state_.needs_start || state_.pair.time() < when) {
    trial_ = state_;
    has_trial_ = true;
    KsPair& pair = trial_.pair;
    std::optional<TidesDuring> during;
    const double period = is_bound() ? pair.slow_down() * pair.period() : std::numeric_limits<double>::infinity();
    if (when - pair.time() > part_of_period_to_sum * period)
      during.emplace(tides, TidalScale{pair.masses().sum(), extent_, options_.smallest_perturbation}, pair.time().tick,
                     t);
    const auto perturbation = [&](const PairMotion& at) {
      return during ? perturbation_at(at, *during) : perturbation_at(at, tides);
    };
    if (trial_.needs_start) pair.start(perturbation(pair.present()));
    trial_.needs_start = false;
    const KsStepRule rule = step_rule();
    while (pair.time() < when) {
      pair.step(pair.natural_step(rule), perturbation);
      ++trial_.steps;
      if (touching_distance() > 0 && !trial_.has_touched) trial_.has_touched = touches(pair, touching_distance());
      if (trial_.has_touched && finds_merger(trial_, when)) break;
      if (!pair.passed_apocentre()) continue;
      pair.rectify();
      if (pair.slow_down() == wanted_slow_down_) continue;
      const double given =
          (pair.slow_down() - wanted_slow_down_) * excess(tides.linear(pair.time().tick), pair.relative());
      pair.change_energy(given);
      trial_.given.slow_down += pair.masses().reduced() * given;
      pair.set_slow_down(wanted_slow_down_);
      pair.start(perturbation(pair.present()));
    }
  }
  relative_ = latest().pair.relative_at(when);
  work_ = latest().former_work;
  work_ += latest().pair.relativistic_work_at(when);
  shown_ = latest().pair.slow_down() == 1 ? relative_ : without_slow_down(t, tides);
}

double KsSubsystem::touching_distance() const {
  const double merging = state_.pair.relativity().merging_distance(state_.pair.masses().sum());
  return std::max(contact_distance_, merging);
}

/// What has touched as black holes do moves on without their forces, and is brought to the end of the block at once: it
/// may have millions of revolutions until then.
bool KsSubsystem::finds_merger(State& state, const InnerTime& t) {
  KsPair& pair = state.pair;
  const Relativity relativity = pair.relativity();
  if (!relativity.is_on() || !touches(pair, relativity.merging_distance(pair.masses().sum()))) return false;
  state.has_merged = true;
  if (t < pair.time()) pair.cut_at(t);
  state.former_work += pair.relativistic_work_at(pair.time());
  pair.set_relativity({});
  pair.set_slow_down(1);
  if (pair.time() < t) pair.move_unperturbed_to(t);
  state.needs_start = true;
  return true;
}

void KsSubsystem::set_relativity(const Relativity& relativity) {
  KsPair& pair = state_.pair;
  pair.set_relativity(relativity);
  if (!relativity.is_on()) return;
  may_sleep_ = shrinks_slowly(pair.relative(), -2 * pair.specific_energy(), pair.masses(), relativity);
}

/// Orbits that lead far out have no mean that would matter before they do.
double KsSubsystem::excess(const LinearTide& tide, const PhasePoint& relative) const {
  return stays_within_ ? tidal_excess(tide, state_.pair.masses(), relative) : 0;
}

/// Slowed, the energy of the orbit swings with the tide by as many times more than in nature.
PhasePoint KsSubsystem::without_slow_down(Tick t, const Tides& tides) const {
  KsPair pair(state_.pair.masses(), relative_, {t});
  pair.change_energy((latest().pair.slow_down() - 1) * excess(tides.linear(t), relative_));
  return pair.relative();
}

void KsSubsystem::save_trial(std::vector<std::byte>& bytes) {
  static_assert(std::is_trivially_copyable_v<Outcome>);
  const Outcome outcome{has_trial_ ? trial_ : State{}, relative_, shown_, work_, has_trial_};
  const auto added = std::as_bytes(std::span(&outcome, 1));
  bytes.insert(bytes.end(), added.begin(), added.end());
}

void KsSubsystem::load_trial(std::span<const std::byte> bytes) {
  Outcome outcome;
  check_loaded(bytes.size() == sizeof(outcome), "another rank has another kind of pair");
  std::memcpy(&outcome, bytes.data(), sizeof(outcome));
  trial_ = outcome.trial;
  relative_ = outcome.relative;
  shown_ = outcome.shown;
  work_ = outcome.work;
  has_trial_ = outcome.has_trial;
}

void KsSubsystem::commit() noexcept {
  if (!has_trial_) return;
  state_ = trial_;
  has_trial_ = false;
}

void KsSubsystem::members(std::span<BodyAt> states) const {
  const PairMasses& m = state_.pair.masses();
  states[0] = {m.first, m.first_of(shown_.x), m.first_of(shown_.v)};
  states[1] = {m.second, m.second_of(shown_.x), m.second_of(shown_.v)};
}

/// The energy of the orbit without slow-down is that of the slowed one and this.
double KsSubsystem::shown_more() const {
  return state_.pair.masses().reduced() * 0.5 * (norm2(shown_.v) - norm2(relative_.v));
}

SubsystemEnergy KsSubsystem::energy_by_cause() const {
  SubsystemEnergy energy = latest().given;
  energy.slow_down += shown_more();
  return energy;
}

/// A mean over the orbit rests, as far as the orbit does.
void KsSubsystem::accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                                    std::span<PartialForce> accelerations) const {
  if (!is_averaged_) return Subsystem::accelerate_images(t, tides, images, accelerations);
  std::ranges::fill(accelerations, PartialForce{});
}

/// A slowed pair moves more slowly, and is seen to do so.
void KsSubsystem::images(std::vector<BodyAt>& bodies) const {
  if (is_averaged_) {
    const auto mean = orbit_mean(state_.pair.masses(), relative_);
    bodies.assign(mean.begin(), mean.end());
    return;
  }
  bodies.resize(2);
  members(bodies);
  for (BodyAt& body : bodies) body.v *= 1 / state_.pair.slow_down();
}

/// The apocentre, but of orbits that lead far out only the part that the pair is on, or has been on: an extent that
/// shrank again at every pericentre would have to be examined in every revolution.
double KsSubsystem::renew_extent(Tick t) {
  // Nothing has changed since it was found, unless the pair radiates.
  if (is_asleep_ && stays_within_ && !state_.pair.relativity().is_on()) return std::numeric_limits<double>::infinity();
  return find_extent(t);
}

double KsSubsystem::find_extent(Tick t) {
  const KsPair& pair = state_.pair;
  const double mu = pair.masses().sum();
  const bool is_behind = is_asleep_ || state_.needs_start || state_.has_merged;
  const PhasePoint now = is_behind ? pair.unperturbed_at({t}) : pair.relative_at({t});
  if (is_bound()) first_distance_ = std::max(first_distance_, norm(now.x));
  const double within = (is_bound() ? 2 : 1.25) * std::max(norm(now.x), first_distance_);
  const double apocentre = orbit_phase(now, mu).shape.apocentre();
  extent_ = std::min(apocentre, within);
  stays_within_ = apocentre <= within;
  constexpr double always = std::numeric_limits<double>::infinity();
  if (pair.relativity().is_on() && is_asleep_) return time_to_look_at(now);
  if (stays_within_) return always;
  return time_to_distance(now, mu, within, Direction::outward).value_or(always);
}

/// A pair that radiates while it sleeps is looked at before it can have merged, but not in ever shorter steps.
double KsSubsystem::time_to_look_at(const PhasePoint& now) {
  const KsPair& pair = state_.pair;
  const double beta = kepler_beta(now, pair.masses().sum()), distance = touching_distance();
  if (leads_within(now, pair.masses().sum(), distance)) state_.has_touched = true;
  return std::max(shortest_time_to_merge(now, beta, pair.masses(), pair.relativity()), shortest_look);
}

/// The state becomes that at t, from where it can go on in another way.
void KsSubsystem::end_step_at(Tick t) {
  KsPair& pair = state_.pair;
  const InnerTime when{t};
  if (is_asleep_ || state_.has_merged) {
    pair.move_unperturbed_to(when);
  } else if (when < pair.time()) {
    pair.cut_at(when);
  }
  state_.needs_start = true;
}

bool KsSubsystem::is_averaged_with(const Perturbers& perturbers) const {
  const double part_of_time = is_averaged_ ? period_to_resolve : period_to_average;
  const double distance = is_averaged_ ? distance_to_resolve : distance_to_average;
  return perturbers.are_there && is_bound() && state_.pair.period() < part_of_time * perturbers.time &&
         perturbers.nearest > distance;
}

bool KsSubsystem::turns_with(const Perturbers& perturbers) const {
  return is_new_ || is_asleep_ == perturbers.are_there || is_averaged_ != is_averaged_with(perturbers);
}

void KsSubsystem::attend(Tick t, const Perturbers& perturbers) {
  KsPair& pair = state_.pair;
  has_trial_ = false;
  const double period = pair.period();
  is_averaged_ = is_averaged_with(perturbers);
  gamma_ = perturbers.gamma;
  wanted_slow_down_ = 1;
  if (is_averaged_ && options_.slow_down_limit > 0)
    wanted_slow_down_ = slow_down_factor(perturbers.gamma + pair.relativistic_advance(), period, perturbers.time,
                                         options_.slow_down_limit, largest_slow_down);
  // A slow-down changes at apocentre, but ends at once where the members are seen as they are.
  const double before = is_asleep_ ? 1 : pair.slow_down(), after = is_averaged_ ? before : 1;
  if (pair.relativity().is_on()) {
    const PhasePoint now = is_asleep_ ? pair.unperturbed_at({t}) : pair.relative();
    may_sleep_ = shrinks_slowly(now, kepler_beta(now, pair.masses().sum()), pair.masses(), pair.relativity());
  }
  const bool sleeps = !perturbers.are_there && may_sleep_;
  if (before != after || is_asleep_ != sleeps || !(perturbers.before == perturbers.after)) {
    end_step_at(t);
    const PhasePoint relative = pair.relative();
    pair.set_slow_down(after);
    const double excess_before = excess(is_new_ ? perturbers.after : perturbers.before, relative),
                 excess_after = excess(perturbers.after, relative);
    pair.change_energy(before * excess_before - after * excess_after);
    const double reduced = pair.masses().reduced();
    state_.given.switches += reduced * (excess_before - excess_after);
    state_.given.slow_down += reduced * ((before - 1) * excess_before - (after - 1) * excess_after);
  }
  is_asleep_ = sleeps;
  is_new_ = false;
}

/// The orbit is given as it is in nature: a slowed one has the energy that swings with the tide beside it.
void KsSubsystem::set_members(Tick t, std::span<const BodyAt> members, const LinearTide& tide) {
  has_trial_ = false;
  const double slow_down = state_.pair.slow_down(), before = std::abs(state_.pair.specific_energy()),
               mass_before = state_.pair.masses().sum(), more_before = shown_more();
  relative_ = shown_ = {members[0].x - members[1].x, members[0].v - members[1].v};
  const Relativity relativity = state_.pair.relativity();
  state_.former_work = work_;
  KsPair& pair = state_.pair = KsPair({members[0].mass, members[1].mass}, relative_, {t});
  if (!state_.has_merged) set_relativity(relativity);
  pair.set_slow_down(slow_down);
  const double more = slow_down > 1 ? (slow_down - 1) * excess(tide, relative_) : 0;
  if (more != 0) pair.change_energy(-more);
  state_.given.slow_down += more_before - pair.masses().reduced() * more;
  state_.needs_start = true;
  state_.has_touched = false;
  // What it was formed with grows as its axis does.
  first_distance_ *= before / std::abs(pair.specific_energy()) * pair.masses().sum() / mass_before;
  find_extent(t);
}

/// A pair that is asleep stays on its orbit, and will be where it leads.
std::optional<Contact> KsSubsystem::contact() const {
  const KsPair& pair = state_.pair;
  const bool touches_asleep = is_asleep_ && leads_within(pair.relative(), pair.masses().sum(), touching_distance());
  if (!state_.has_touched && !touches_asleep) return {};
  return Contact{0, 1};
}

void KsSubsystem::describe(Archive& archive) {
  state_.pair.describe(archive);
  archive.field("needs_start", state_.needs_start);
  archive.field("steps", state_.steps);
  archive.field("is_asleep", is_asleep_);
  archive.field("is_averaged", is_averaged_);
  archive.field("is_new", is_new_);
  archive.field("wanted_slow_down", wanted_slow_down_);
  archive.field("first_distance", first_distance_);
  archive.field("extent", extent_);
  archive.field("gamma_at_examination", gamma_);
  archive.field("contact_distance", contact_distance_);
  archive.field("has_touched", state_.has_touched);
  archive.field("has_merged", state_.has_merged);
  archive.field("former_orbit_work", state_.former_work.orbit);
  archive.field("former_waves_work", state_.former_work.waves);
  archive.field("may_sleep", may_sleep_);
  archive.field("stays_within", stays_within_);
  state_.given.describe(archive);
  if (!archive.loading()) return;
  has_trial_ = false;
  check_loaded(wanted_slow_down_ >= 1 && first_distance_ >= 0 && extent_ > 0 && std::isfinite(extent_) && gamma_ >= 0 &&
                   contact_distance_ >= 0,
               "a pair has no slow-down or no size");
}

}  // namespace tucana
