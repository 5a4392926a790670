#include "tucana/physics/stellar/evolving_pairs.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"

namespace tucana::stellar {
namespace {

/// A run learns of an orbit that has changed by this part of its axis, or by as much in eccentricity.
constexpr double orbit_change = 0.01;
/// Orbits are the same within this: what rounding does in the course of a run is less.
constexpr double same_orbit = 1e-7;
/// Nor does anybody look farther ahead at once.
constexpr int steps_ahead = 64;

bool has_changed(const PairState& from, const PairState& to, double mass_part, double radius_part) {
  const auto differ = [](double one, double other, double part) { return std::abs(other - one) > part * one; };
  for (std::size_t i = 0; i < 2; ++i) {
    if (differ(from.star(i).mass, to.star(i).mass, mass_part) ||
        differ(from.star(i).radius, to.star(i).radius, radius_part))
      return true;
  }
  return differ(from.semi_major_axis, to.semi_major_axis, orbit_change) ||
         std::abs(to.eccentricity - from.eccentricity) > orbit_change;
}

}  // namespace

PairOptions pair_options(const StellarOptions& options) {
  PairOptions pairs;
  pairs.kicks = options.kicks;
  pairs.seed = static_cast<std::uint64_t>(options.seed);
  pairs.leave_supernovae = true;
  pairs.radiation = !options.run_radiates;
  return pairs;
}

EvolvingPairs::EvolvingPairs(const StellarOptions& options, const SseProvider& provider)
    : max_mass_change_(options.evolution.max_mass_change),
      max_radius_change_(options.evolution.max_radius_change),
      evolution_(provider, pair_options(options)) {}

bool EvolvingPairs::is_disturbed(const Entry& entry, const PairOrbit& orbit, double part) {
  const double pericentre = entry.semi_major_axis * (1 - entry.eccentricity);
  const double now = orbit.semi_major_axis * (1 - orbit.eccentricity);
  return std::abs(orbit.semi_major_axis - entry.semi_major_axis) > part * entry.semi_major_axis ||
         std::abs(now - pericentre) > part * pericentre;
}

const EvolvingPairs::Entry* EvolvingPairs::find(StarId star) const {
  const auto first = by_star_.find(star);
  if (first == by_star_.end()) return nullptr;
  return &*std::ranges::lower_bound(entries_, first->second, {}, [](const Entry& entry) { return entry.ids[0]; });
}

void EvolvingPairs::find_next() {
  next_ = Tick::never;
  for (const Entry& entry : entries_) next_ = std::min(next_, entry.due);
}

void EvolvingPairs::clear() {
  entries_.clear();
  by_star_.clear();
  next_ = Tick::never;
}

void EvolvingPairs::sort() {
  std::ranges::sort(entries_, {}, [](const Entry& entry) { return entry.ids[0]; });
  by_star_.clear();
  for (const Entry& entry : entries_)
    for (const StarId star : entry.ids) by_star_.emplace(star, entry.ids[0]);
}

void EvolvingPairs::erase(StarId star) {
  const Entry* entry = find(star);
  if (entry == nullptr) return;
  const std::array<StarId, 2> ids = entry->ids;
  entries_.erase(entries_.begin() + (entry - entries_.data()));
  for (const StarId id : ids) by_star_.erase(id);
}

void EvolvingPairs::set(const std::array<StarId, 2>& ids, const PairState& pair,
                        const std::function<Tick(double)>& tick_of_age) {
  for (const StarId star : ids) erase(star);
  Entry entry;
  entry.ids = ids;
  entry.semi_major_axis = pair.semi_major_axis;
  entry.eccentricity = pair.eccentricity;
  entry.donor = pair.donor;
  entry.transfer_step = pair.transfer_step;
  look_ahead(entry, pair, tick_of_age);
  const auto place = std::ranges::lower_bound(entries_, ids[0], {}, [](const Entry& other) { return other.ids[0]; });
  entries_.insert(place, std::move(entry));
  for (const StarId star : ids) by_star_.emplace(star, ids[0]);
}

/// What happens at the end of a step happens when the pair is updated.
void EvolvingPairs::look_ahead(Entry& entry, PairState pair, const std::function<Tick(double)>& tick_of_age) const {
  const PairState start = pair;
  entry.ahead = pair;
  for (int step = 0; step < steps_ahead; ++step) {
    bool has_event = false;
    evolution_.advance_once(pair, 2 * pair.age + 1e5, [&](PairEventKind, const PairState&) { has_event = true; });
    if (has_event || pair.bond != PairState::Bond::bound) break;
    entry.ahead = pair;
    if (has_changed(start, pair, max_mass_change_, max_radius_change_)) break;
  }
  entry.due_age = pair.age;
  entry.due = tick_of_age(pair.age);
}

void EvolvingPairs::look_ahead(const StateOf& state_of,
                               const std::function<std::function<Tick(double)>(StarId)>& clock_of) {
  for (Entry& entry : entries_) look_ahead(entry, at_start(entry, state_of), clock_of(entry.ids[0]));
  find_next();
}

PairState EvolvingPairs::at_start(const Entry& entry, const StateOf& state_of) const {
  PairState pair;
  pair.stars = {state_of(entry.ids[0]), state_of(entry.ids[1])};
  pair.age = pair.star(0).age;
  pair.semi_major_axis = entry.semi_major_axis;
  pair.eccentricity = entry.eccentricity;
  pair.donor = entry.donor;
  pair.transfer_step = entry.transfer_step;
  return pair;
}

PairState EvolvingPairs::advanced(const Entry& entry, const PairOrbit& orbit, double age, const StateOf& state_of,
                                  Report report) const {
  PairState pair;
  if (is_disturbed(entry, orbit, same_orbit)) {
    pair = at_start(entry, state_of);
    pair.semi_major_axis = orbit.semi_major_axis;
    pair.eccentricity = orbit.eccentricity;
  } else {
    pair = entry.ahead.age <= age ? entry.ahead : at_start(entry, state_of);
  }
  while (pair.age < age && pair.bond == PairState::Bond::bound) evolution_.advance_once(pair, age, report);
  return pair;
}

void EvolvingPairs::describe(Archive& archive) {
  const Archive::Group group(archive, "pairs");
  std::uint64_t count = entries_.size();
  archive.field("count", count);
  if (archive.loading()) {
    check_loaded(count <= std::uint64_t{1} << 30, "it has too many pairs of evolving stars");
    entries_.assign(count, {});
  }
  archive.column("first", entries_, [](Entry& e) -> StarId& { return e.ids[0]; });
  archive.column("second", entries_, [](Entry& e) -> StarId& { return e.ids[1]; });
  archive.column("semi_major_axis", entries_, [](Entry& e) -> double& { return e.semi_major_axis; });
  archive.column("eccentricity", entries_, [](Entry& e) -> double& { return e.eccentricity; });
  archive.column("donor", entries_, [](Entry& e) -> std::int32_t& { return e.donor; });
  archive.column("transfer_step", entries_, [](Entry& e) -> double& { return e.transfer_step; });
  if (!archive.loading()) return;
  for (const Entry& entry : entries_) {
    check_loaded(entry.ids[0] != entry.ids[1] && std::isfinite(entry.semi_major_axis) && entry.semi_major_axis > 0 &&
                     entry.eccentricity >= 0 && entry.eccentricity < 1 && entry.donor >= -1 && entry.donor <= 1 &&
                     std::isfinite(entry.transfer_step) && entry.transfer_step >= 0,
                 "it holds a pair of stars without an orbit");
  }
  sort();
  check_loaded(by_star_.size() == 2 * entries_.size(), "it holds a star in two pairs");
}

}  // namespace tucana::stellar
