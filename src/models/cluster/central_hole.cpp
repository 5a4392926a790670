#include "tucana/models/cluster/central_hole.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/for_each_index.h"

namespace tucana {

void add_central_hole(StarsBuffer& stars, double mass) {
  const std::size_t n = stars.size();
  std::vector<double> radius(n);
  for (std::size_t i = 0; i < n; ++i) radius[i] = norm(stars.position[i]);
  std::vector<std::size_t> order = all_indices(n);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return radius[a] != radius[b] ? radius[a] < radius[b] : a < b; });
  std::vector<double> within(n);
  CompensatedSum inside;
  for (const std::size_t i : order) {
    within[i] = inside.value() + stars.mass[i] / 2;
    inside.add(stars.mass[i]);
  }
  // From outside inwards; a common factor 4 pi cancels in the ratio.
  CompensatedSum by_stars, by_hole;
  for (std::size_t k = n; k-- > 0;) {
    const std::size_t i = order[k];
    const double r2 = radius[i] * radius[i];
    if (!(r2 > 0)) continue;
    by_stars.add(stars.mass[i] * within[i] / (r2 * r2));
    by_hole.add(stars.mass[i] * mass / (r2 * r2));
    if (by_stars.value() > 0) stars.velocity[i] *= std::sqrt(1 + by_hole.value() / by_stars.value());
  }
  stars.family.resize(n, Family::star);
  stars.family.push_back(Family::other);
  stars.id.push_back(StarId{static_cast<std::int64_t>(n) + 1});
  stars.mass.push_back(mass);
  stars.radius.push_back(0);
  stars.position.emplace_back();
  stars.velocity.emplace_back();
  stars.forget_systems();
}

}  // namespace tucana
