#include "tucana/physics/stellar/binary/pair_evolution.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/binary/star_in_pair.h"

namespace tucana::stellar {
namespace {

/// A star overflows by this part of its radius at most when its overflow begins.
constexpr double first_overflow = 2e-3;
/// Mass that a donor may lose in a step, relative to its own.
constexpr double transferred_part = 5e-3;
/// By how much the overflow may change in a step, relative to itself and to the radius.
constexpr double overflow_change = 0.3, least_overflow_change = 2e-3;

}  // namespace

PairState PairEvolution::birth(double mass1, double mass2, double metallicity, double period,
                               double eccentricity) const {
  if (!(period > 0 && period < 1e12)) throw InputError("the period of a pair must be above 0 days");
  if (!(eccentricity >= 0 && eccentricity < 1)) throw InputError("the eccentricity of a pair is from 0 to below 1");
  PairState pair;
  pair.stars = {provider_.birth(mass1, metallicity), provider_.birth(mass2, metallicity)};
  pair.semi_major_axis = semi_major_axis_of_period(mass1 + mass2, period);
  pair.eccentricity = eccentricity;
  if (overflowing_star(pair) >= 0 || contact(pair) > 0) throw InputError("the stars of this pair would touch at birth");
  return pair;
}

void PairEvolution::tell(const PairStep::Happened& happened, const PairState& pair, EventSink report) {
  if (happened.supernova) report(PairEventKind::supernova, pair);
  if (happened.type_change) report(PairEventKind::type_change, pair);
  if (happened.disruption) report(PairEventKind::disruption, pair);
}

void PairEvolution::tell_outcome(bool was_common_envelope, const PairState& pair, EventSink report) {
  if (was_common_envelope) report(PairEventKind::common_envelope, pair);
  if (pair.bond == PairState::Bond::merged) report(PairEventKind::merger, pair);
}

void PairEvolution::advance_single(PairState& pair, double to_age, EventSink report) const {
  double next = to_age;
  for (const StarState& star : pair.stars)
    if (star.now.type != StellarType::no_remnant) next = std::min(next, provider_.next_update(star));
  pair.age = std::max(next, pair.age + 1e-12 * std::max(pair.age, 1.0));
  PairStep::Happened happened;
  for (StarState& star : pair.stars) {
    if (star.now.type == StellarType::no_remnant) continue;
    provider_.advance(star, pair.age, [&](const TypeChange& change) {
      happened.type_change = true;
      happened.supernova |= change.is_supernova;
    });
  }
  tell(happened, pair, report);
}

void PairEvolution::advance_detached(PairState& pair, double to_age, EventSink report) const {
  double h = step_.longest(pair, to_age - pair.age);
  PairState trial = pair;
  PairStep::Happened happened = step_.make(trial, h);
  const double shortest = 1e-9 * std::max(pair.age, 1.0);
  // The step ends where the overflow begins, or the stars touch. A new type may have another radius at once.
  while (trial.bond == PairState::Bond::bound && trial.are_both_there() && h > shortest) {
    if (std::max({overflow(trial, 0), overflow(trial, 1), contact(trial)}) < first_overflow) break;
    h /= 2;
    trial = pair;
    happened = step_.make(trial, h);
  }
  pair = trial;
  tell(happened, pair, report);
  if (pair.bond != PairState::Bond::bound || !pair.are_both_there()) return;
  pair.donor = overflowing_star(pair);
  if (pair.donor >= 0) {
    pair.transfer_step = 1e-3 * h;
    return report(PairEventKind::overflow_begins, pair);
  }
  if (contact(pair) <= 0) return;
  tell_outcome(outcomes_.resolve_contact(pair), pair, report);
}

void PairEvolution::advance_transfer(PairState& pair, double to_age, EventSink report) const {
  const auto i = static_cast<std::size_t>(pair.donor);
  if (overflow(pair, i) <= 0) {
    pair.donor = -1;
    return report(PairEventKind::overflow_ends, pair);
  }
  if (overflow(pair, 1 - i) > 0) return tell_outcome(outcomes_.resolve_contact(pair), pair, report);
  if (outcomes_.is_dynamical(pair)) {
    tell_outcome(outcomes_.resolve_dynamical(pair), pair, report);
    if (pair.bond != PairState::Bond::bound) return;
    // Cores become stars of their own at once; they may fill the narrower lobes too.
    const double shortly = 1e-9 * std::max(pair.age, 1.0);
    tell(step_.make(pair, shortly), pair, report);
    if (pair.bond != PairState::Bond::bound || !pair.are_both_there()) return;
    pair.transfer_step = shortly;
    if (overflow(pair, i) > 0) {
      pair.donor = static_cast<int>(i);
    } else {
      report(PairEventKind::overflow_ends, pair);
    }
    return;
  }
  const double rate = step_.transfer_rate_of(pair), before = overflow(pair, i);
  const double shortest = 1e-12 * std::max(pair.age, 1.0);
  double h = std::min(step_.longest(pair, to_age - pair.age), 2 * pair.transfer_step);
  if (rate > 0) h = std::min(h, transferred_part * pair.star(i).mass / (rate * 1e6));
  h = std::max(h, shortest);
  PairState trial = pair;
  PairStep::Happened happened = step_.make(trial, h);
  // The rate depends steeply on the overflow: it is followed on its way to what it is in equilibrium.
  while (trial.bond == PairState::Bond::bound && h > 10 * shortest && !happened.type_change && trial.are_both_there()) {
    const double change = std::abs(overflow(trial, i) - before);
    if (change <= overflow_change * before + least_overflow_change) break;
    h /= 2;
    trial = pair;
    happened = step_.make(trial, h);
  }
  pair = trial;
  pair.transfer_step = h;
  tell(happened, pair, report);
}

void PairEvolution::advance(PairState& pair, double to_age, EventSink report) const {
  while (pair.age < to_age) {
    if (pair.bond == PairState::Bond::bound) {
      advance_once(pair, to_age, report);
    } else {
      advance_single(pair, to_age, report);
    }
  }
}

void PairEvolution::advance_once(PairState& pair, double to_age, EventSink report) const {
  if (!pair.are_both_there()) {
    pair.bond = PairState::Bond::apart;
    pair.donor = -1;
    report(PairEventKind::disruption, pair);
  } else if (pair.donor >= 0) {
    advance_transfer(pair, to_age, report);
  } else {
    advance_detached(pair, to_age, report);
  }
}

}  // namespace tucana::stellar
