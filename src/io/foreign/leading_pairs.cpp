#include "tucana/io/foreign/leading_pairs.h"

#include <fmt/format.h>

#include <vector>

#include "tucana/core/error.h"

namespace tucana {
namespace {

template <class T>
void reorder(std::vector<T>& column, const std::vector<std::size_t>& order) {
  if (column.empty()) return;
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const std::size_t row : order) sorted.push_back(column[row]);
  column = std::move(sorted);
}

}  // namespace

void mark_leading_pairs(StarsBuffer& stars, std::size_t pairs, const std::string& name) {
  if (pairs > stars.size() / 2) {
    throw InputError(fmt::format("{}: {} pairs are asked for, and there are {} stars", name, pairs, stars.size()));
  }
  stars.systems.assign(pairs, {});
  stars.system_members.assign(2 * pairs, {});
  for (std::size_t p = 0; p < pairs; ++p) {
    const std::size_t a = 2 * p, b = a + 1;
    const Vec3 apart = stars.position[b] - stars.position[a], velocity = stars.velocity[b] - stars.velocity[a];
    const double mass = stars.mass[a] + stars.mass[b], distance = norm(apart);
    if (!(distance > 0 && norm2(velocity) / 2 < mass / distance)) {
      throw InputError(
          fmt::format("{}: the stars of pair {}, lines {} and {}, are not bound to each other; check the number of "
                      "pairs and the units of the file",
                      name, p + 1, a + 1, b + 1));
    }
    const double share = stars.mass[b] / mass;
    stars.systems[p] = {.kind = SystemKind::pair,
                        .first = static_cast<std::uint32_t>(a),
                        .count = 2,
                        .position = stars.position[a] + share * apart,
                        .velocity = stars.velocity[a] + share * velocity};
    stars.system_members[a] = {static_cast<std::uint32_t>(a), -share * apart, -share * velocity};
    stars.system_members[b] = {static_cast<std::uint32_t>(b), (1 - share) * apart, (1 - share) * velocity};
  }
}

std::size_t put_pairs_first(StarsBuffer& stars) {
  std::vector<std::size_t> order;
  std::vector<bool> leads(stars.size(), false);
  const Stars table = stars.view();
  for (const StarSystem& system : table.systems) {
    if (system.kind != SystemKind::pair) continue;
    for (const SystemMember& member : table.members_of(system)) {
      order.push_back(member.row);
      leads[member.row] = true;
    }
  }
  const std::size_t pairs = order.size() / 2;
  for (std::size_t row = 0; row < stars.size(); ++row)
    if (!leads[row]) order.push_back(row);
  stars.forget_systems();
  reorder(stars.id, order);
  reorder(stars.mass, order);
  reorder(stars.radius, order);
  reorder(stars.position, order);
  reorder(stars.velocity, order);
  reorder(stars.family, order);
  return pairs;
}

}  // namespace tucana
