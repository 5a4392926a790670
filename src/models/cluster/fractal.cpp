#include "tucana/models/cluster/fractal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/models/cluster/normal_deviate.h"

namespace tucana {
namespace {

/// Children move by at most this part of their cell's side along each axis.
constexpr double noise = 0.05;

std::uint64_t item_of(std::uint64_t attempt, std::uint64_t generation, std::uint64_t child) {
  return attempt << 56 | generation << 48 | child;
}

/// The children of all cells of side 2 * `side`.
std::vector<CentreState> next_generation(const std::vector<CentreState>& parents, double side, double dimension,
                                         std::uint64_t seed, std::uint64_t first_item) {
  const double survival = std::exp2(dimension - 3), spread = std::pow(side, (dimension - 1) / 2);
  std::vector<CentreState> children;
  for (std::size_t p = 0; p < parents.size(); ++p) {
    for (unsigned octant = 0; octant < 8; ++octant) {
      RandomStream random(seed, RandomUse::cluster_fractal, first_item + 8 * p + octant);
      if (!(random.uniform() < survival)) continue;
      const auto shift = [&](unsigned axis) {
        const double half = (octant >> axis & 1) == 0 ? -0.5 : 0.5;
        return side * (half + noise * (2 * random.uniform() - 1));
      };
      CentreState child = parents[p];
      child.position.x += shift(0), child.position.y += shift(1), child.position.z += shift(2);
      child.velocity.x += spread * normal_deviate(random);
      child.velocity.y += spread * normal_deviate(random);
      child.velocity.z += spread * normal_deviate(random);
      children.push_back(child);
    }
  }
  return children;
}

/// One centre anywhere in each cell, as far as these lie within the sphere.
std::vector<CentreState> within_sphere(const std::vector<CentreState>& cells, double side, std::uint64_t seed,
                                       std::uint64_t first_item) {
  std::vector<CentreState> centres;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    RandomStream random(seed, RandomUse::cluster_fractal, first_item + i);
    CentreState centre = cells[i];
    centre.position.x += side * (random.uniform() - 0.5);
    centre.position.y += side * (random.uniform() - 0.5);
    centre.position.z += side * (random.uniform() - 0.5);
    if (norm2(centre.position) <= 1) centres.push_back(centre);
  }
  return centres;
}

/// n of the centres, at random and in random order.
std::vector<CentreState> chosen(const std::vector<CentreState>& centres, std::size_t n, std::uint64_t seed,
                                std::uint64_t first_item) {
  struct Place {
    std::uint64_t key;
    std::size_t centre;
    bool operator<(const Place& other) const { return key != other.key ? key < other.key : centre < other.centre; }
  };
  std::vector<Place> order(centres.size());
  for (std::size_t i = 0; i < centres.size(); ++i) {
    order[i] = {RandomStream(seed, RandomUse::cluster_fractal, first_item + i).bits64(), i};
  }
  std::sort(order.begin(), order.end());
  std::vector<CentreState> result;
  result.reserve(n);
  for (std::size_t i = 0; i < n; ++i) result.push_back(centres[order[i].centre]);
  return result;
}

}  // namespace

std::vector<CentreState> draw_fractal(std::size_t n, double dimension, std::uint64_t seed) {
  if (!(dimension >= 1 && dimension <= 3)) {
    throw InputError(fmt::format("fractal dimension {:g} is not between 1 and 3; typical is 2", dimension));
  }
  if (n > 100'000'000) throw InputError(fmt::format("a fractal of {} centres: at most 1e8", n));
  // A cell of side 2^-generation; deeper than this, cells have no children that double precision can tell apart.
  constexpr std::uint64_t deepest = 40;
  constexpr std::uint64_t attempts = 200;
  for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
    std::vector<CentreState> cells{CentreState{}};
    double side = 1;
    for (std::uint64_t generation = 1; generation <= deepest && !cells.empty(); ++generation, side /= 2) {
      cells = next_generation(cells, side, dimension, seed, item_of(attempt, generation, 0));
      if (cells.size() < n) continue;
      const auto centres = within_sphere(cells, side, seed, item_of(attempt, 254, 0));
      if (centres.size() >= n) return chosen(centres, n, seed, item_of(attempt, 255, 0));
    }
  }
  throw InputError(
      fmt::format("a fractal of dimension {:g} died out {} times; take a larger one", dimension, attempts));
}

}  // namespace tucana
