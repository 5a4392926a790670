// The part of StellarEvolution that is about close pairs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <unordered_map>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/physics/stellar/evolution_events.h"
#include "tucana/physics/stellar/pair_events.h"
#include "tucana/physics/stellar/solar_units.h"
#include "tucana/physics/stellar/stellar_evolution.h"

namespace tucana::stellar {
namespace {

/// Others may change orbits, and pairs may form, at any time: all are looked at after so many batches at the latest.
constexpr double batches_between_looks = 8;
/// A pair that others have changed by this part is updated before it is due.
constexpr double strong_disturbance = 0.01;

/// The orbits of the bound pairs of a table, by both stars.
class OrbitsOf {
 public:
  OrbitsOf(const Stars& stars, const UnitScale& units) : stars_(stars) {
    for (const StarSystem& system : stars.systems) {
      const auto orbit = pair_orbit(stars, system, units);
      if (!orbit) continue;
      for (const std::size_t row : orbit->rows) of_star_.emplace(value(stars.id[row]), orbits.size());
      orbits.push_back(*orbit);
    }
  }

  /// Null if the two are no pair; else with the first star first.
  PairOrbit* find(const std::array<StarId, 2>& ids) {
    const auto one = of_star_.find(value(ids[0])), two = of_star_.find(value(ids[1]));
    if (one == of_star_.end() || two == of_star_.end() || one->second != two->second) return nullptr;
    PairOrbit& orbit = orbits[one->second];
    if (stars_.id[orbit.rows[0]] != ids[0]) {
      std::swap(orbit.rows[0], orbit.rows[1]);
      orbit.relative = {-1.0 * orbit.relative.x, -1.0 * orbit.relative.v};
    }
    return &orbit;
  }

  std::vector<PairOrbit> orbits;

 private:
  const Stars& stars_;
  std::unordered_map<std::int64_t, std::size_t> of_star_;
};

/// A star that overflows is not larger than its lobe for others either.
double visible_radius(const PairState& pair, std::size_t i) {
  return pair.star(i).radius / std::max(1.0, 1 + overflow(pair, i));
}

}  // namespace

Tick StellarEvolution::next_look_at_pairs() const {
  if (!pairs_) return Tick::never;
  if (!sees_systems_) return pairs_->next();
  return std::min(pairs_->next(), Level::at_most(batches_between_looks * batches().units()).next_multiple(last_));
}

std::function<Tick(double)> StellarEvolution::tick_of_age(StarId star) const {
  const auto found = std::ranges::lower_bound(stars_, star, {}, &Evolving::id);
  const double start_age = found->start_age, time = units_.time_myr();
  return [=, this](double age) {
    if (std::isinf(age)) return Tick::never;
    return batches().next_multiple(std::max(Tick::nearest((age - start_age) / time), last_));
  };
}

void StellarEvolution::act_on_pairs(Tick now, const Stars& stars, ChangeSet& changes, Losses& losses,
                                    std::vector<StarId>& early, EventSink& events) {
  proposed_pairs_.clear();
  new_pairs_.clear();
  sees_systems_ = !stars.systems.empty();
  OrbitsOf orbits(stars, units_);
  std::vector<std::array<StarId, 2>> touching;
  for (const EvolvingPairs::Entry& entry : pairs_->entries()) {
    const PairOrbit* orbit = orbits.find(entry.ids);
    if (orbit == nullptr) {
      proposed_pairs_.push_back({entry.ids});
      early.insert(early.end(), entry.ids.begin(), entry.ids.end());
      continue;
    }
    const std::array<StarId, 2> contact{std::min(entry.ids[0], entry.ids[1]), std::max(entry.ids[0], entry.ids[1])};
    const bool touches = std::ranges::find(contacts_, contact) != contacts_.end();
    // Black holes and neutron stars that have radiated away their orbit in the run collide like any other two stars.
    const auto is_compact = [&](StarId star) {
      const StellarType type = find(star)->now.type;
      return type == StellarType::neutron_star || type == StellarType::black_hole;
    };
    if (touches && std::ranges::all_of(entry.ids, is_compact)) {
      proposed_pairs_.push_back({entry.ids});
      continue;
    }
    if (touches) settled_contacts_.push_back(contact);
    if (touches || entry.due <= now || EvolvingPairs::is_disturbed(entry, *orbit, strong_disturbance))
      update_pair(entry, *orbit, now, changes, losses, events);
  }
  for (const PairOrbit& orbit : orbits.orbits) {
    const std::array<StarId, 2> ids{stars.id[orbit.rows[0]], stars.id[orbit.rows[1]]};
    const auto is_free = [&](StarId star) {
      return pairs_->find(star) == nullptr && find(star) != nullptr && !losses.contains(star);
    };
    if (!EvolvingPairs::is_close(orbit) || !is_free(ids[0]) || !is_free(ids[1])) continue;
    new_pairs_.push_back(orbit);
    early.insert(early.end(), ids.begin(), ids.end());
  }
}

void StellarEvolution::update_pair(const EvolvingPairs::Entry& entry, const PairOrbit& orbit, Tick now,
                                   ChangeSet& changes, Losses& losses, EventSink& events) {
  const auto state_of = [this](StarId star) -> const StarState& { return *find(star); };
  std::array<Star, 2> known{state_of(entry.ids[0]).now, state_of(entry.ids[1]).now};
  const auto report = [&](PairEventKind kind, const PairState& pair) {
    const bool is_merged = pair.bond == PairState::Bond::merged;
    for (std::size_t i = 0; i < 2 && !is_merged; ++i) {
      if (pair.star(i).type == known[i].type || pair.explosions[i]) continue;
      TypeChange change;
      change.before = known[i];
      change.after = pair.star(i);
      events.record(event_of(entry.ids[i], change, 0));
    }
    const bool is_told = kind == PairEventKind::type_change || kind == PairEventKind::disruption ||
                         (kind == PairEventKind::supernova && (pair.explosions[0] || pair.explosions[1]));
    if (!is_told) {
      Event event = pair_event(kind, entry.ids, pair);
      for (std::size_t i = 0; i < 2; ++i) {
        event.numbers.emplace_back(i == 0 ? "type1_before" : "type2_before", number_of(known[i].type));
        event.numbers.emplace_back(i == 0 ? "mass1_before_msun" : "mass2_before_msun", known[i].mass);
      }
      events.record(std::move(event));
    }
    known = {pair.star(0), pair.star(1)};
  };
  const double age = age_at(*find_evolving(entry.ids[0]), now);
  const PairState pair = pairs_->advanced(entry, orbit, age, state_of, report);
  for (const StarId star : entry.ids) losses[star] = {0, 0};
  if (pair.bond == PairState::Bond::merged) return merge_pair(entry, pair, now, changes, losses, events);
  if (pair.bond == PairState::Bond::apart) return leave_pair(entry, pair, orbit, now, changes, losses, events);
  const double first = pair.star(0).mass / units_.mass_msun, second = pair.star(1).mass / units_.mass_msun;
  const PhasePoint after = on_other_orbit(orbit, pair.semi_major_axis, pair.eccentricity, first + second, units_);
  changes.orbits.push_back({entry.ids[0], entry.ids[1], first, second, after.x, after.v});
  for (std::size_t i = 0; i < 2; ++i) {
    changes.radii.push_back({entry.ids[i], visible_radius(pair, i) * solar_radius_pc / units_.length_pc});
    proposed_.push_back({entry.ids[i], pair.stars[i]});
  }
  proposed_pairs_.push_back({entry.ids, true, pair.semi_major_axis, pair.eccentricity, pair.donor, pair.transfer_step});
}

/// Supernovae find the stars where they are on the orbit that they have come to.
void StellarEvolution::leave_pair(const EvolvingPairs::Entry& entry, const PairState& end, const PairOrbit& orbit,
                                  Tick now, ChangeSet& changes, Losses& losses, EventSink& events) {
  proposed_pairs_.push_back({entry.ids});
  std::array<double, 2> before{};
  for (std::size_t i = 0; i < 2; ++i) {
    before[i] = (end.explosions[i] ? end.explosions[i]->before.mass : end.star(i).mass) / units_.mass_msun;
    if (end.star(i).type == StellarType::no_remnant && !end.explosions[i])
      before[i] = find_evolving(entry.ids[i])->applied_mass / units_.mass_msun;
  }
  const PhasePoint after = on_other_orbit(orbit, end.semi_major_axis, end.eccentricity, before[0] + before[1], units_);
  changes.orbits.push_back({entry.ids[0], entry.ids[1], before[0], before[1], after.x, after.v});
  for (std::size_t i = 0; i < 2; ++i) {
    const StarId id = entry.ids[i];
    Vec3 kick{};
    if (end.explosions[i]) {
      const TypeChange& change = *end.explosions[i];
      kick = supernova_kick(options_.kicks, change.collapse, static_cast<std::uint64_t>(options_.seed), id,
                            change.supernova_number);
      events.record(event_of(id, change, norm(kick)));
    }
    Update result{id, end.stars[i]};
    if (end.star(i).type != StellarType::no_remnant) {
      Evolving star = *find_evolving(id);
      star.state = end.stars[i];
      bool exploded = false;
      result.state = at_age(star, now, events, kick, exploded);
    }
    result.is_gone = result.state.now.type == StellarType::no_remnant;
    const Star& star = result.state.now;
    if (result.is_gone) {
      changes.removed.push_back(id);
    } else {
      changes.masses.push_back({id, star.mass / units_.mass_msun});
      changes.radii.push_back({id, star.radius * solar_radius_pc / units_.length_pc});
      if (norm2(kick) > 0) changes.kicks.push_back({id, kick * (1 / units_.velocity_kms())});
    }
    losses[id] = {0, 0};
    proposed_.push_back(std::move(result));
  }
}

/// The star that is left goes on under the id of the one that was more massive.
void StellarEvolution::merge_pair(const EvolvingPairs::Entry& entry, const PairState& end, Tick now, ChangeSet& changes,
                                  Losses& losses, EventSink& events) {
  proposed_pairs_.push_back({entry.ids});
  const Evolving &one = *find_evolving(entry.ids[0]), &two = *find_evolving(entry.ids[1]);
  const bool keeps_first = one.applied_mass >= two.applied_mass;
  Evolving kept = keeps_first ? one : two;
  const StarId lost = keeps_first ? two.id : one.id;
  kept.state = end.stars[0];
  Vec3 kick{};
  bool exploded = false;
  if (end.star(0).type != StellarType::no_remnant) kept.state = at_age(kept, now, events, kick, exploded);
  const Star& star = kept.state.now;
  const bool is_gone = star.type == StellarType::no_remnant;
  proposed_.push_back({kept.id, kept.state, is_gone});
  proposed_.push_back({lost, end.stars[1], true});
  absorbed_[lost] = kept.id;
  losses[kept.id] = losses[lost] = {0, 0};
  if (is_gone) {
    changes.removed.insert(changes.removed.end(), {kept.id, lost});
    return;
  }
  changes.mergers.push_back(
      {kept.id, lost, star.mass / units_.mass_msun, star.radius * solar_radius_pc / units_.length_pc});
  // Kicks act before mergers: the velocity that the product is to have is that of both.
  if (norm2(kick) > 0) {
    for (const StarId id : entry.ids) changes.kicks.push_back({id, kick * (1 / units_.velocity_kms())});
  }
}

/// Two stars that have been updated one by one for the last time. What is fast against the period has to be over.
void StellarEvolution::adopt_pairs(const Stars& stars, const Losses& losses) {
  for (const PairOrbit& orbit : new_pairs_) {
    PairUpdate pair{
        {stars.id[orbit.rows[0]], stars.id[orbit.rows[1]]}, true, orbit.semi_major_axis, orbit.eccentricity};
    double mass = 0, shortest = std::numeric_limits<double>::infinity();
    bool is_calm = true;
    for (const std::size_t row : orbit.rows) {
      const auto update = std::ranges::lower_bound(proposed_, stars.id[row], {}, &Update::star);
      is_calm &= update != proposed_.end() && update->star == stars.id[row] && !update->is_gone;
      const auto loss = losses.find(stars.id[row]);
      mass += loss != losses.end() ? loss->second.mass : stars.mass[row];
      if (loss != losses.end()) shortest = std::min(shortest, loss->second.time);
    }
    const double frequency2 = orbit.mass / std::pow(orbit.semi_major_axis * solar_radius_pc / units_.length_pc, 3);
    is_calm &= mass == orbit.mass || shortest * std::sqrt(frequency2) > 2 * std::numbers::pi;
    if (!is_calm) continue;
    pair.semi_major_axis *= orbit.mass / mass;
    proposed_pairs_.push_back(pair);
  }
}

void StellarEvolution::apply_pair_updates() {
  std::set<StarId> in_pairs;
  for (const PairUpdate& update : std::exchange(proposed_pairs_, {})) {
    if (!update.goes_on) continue;
    Evolving &first = *find_evolving(update.ids[0]), &second = *find_evolving(update.ids[1]);
    if (second.state.now.age != first.state.now.age) {
      // A pair has one clock.
      Star star = second.state.now;
      star.age = first.state.now.age;
      second.start_age = first.start_age;
      second.state =
          provider_->resume(star, second.state.initial_mass, second.state.metallicity, second.state.supernovae);
    }
    PairState pair;
    pair.stars = {first.state, second.state};
    pair.age = first.state.now.age;
    pair.semi_major_axis = update.semi_major_axis;
    pair.eccentricity = update.eccentricity;
    pair.donor = update.donor;
    pair.transfer_step = update.transfer_step;
    pairs_->set(update.ids, pair, tick_of_age(update.ids[0]));
    in_pairs.insert(update.ids.begin(), update.ids.end());
  }
  if (!in_pairs.empty()) std::erase_if(schedule_, [&](const Due& due) { return in_pairs.contains(due.star); });
  pairs_->find_next();
}

void StellarEvolution::look_ahead_of_pairs() {
  for (const EvolvingPairs::Entry& entry : pairs_->entries())
    check_loaded(find(entry.ids[0]) != nullptr && find(entry.ids[1]) != nullptr, "it holds a pair of unknown stars");
  pairs_->look_ahead([this](StarId star) -> const StarState& { return *find(star); },
                     [this](StarId star) { return tick_of_age(star); });
}

}  // namespace tucana::stellar
