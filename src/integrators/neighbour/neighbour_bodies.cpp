#include "tucana/integrators/neighbour/neighbour_bodies.h"

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/block_schedule.h"

namespace tucana {
namespace {

/// The rows of lists one after the other, as checkpoints have them.
struct FlatLists {
  std::vector<std::uint64_t> length;
  std::vector<Slot> neighbours;

  explicit FlatLists(const std::vector<std::vector<Slot>>& lists) {
    for (const auto& list : lists) {
      length.push_back(list.size());
      neighbours.insert(neighbours.end(), list.begin(), list.end());
    }
  }

  /// False when lengths, slots and bodies do not belong together.
  bool unpack(std::size_t bodies, std::vector<std::vector<Slot>>& lists) const {
    if (length.size() != bodies) return false;
    lists.assign(bodies, {});
    std::size_t first = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
      if (length[i] > neighbours.size() - first) return false;
      const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(first);
      lists[i].assign(begin, begin + static_cast<std::ptrdiff_t>(length[i]));
      for (std::size_t k = 0; k < lists[i].size(); ++k)
        if (index(lists[i][k]) >= bodies || index(lists[i][k]) == i || (k > 0 && lists[i][k] <= lists[i][k - 1]))
          return false;
      first += length[i];
    }
    return first == neighbours.size();
  }
};

bool is_permutation_of_rows(const std::vector<std::uint32_t>& rows, std::size_t n) {
  if (rows.size() != n) return false;
  std::vector<bool> seen(n);
  for (const std::uint32_t row : rows) {
    if (row >= n || seen[row]) return false;
    seen[row] = true;
  }
  return true;
}

/// Saves or loads one member of all rows as a column; false when that has another length.
template <class Member>
bool describe_column(Archive& archive, std::string_view name, std::vector<NeighbourBody>& rows, const Member& member) {
  std::vector<std::remove_cvref_t<decltype(member(rows.front()))>> column;
  if (!archive.loading())
    for (NeighbourBody& row : rows) column.push_back(member(row));
  archive.field(name, column);
  if (!archive.loading()) return true;
  if (column.size() != rows.size()) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) member(rows[i]) = column[i];
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
  bool whole = radius.size() == id.size() && is_permutation_of_rows(star_row, id.size());
  const auto column = [&](std::string_view name, const auto& member) {
    whole = describe_column(archive, name, row, member) && whole;
  };
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
  FlatLists lists(list);
  archive.field("list_length", lists.length);
  archive.field("neighbours", lists.neighbours);
  if (archive.loading()) whole = whole && lists.unpack(id.size(), list);
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies do not belong together");
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
