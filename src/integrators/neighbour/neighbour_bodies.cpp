#include "tucana/integrators/neighbour/neighbour_bodies.h"

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/block_schedule.h"

namespace tucana {
namespace {

/// Whether list i is that of body i: slots of other bodies in ascending order.
bool are_lists_of(const BodyLists& lists, const SlotTable& slots) {
  if (lists.size() != slots.slot_count()) return false;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (slots.is_parked(slot_at(i)) && !lists[i].empty()) return false;
    for (std::size_t k = 0; k < lists[i].size(); ++k) {
      const Slot slot = lists[i][k];
      if (index(slot) >= lists.size() || index(slot) == i || (k > 0 && slot <= lists[i][k - 1])) return false;
      if (slots.is_parked(slot)) return false;
    }
  }
  return true;
}

}  // namespace

void NeighbourBodies::take(const Stars& stars) {
  slots.take(stars);
  row.assign(stars.size(), {});
  list = {};
  list.resize(stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i)
    set(slot_at(i), {stars.mass[i], stars.position[i], stars.velocity[i]}, Tick{0});
}

void NeighbourBodies::set(Slot slot, const BodyAt& body, Tick t) {
  NeighbourBody& own = row[index(slot)] = {};
  own.mass = body.mass;
  own.x = body.x;
  own.v = body.v;
  own.time = own.regular_time = own.regular_end = t;
  list.clear(index(slot));
}

void NeighbourBodies::fit_to_slots() {
  row.resize(slots.slot_count());
  list.resize(slots.slot_count());
  if (!slots.has_parked()) return;
  for (std::size_t i = 0; i < size(); ++i)
    if (slots.is_parked(slot_at(i))) set(slot_at(i), {}, Tick{0});
}

void NeighbourBodies::renumber(std::span<const Slot> new_slot) {
  std::vector<NeighbourBody> rows(row.size());
  BodyLists lists;
  lists.resize(list.size());
  SlotBits bits;
  bits.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    rows[index(new_slot[i])] = row[i];
    lists.take_renumbered(index(new_slot[i]), list, i, new_slot, bits);
  }
  slots.renumber(new_slot);
  slots.drop_parked_end();
  row = std::move(rows);
  list.swap(lists);
  fit_to_slots();
}

void NeighbourBodies::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  slots.describe(archive);
  if (archive.loading()) row.assign(slots.slot_count(), {});
  const auto column = [&](std::string_view name, const auto& member) { archive.column(name, row, member); };
  column(
      "mass", [](NeighbourBody & body) -> auto& { return body.mass; });
  column(
      "x", [](NeighbourBody & body) -> auto& { return body.x; });
  column(
      "v", [](NeighbourBody & body) -> auto& { return body.v; });
  column(
      "irregular_a", [](NeighbourBody & body) -> auto& { return body.irregular.a; });
  column(
      "irregular_j", [](NeighbourBody & body) -> auto& { return body.irregular.j; });
  column(
      "regular_a", [](NeighbourBody & body) -> auto& { return body.regular.a; });
  column(
      "regular_j", [](NeighbourBody & body) -> auto& { return body.regular.j; });
  column(
      "regular_snap", [](NeighbourBody & body) -> auto& { return body.regular_higher.snap; });
  column(
      "regular_crackle", [](NeighbourBody & body) -> auto& { return body.regular_higher.crackle; });
  column(
      "time", [](NeighbourBody & body) -> auto& { return body.time; });
  column(
      "regular_time", [](NeighbourBody & body) -> auto& { return body.regular_time; });
  column(
      "regular_level", [](NeighbourBody & body) -> auto& { return body.regular_level; });
  column(
      "regular_end", [](NeighbourBody & body) -> auto& { return body.regular_end; });
  column(
      "regular_wanted", [](NeighbourBody & body) -> auto& { return body.regular_wanted; });
  column(
      "sphere", [](NeighbourBody & body) -> auto& { return body.sphere; });
  list.describe(archive, "neighbours");
  if (!are_lists_of(list, slots))
    throw InputError("the checkpoint is damaged: the columns of its bodies do not belong together");
  if (archive.loading()) check_numbers();
}

void NeighbourBodies::check_numbers() const {
  std::vector<double> mass;
  std::vector<Vec3> x, v;
  for (const NeighbourBody& body : row) mass.push_back(body.mass), x.push_back(body.x), v.push_back(body.v);
  check_loaded_bodies(slots.ids(), mass, x, v);
  for (const NeighbourBody& body : row) {
    const bool forces = is_finite(body.irregular.a) && is_finite(body.irregular.j) && is_finite(body.regular.a) &&
                        is_finite(body.regular.j) && is_finite(body.regular_higher.snap) &&
                        is_finite(body.regular_higher.crackle);
    check_loaded(forces, "a force is not a number");
    check_loaded(body.regular_level.log2 >= 0 && body.regular_level.log2 < BlockSchedule::levels,
                 "a regular step is out of range");
    check_loaded(body.regular_end >= body.regular_time, "a regular step ends before it begins");
    check_loaded(std::isfinite(body.sphere) && body.sphere >= 0 && !std::isnan(body.regular_wanted),
                 "a neighbour sphere or a regular step is not a number");
  }
}

void NeighbourBodies::check_times(Tick now) const {
  for (const NeighbourBody& body : row) {
    check_loaded(body.regular_time.n >= 0 && body.regular_time <= body.time && body.time <= now,
                 "the time of a body is out of range");
  }
}

}  // namespace tucana
