// Bodies that change their mass, are removed or are added between two blocks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Changes the force on a body, and its past so that it leads to the present position at t (docs/theory/ahmad_cohen.md,
/// "Changes"): predictions to t do not see the change, and the next correctors take their differences from forces of
/// the same sources. What happened between its own time and t is right to the order of the predictor.
void rewrite_past(NeighbourBody& body, const PartialForce& irregular, const PartialForce& regular, Tick t) {
  const double h = (t - body.time).units();
  const PartialForce before = later(irregular + regular, -h);
  const Vec3 dv = h * (before.a + (h / 2) * before.j);
  const Vec3 dx = (h * h / 2) * (before.a + (h / 3) * before.j);
  body.x += h * dv - dx;
  body.v -= dv;
  body.irregular += later(irregular, -h);
  body.regular += later(regular, -(t - body.regular_time).units());
}

void insert_sorted(std::vector<Slot>& list, Slot slot) { list.insert(std::ranges::lower_bound(list, slot), slot); }
bool erase_sorted(std::vector<Slot>& list, Slot slot) {
  const auto place = std::ranges::lower_bound(list, slot);
  if (place == list.end() || *place != slot) return false;
  list.erase(place);
  return true;
}

}  // namespace

/// The slots of the stars that the set names, or InputError: nothing has been changed then.
struct AhmadCohen::CheckedChanges {
  std::vector<std::pair<Slot, double>> masses;
  std::vector<Slot> removed;  ///< descending

  CheckedChanges(const ChangeSet& set, const NeighbourBodies& bodies) {
    std::unordered_map<std::int64_t, Slot> slots;
    for (std::size_t i = 0; i < bodies.size(); ++i) slots.emplace(static_cast<std::int64_t>(bodies.id[i]), slot_at(i));
    const auto slot_of = [&](StarId star) {
      const auto found = slots.find(static_cast<std::int64_t>(star));
      if (found == slots.end())
        throw InputError(fmt::format("star {} cannot change: there is none", static_cast<std::int64_t>(star)));
      return found->second;
    };
    for (const auto& [star, mass] : set.masses) {
      if (!(std::isfinite(mass) && mass >= 0))
        throw InputError(fmt::format("star {} cannot have mass {}", static_cast<std::int64_t>(star), mass));
      masses.emplace_back(slot_of(star), mass);
    }
    for (const StarId star : set.removed) {
      removed.push_back(slot_of(star));
      slots.erase(static_cast<std::int64_t>(star));
    }
    std::ranges::sort(removed, std::greater<>());
    for (std::size_t k = 0; k < set.added.size(); ++k) {
      const auto star = static_cast<std::int64_t>(set.added.id[k]);
      if (!slots.emplace(star, no_slot).second) throw InputError(fmt::format("star {} is there already", star));
      const double mass = set.added.mass[k];
      if (!(std::isfinite(mass) && mass >= 0 && is_finite(set.added.position[k]) && is_finite(set.added.velocity[k])))
        throw InputError(fmt::format("star {} cannot appear: its mass or state is not finite", star));
    }
    if (slots.empty()) throw InputError("no star would be left");
  }
};

void AhmadCohen::apply(const ChangeSet& set) {
  const CheckedChanges changes(set, bodies_);
  const Tick t = now();
  StarsBuffer added = set.added;
  frame_.enter(added, t);
  check_places(added, changes.removed, t);
  for (const auto& [slot, mass] : changes.masses) {
    change_pull(slot, mass - bodies_.row[index(slot)].mass, t);
    bodies_.row[index(slot)].mass = mass;
  }
  for (const Slot slot : changes.removed) {
    change_pull(slot, -bodies_.row[index(slot)].mass, t);
    remove(slot);
  }
  set_active(added.size());
  for (std::size_t k = 0; k < added.size(); ++k) active_slots_[k] = append(added.view(), k, t);
  list_new_heavy_bodies(t);
  refresh_from_bodies();
  if (!active_.empty()) begin_active(t);
}

/// Without softening a body may not be added at the position of another.
void AhmadCohen::check_places(const StarsBuffer& added, std::span<const Slot> removed, Tick t) const {
  if (options_.law.eps2 > 0) return;
  const auto refuse = [&](std::size_t k, StarId other) {
    throw InputError(fmt::format("star {} cannot appear at the place of star {}",
                                 static_cast<std::int64_t>(added.id[k]), static_cast<std::int64_t>(other)));
  };
  for (std::size_t k = 0; k < added.size(); ++k) {
    for (std::size_t other = 0; other < k; ++other)
      if (added.position[k] == added.position[other]) refuse(k, added.id[other]);
    for (std::size_t i = 0; i < size(); ++i) {
      const NeighbourBody& body = bodies_.row[i];
      const bool stays = std::ranges::find(removed, slot_at(i)) == removed.end();
      if (stays && body.predicted(t).x == added.position[k]) refuse(k, bodies_.id[i]);
    }
  }
}

/// All other bodies feel an additional `mass` at a body, in the sum that contains it. O(N), and a search in each list.
void AhmadCohen::change_pull(Slot slot, double mass, Tick t) {
  const NeighbourBody& source = bodies_.row[index(slot)];
  const auto there = source.predicted(t);
  std::vector<double> wanted_step(size(), no_limit);
  for_each_index(workers_, size(), [&](std::size_t i) {
    if (slot_at(i) == slot) return;
    NeighbourBody& body = bodies_.row[i];
    const auto here = body.predicted(t);
    const Vec3 r = there.x - here.x;
    const PartialForce more = pull(mass, r, there.v - here.v, options_.law);
    const bool is_neighbour = std::ranges::binary_search(bodies_.list[i], slot);
    rewrite_past(body, is_neighbour ? more : PartialForce{}, is_neighbour ? PartialForce{} : more, t);
    if (norm(more.a) < strong_change * norm(body.total().a)) return;
    const double d = std::sqrt(norm2(r) + options_.law.eps2);
    wanted_step[i] = options_.eta_start * d * std::sqrt(d / (body.mass + std::abs(mass)));
  });
  for (std::size_t i = 0; i < size(); ++i) shorten_step(slot_at(i), wanted_step[i]);
}

/// The derivatives of a force that has just changed are meaningless.
void AhmadCohen::shorten_step(Slot slot, double wanted) {
  if (has_fixed_steps() || !schedule_.holds(slot)) return;
  const Level level = Level::at_most(wanted);
  if (level.log2 < schedule_.level(slot).log2) schedule_.place(slot, level);
}

/// The last body takes its slot.
void AhmadCohen::remove(Slot slot) {
  const Slot last = slot_at(size() - 1);
  for (auto& list : bodies_.list) {
    erase_sorted(list, slot);
    if (last != slot && erase_sorted(list, last)) insert_sorted(list, slot);
  }
  bodies_.remove_row(bodies_.star_row[index(slot)]);
  const Level level = schedule_.level(last);
  schedule_.remove(last);
  if (last != slot) {
    schedule_.place(slot, level);
    bodies_.move(last, slot);
  }
  bodies_.drop_last();
}

/// A new body at the end, in the sphere of those near it.
Slot AhmadCohen::append(const Stars& stars, std::size_t k, Tick t) {
  const Slot slot = slot_at(size());
  bodies_.append(stars, k, t);
  const NeighbourBody& added = bodies_.row.back();
  for (std::size_t i = 0; i + 1 < size(); ++i) {
    const NeighbourBody& body = bodies_.row[i];
    const auto here = body.predicted(t);
    if (norm2(added.x - here.x) < body.sphere * body.sphere) bodies_.list[i].push_back(slot);
  }
  change_pull(slot, added.mass, t);
  return slot;
}

/// Bodies that have become heavy go onto all lists, from one sum to the other; those that are heavy no more leave the
/// lists at the next regular step.
void AhmadCohen::list_new_heavy_bodies(Tick t) {
  find_heavy_bodies();
  for (const Slot slot : heavy_.slots()) {
    const NeighbourBody& heavy = bodies_.row[index(slot)];
    const auto there = heavy.predicted(t);
    for_each_index(workers_, size(), [&](std::size_t i) {
      if (slot_at(i) == slot || std::ranges::binary_search(bodies_.list[i], slot)) return;
      NeighbourBody& body = bodies_.row[i];
      const auto here = body.predicted(t);
      const PartialForce its = pull(heavy.mass, there.x - here.x, there.v - here.v, options_.law);
      rewrite_past(body, its, PartialForce{} - its, t);
      insert_sorted(bodies_.list[i], slot);
    });
  }
}

}  // namespace tucana
