#include "tucana/integrators/neighbour/neighbour_columns.h"

#include "tucana/core/error.h"

namespace tucana {

void NeighbourColumns::take(const Stars& stars) {
  const std::size_t n = stars.size();
  id.assign(stars.id.begin(), stars.id.end());
  mass.assign(stars.mass.begin(), stars.mass.end());
  radius.assign(stars.radius.begin(), stars.radius.end());
  x.assign(stars.position.begin(), stars.position.end());
  v.assign(stars.velocity.begin(), stars.velocity.end());
  for (auto* column : {&irregular_a, &irregular_j, &regular_a, &regular_j}) column->assign(n, {});
  time.assign(n, Tick{0});
  regular_time.assign(n, Tick{0});
  regular_level.assign(n, Level{0});
  sphere.assign(n, 0);
  list.assign(n, {});
}

void NeighbourColumns::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  archive.field("id", id);
  archive.field("mass", mass);
  archive.field("radius", radius);
  archive.field("x", x);
  archive.field("v", v);
  archive.field("irregular_a", irregular_a);
  archive.field("irregular_j", irregular_j);
  archive.field("regular_a", regular_a);
  archive.field("regular_j", regular_j);
  archive.field("time", time);
  archive.field("regular_time", regular_time);
  archive.field("regular_level", regular_level);
  archive.field("sphere", sphere);
  std::vector<std::uint64_t> length;
  std::vector<Slot> neighbours;
  for (const auto& one : list) {
    length.push_back(one.size());
    neighbours.insert(neighbours.end(), one.begin(), one.end());
  }
  archive.field("list_length", length);
  archive.field("neighbours", neighbours);
  const std::size_t n = size();
  const auto has = [n](const auto& column) { return column.size() == n; };
  bool whole = has(mass) && has(radius) && has(x) && has(v) && has(irregular_a) && has(irregular_j) && has(regular_a) &&
               has(regular_j) && has(time) && has(regular_time) && has(regular_level) && has(sphere) && has(length);
  if (archive.loading() && whole) {
    list.assign(n, {});
    std::size_t first = 0;
    for (std::size_t i = 0; whole && i < n; ++i) {
      whole = length[i] <= neighbours.size() - first;
      if (!whole) break;
      const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(first);
      list[i].assign(begin, begin + static_cast<std::ptrdiff_t>(length[i]));
      for (const Slot slot : list[i]) whole = whole && index(slot) < n;
      first += length[i];
    }
    whole = whole && first == neighbours.size();
  }
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies do not belong together");
}

}  // namespace tucana
