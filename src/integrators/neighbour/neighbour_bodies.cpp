#include "tucana/integrators/neighbour/neighbour_bodies.h"

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/block_schedule.h"

namespace tucana {
namespace {

/// Whether list i is that of body i of so many: slots in ascending order, without its own.
bool are_lists_of(const std::vector<std::vector<Slot>>& lists, std::size_t bodies) {
  if (lists.size() != bodies) return false;
  for (std::size_t i = 0; i < bodies; ++i)
    for (std::size_t k = 0; k < lists[i].size(); ++k)
      if (index(lists[i][k]) >= bodies || index(lists[i][k]) == i || (k > 0 && lists[i][k] <= lists[i][k - 1]))
        return false;
  return true;
}

bool is_permutation_of_rows(const std::vector<std::uint32_t>& rows, std::size_t n) {
  if (rows.size() != n) return false;
  std::vector<bool> seen(n);
  for (const std::uint32_t row : rows) {
    if (row >= n || seen[row]) return false;
    seen[row] = true;
  }
  return true;
}

}  // namespace

void NeighbourBodies::resize(std::size_t n) {
  id.resize(n);
  radius.resize(n);
  star_row.resize(n);
  row.resize(n);
  list.resize(n);
}

void NeighbourBodies::take(const Stars& stars) {
  resize(0);
  for (std::size_t k = 0; k < stars.size(); ++k) append(stars, k, Tick{0});
}

void NeighbourBodies::append(const Stars& stars, std::size_t k, Tick t) {
  id.push_back(stars.id[k]);
  radius.push_back(stars.radius[k]);
  star_row.push_back(static_cast<std::uint32_t>(star_row.size()));
  NeighbourBody& body = row.emplace_back();
  body.mass = stars.mass[k];
  body.x = stars.position[k];
  body.v = stars.velocity[k];
  body.time = body.regular_time = t;
  list.emplace_back();
}

void NeighbourBodies::move(Slot from, Slot to) {
  id[index(to)] = id[index(from)];
  radius[index(to)] = radius[index(from)];
  star_row[index(to)] = star_row[index(from)];
  row[index(to)] = row[index(from)];
  list[index(to)] = std::move(list[index(from)]);
}

void NeighbourBodies::remove_row(std::uint32_t gone) {
  for (std::uint32_t& one : star_row)
    if (one > gone) --one;
}

void NeighbourBodies::drop_last() { resize(size() - 1); }

void NeighbourBodies::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  archive.field("id", id);
  archive.field("radius", radius);
  archive.field("star_row", star_row);
  if (archive.loading()) row.assign(id.size(), {});
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
      "regular_wanted", [](NeighbourBody & body) -> auto& { return body.regular_wanted; });
  column(
      "sphere", [](NeighbourBody & body) -> auto& { return body.sphere; });
  archive.lists("neighbours", list);
  const std::size_t n = id.size();
  if (radius.size() != n || !is_permutation_of_rows(star_row, n) || !are_lists_of(list, n))
    throw InputError("the checkpoint is damaged: the columns of its bodies do not belong together");
  if (archive.loading()) check_numbers();
}

void NeighbourBodies::check_numbers() const {
  std::vector<double> mass;
  std::vector<Vec3> x, v;
  for (const NeighbourBody& body : row) mass.push_back(body.mass), x.push_back(body.x), v.push_back(body.v);
  check_loaded_bodies(id, mass, x, v);
  check_loaded(all_finite(radius), "a radius is not a number");
  for (const NeighbourBody& body : row) {
    const bool forces = is_finite(body.irregular.a) && is_finite(body.irregular.j) && is_finite(body.regular.a) &&
                        is_finite(body.regular.j) && is_finite(body.regular_higher.snap) &&
                        is_finite(body.regular_higher.crackle);
    check_loaded(forces, "a force is not a number");
    check_loaded(body.regular_level.log2 >= 0 && body.regular_level.log2 < BlockSchedule::levels,
                 "a regular step is out of range");
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
