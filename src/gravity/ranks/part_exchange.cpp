#include "tucana/gravity/ranks/part_exchange.h"

#include <numeric>

namespace tucana {

std::vector<std::size_t> parts_of_equal_cost(std::span<const double> costs, std::size_t ranks) {
  const double whole = std::accumulate(costs.begin(), costs.end(), 0.0);
  std::vector<std::size_t> first(ranks + 1, costs.size());
  double before = 0;
  std::size_t rank = 0;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    // A row belongs to the rank in whose share its middle lies.
    while (rank < ranks && (before + costs[k] / 2) * static_cast<double>(ranks) >= whole * static_cast<double>(rank))
      first[rank++] = k;
    before += costs[k];
  }
  return first;
}

}  // namespace tucana
