#include "tucana/physics/stellar/stellar_evolution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/physics/stellar/evolution_columns.h"
#include "tucana/physics/stellar/evolution_events.h"
#include "tucana/physics/stellar/solar_units.h"
#include "tucana/physics/stellar/star_state_columns.h"

namespace tucana::stellar {
namespace {

bool is_star(const Stars& stars, std::size_t row) {
  return (stars.family.empty() || stars.family[row] == Family::star) && stars.mass[row] > 0;
}

}  // namespace

StellarEvolution::StellarEvolution(const StellarOptions& options,
                                   std::unique_ptr<const StellarEvolutionProvider> provider)
    : options_(options), provider_(std::move(provider)) {
  const auto* own = dynamic_cast<const SseProvider*>(provider_.get());
  if (own != nullptr && options_.binaries == BinaryKind::on) pairs_ = std::make_unique<EvolvingPairs>(options_, *own);
}

void StellarEvolution::read_columns(const Stars& stars, const StarColumns& columns) {
  resumed_.clear();
  for (std::size_t row = 0; row < stars.size(); ++row) {
    if (!is_star(stars, row)) continue;
    const std::optional<StoredStar> stored = stored_star(columns, row, value(stars.id[row]));
    if (!stored) continue;
    const StarState state =
        provider_->resume(stored->now, stored->initial_mass, stored->metallicity, stored->supernovae);
    resumed_.push_back({stars.id[row], state.now.age, 0, state, false});
  }
  std::ranges::sort(resumed_, {}, &Evolving::id);
}

void StellarEvolution::start(const Stars& stars, const UnitScale& units) {
  units_ = units;
  last_ = Tick{-1};
  contacts_.clear();
  settled_contacts_.clear();
  sees_systems_ = false;
  if (pairs_) pairs_->clear();
  stars_.clear();
  for (std::size_t row = 0; row < stars.size(); ++row) {
    if (!is_star(stars, row)) continue;
    const auto known = std::ranges::lower_bound(resumed_, stars.id[row], {}, &Evolving::id);
    if (known != resumed_.end() && known->id == stars.id[row]) {
      stars_.push_back(*known);
      continue;
    }
    const double mass = stars.mass[row] * units.mass_msun;
    try {
      stars_.push_back({stars.id[row], 0, mass, provider_->birth(mass, options_.metallicity)});
    } catch (const InputError& error) {
      throw InputError("star " + std::to_string(value(stars.id[row])) + " cannot evolve: " + error.what() +
                       "; the unit of mass is " + std::to_string(units.mass_msun) +
                       " Msun (units.mass_msun), and stellar.kind = off leaves stars as they are");
    }
  }
  resumed_.clear();
  std::ranges::sort(stars_, {}, &Evolving::id);
  schedule_all();
}

StellarEvolution::Due StellarEvolution::due(const Evolving& star, Tick now) const {
  if (star.is_new) return {Tick{0}, star.id};
  const double age = provider_->next_update(star.state);
  if (std::isinf(age) || (pairs_ && pairs_->find(star.id) != nullptr)) return {Tick::never, star.id};
  // The tick after the nearest one has not less than this age.
  const Tick reached = Tick::nearest((age - star.start_age) / units_.time_myr()) + Tick{1};
  return {batches().next_multiple(std::max(reached - Tick{1}, now)), star.id};
}

void StellarEvolution::schedule_all() {
  schedule_.clear();
  proposed_.clear();
  for (const Evolving& star : stars_)
    if (const Due when = due(star, last_); when.when != Tick::never) schedule_.insert(when);
}

Tick StellarEvolution::next() const {
  if (!contacts_.empty()) return Tick{0};
  const Tick pairs = next_look_at_pairs();
  return schedule_.empty() ? pairs : std::min(schedule_.begin()->when, pairs);
}

StellarEvolution::Evolving* StellarEvolution::find_evolving(StarId star) {
  const auto found = std::ranges::lower_bound(stars_, star, {}, &Evolving::id);
  return found != stars_.end() && found->id == star ? &*found : nullptr;
}

const StarState* StellarEvolution::find(StarId star) const {
  const auto found = std::ranges::lower_bound(stars_, star, {}, &Evolving::id);
  return found != stars_.end() && found->id == star ? &found->state : nullptr;
}

void StellarEvolution::touched(StarId one, StarId other) {
  if (!options_.collisions) return;
  // The stars of a pair in which mass flows do touch.
  const EvolvingPairs::Entry* pair = pairs_ ? pairs_->find(one) : nullptr;
  if (pair != nullptr && pair == pairs_->find(other) && pair->donor >= 0) return;
  const std::array<StarId, 2> contact{std::min(one, other), std::max(one, other)};
  if (std::ranges::find(contacts_, contact) == contacts_.end()) contacts_.push_back(contact);
}

/// The star now, with what happens to it on the way.
StarState StellarEvolution::at_age(const Evolving& star, Tick now, EventSink& events, Vec3& kick,
                                   bool& exploded) const {
  StarState state = star.state;
  provider_->advance(state, age_at(star, now), [&](const TypeChange& change) {
    Vec3 own{};
    if (change.is_supernova) {
      own = supernova_kick(options_.kicks, change.collapse, static_cast<std::uint64_t>(options_.seed), star.id,
                           change.supernova_number);
      exploded = true;
    }
    kick = kick + own;
    events.record(event_of(star.id, change, norm(own)));
  });
  return state;
}

StellarEvolution::Update StellarEvolution::update(const Evolving& star, Tick now, double present_radius,
                                                  ChangeSet& changes, Losses& losses, EventSink& events) const {
  Vec3 kick{};
  bool exploded = false;
  Update result{star.id, at_age(star, now, events, kick, exploded)};
  const Star& after = result.state.now;
  result.is_gone = after.type == StellarType::no_remnant;
  if (result.is_gone) {
    changes.removed.push_back(star.id);
    losses[star.id] = {0, 0};
    return result;
  }
  if (after.mass != star.applied_mass) {
    const double mass = after.mass / units_.mass_msun;
    const double passed = (after.age - star.state.now.age) / units_.time_myr();
    changes.masses.push_back({star.id, mass});
    losses[star.id] = {mass, exploded ? 0 : passed};
  }
  const double radius = after.radius * solar_radius_pc / units_.length_pc;
  if (radius != present_radius) changes.radii.push_back({star.id, radius});
  if (norm2(kick) > 0) changes.kicks.push_back({star.id, kick * (1 / units_.velocity_kms())});
  return result;
}

/// Rows of stars by ascending ids; those that the run has lost otherwise have none.
std::vector<std::size_t> StellarEvolution::rows_of(const std::vector<StarId>& ids, const Stars& stars) const {
  std::vector<std::size_t> rows(ids.size(), stars.size());
  for (std::size_t row = 0; row < stars.size(); ++row) {
    const auto found = std::ranges::lower_bound(ids, stars.id[row]);
    if (found != ids.end() && *found == stars.id[row]) rows[static_cast<std::size_t>(found - ids.begin())] = row;
  }
  return rows;
}

/// Others that have touched a star are in contact with the one that it has become part of.
void StellarEvolution::settle_contacts() {
  std::erase_if(contacts_, [&](const auto& contact) { return is_settled(contact); });
  settled_contacts_.clear();
  if (absorbed_.empty()) return;
  const auto now_in = [&](StarId star) {
    const auto found = absorbed_.find(star);
    return found == absorbed_.end() ? star : found->second;
  };
  for (const auto& [one, other] : std::exchange(contacts_, {}))
    if (now_in(one) != now_in(other)) touched(now_in(one), now_in(other));
  absorbed_.clear();
}

bool StellarEvolution::is_settled(const std::array<StarId, 2>& contact) const {
  return std::ranges::find(settled_contacts_, contact) != settled_contacts_.end();
}

/// A star takes part in one change at a time; its other contacts wait for the next block.
void StellarEvolution::collide_stars(Tick now, const Stars& stars, ChangeSet& changes, Losses& losses,
                                     EventSink& events) {
  std::set<StarId> named;
  for (const auto& pair : contacts_) named.insert(pair.begin(), pair.end());
  const std::vector<StarId> ids(named.begin(), named.end());
  const std::vector<std::size_t> rows = rows_of(ids, stars);
  for (const auto& contact : contacts_) {
    if (is_settled(contact)) continue;
    const auto& [one, other] = contact;
    const auto is_there = [&](StarId id) {
      const auto at = static_cast<std::size_t>(std::ranges::lower_bound(ids, id) - ids.begin());
      return rows[at] < stars.size() && find(id) != nullptr;
    };
    const bool are_there = is_there(one) && is_there(other);
    if (are_there && (losses.contains(one) || losses.contains(other))) continue;
    settled_contacts_.push_back(contact);
    if (!are_there) continue;
    Vec3 kick{};
    bool exploded = false;
    StarState first = at_age(*find_evolving(one), now, events, kick, exploded);
    StarState second = at_age(*find_evolving(other), now, events, kick, exploded);
    const bool swap = second.now.mass > first.now.mass || (second.now.mass == first.now.mass && other < one);
    const StarId kept = swap ? other : one, lost = swap ? one : other;
    if (swap) std::swap(first, second);
    const StarState product = provider_->merge(first, second);
    events.record(collision_event(kept, first.now, lost, second.now, product.now));
    const bool is_destroyed = product.now.type == StellarType::no_remnant;
    proposed_.push_back({kept, product, is_destroyed, true});
    proposed_.push_back({lost, second, true, true});
    absorbed_[lost] = kept;
    losses[kept] = losses[lost] = {0, 0};
    if (is_destroyed) {
      changes.removed.insert(changes.removed.end(), {kept, lost});
      continue;
    }
    changes.mergers.push_back(
        {kept, lost, product.now.mass / units_.mass_msun, product.now.radius * solar_radius_pc / units_.length_pc});
  }
}

ChangeSet StellarEvolution::act(Tick now, const Stars& stars, EventSink& events) {
  proposed_.clear();
  proposed_at_ = now;
  settled_contacts_.clear();
  absorbed_.clear();
  ChangeSet changes;
  Losses losses;
  std::vector<StarId> due_stars, early;
  if (pairs_) act_on_pairs(now, stars, changes, losses, early, events);
  if (!contacts_.empty()) collide_stars(now, stars, changes, losses, events);
  for (auto entry = schedule_.begin(); entry != schedule_.end() && entry->when <= now; ++entry)
    if (!losses.contains(entry->star)) due_stars.push_back(entry->star);
  for (const StarId star : early)
    if (!losses.contains(star)) due_stars.push_back(star);
  std::ranges::sort(due_stars);
  due_stars.erase(std::unique(due_stars.begin(), due_stars.end()), due_stars.end());
  std::ranges::sort(early);
  const std::vector<std::size_t> rows = rows_of(due_stars, stars);
  for (std::size_t k = 0; k < due_stars.size(); ++k) {
    if (rows[k] == stars.size()) {
      proposed_.push_back({due_stars[k], {}, true});
    } else {
      const Evolving& star = *find_evolving(due_stars[k]);
      proposed_.push_back(update(star, now, stars.radius[rows[k]], changes, losses, events));
    }
    proposed_.back().is_early = std::ranges::binary_search(early, due_stars[k]);
  }
  std::ranges::sort(proposed_, {}, &Update::star);
  follow_slow_losses(
      stars,
      [&](StarId star) {
        const auto found = losses.find(star);
        return found == losses.end() ? nullptr : &found->second;
      },
      changes);
  if (pairs_) adopt_pairs(stars, losses);
  return changes;
}

void StellarEvolution::applied() {
  last_ = proposed_at_;
  settle_contacts();
  while (!schedule_.empty() && schedule_.begin()->when <= last_) schedule_.erase(schedule_.begin());
  std::vector<StarId> gone;
  const auto is_early = [&](const Due& due) {
    const auto found = std::ranges::lower_bound(proposed_, due.star, {}, &Update::star);
    return found != proposed_.end() && found->star == due.star && found->is_early;
  };
  if (std::ranges::any_of(proposed_, &Update::is_early)) std::erase_if(schedule_, is_early);
  for (const PairUpdate& pair : proposed_pairs_)
    if (!pair.goes_on) pairs_->erase(pair.ids[0]);
  for (const Update& update : std::exchange(proposed_, {})) {
    if (update.is_gone) {
      gone.push_back(update.star);
      continue;
    }
    Evolving& star = *find_evolving(update.star);
    star.state = update.state;
    star.applied_mass = update.state.now.mass;
    star.is_new = false;
    if (const Due when = due(star, last_); when.when != Tick::never) schedule_.insert(when);
  }
  if (!gone.empty())
    std::erase_if(stars_, [&](const Evolving& star) { return std::ranges::binary_search(gone, star.id); });
  if (pairs_) apply_pair_updates();
}

StarColumns StellarEvolution::columns(Tick t, const Stars& stars) const {
  StarColumns columns = evolution_columns(stars.size());
  for (std::size_t row = 0; row < stars.size(); ++row) {
    const auto found = std::ranges::lower_bound(stars_, stars.id[row], {}, &Evolving::id);
    if (found == stars_.end() || found->id != stars.id[row]) continue;
    StarState state = found->state;
    // What comes after the next update has not happened yet for the run.
    const bool is_alone = !pairs_ || pairs_->find(found->id) == nullptr;
    if (const double age = age_at(*found, t); is_alone && age < provider_->next_update(state))
      provider_->advance(state, age);
    store_star(columns, row, state);
  }
  return columns;
}

std::vector<Census> StellarEvolution::census(const Stars& stars) const {
  std::vector<std::int64_t> counts(number_of(StellarType::no_remnant), 0);
  for (const StarId id : stars.id)
    if (const StarState* state = find(id)) ++counts[static_cast<std::size_t>(number_of(state->now.type))];
  Census census{"stellar_types", {}};
  for (std::size_t type = 0; type < counts.size(); ++type)
    census.counts.emplace_back(std::to_string(type), counts[type]);
  return {census};
}

void StellarEvolution::describe(Archive& archive) {
  archive.field("length_pc", units_.length_pc);
  archive.field("mass_msun", units_.mass_msun);
  archive.field("last", last_);
  std::vector<StarId> touching;
  for (const auto& pair : contacts_) touching.insert(touching.end(), pair.begin(), pair.end());
  archive.field("touching", touching);
  archive.field("sees_systems", sees_systems_);
  std::uint64_t count = stars_.size();
  archive.field("count", count);
  if (archive.loading()) {
    check_loaded(count <= std::uint64_t{1} << 31 && std::isfinite(units_.time_myr()) && units_.time_myr() > 0,
                 "its stellar evolution is out of range");
    check_loaded(touching.size() % 2 == 0, "of two stars that touch one is missing");
    contacts_.clear();
    settled_contacts_.clear();
    for (std::size_t k = 0; k < touching.size(); k += 2) contacts_.push_back({touching[k], touching[k + 1]});
    stars_.assign(count, {});
  }
  archive.column("id", stars_, [](Evolving& s) -> StarId& { return s.id; });
  archive.column("start_age", stars_, [](Evolving& s) -> double& { return s.start_age; });
  archive.column("applied_mass", stars_, [](Evolving& s) -> double& { return s.applied_mass; });
  std::vector<std::uint8_t> is_new;
  for (const Evolving& star : stars_) is_new.push_back(star.is_new ? 1 : 0);
  archive.field("is_new", is_new);
  describe_states(archive, stars_);
  if (pairs_) pairs_->describe(archive);
  if (!archive.loading()) return;
  check_loaded(is_new.size() == stars_.size() && std::ranges::is_sorted(stars_, {}, &Evolving::id),
               "its evolving stars are out of order");
  for (std::size_t i = 0; i < stars_.size(); ++i) stars_[i].is_new = is_new[i] != 0;
  // Tick 0 may be later than when this was saved (Archive::move_times).
  const double older = archive.moved_by().units() * units_.time_myr();
  for (Evolving& star : stars_) star.start_age += older;
  proposed_pairs_.clear();
  if (pairs_) look_ahead_of_pairs();
  schedule_all();
}

}  // namespace tucana::stellar
