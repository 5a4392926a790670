#pragma once

#include "tests/integrators/hermite_fixture.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {

struct NeighbourRun : RunOf<AhmadCohen> {
  explicit NeighbourRun(const NeighbourOptions& options, const EngineChoice& choice = {}, int threads = 1)
      : RunOf(choice, threads,
              [&](ForceEngine& e, Workers& w) { return std::make_unique<AhmadCohen>(options, e, w); }) {}
};

inline constexpr double soft_eps2 = 0.01;
inline NeighbourOptions softened_neighbours() {
  NeighbourOptions options;
  options.law.eps2 = soft_eps2;
  return options;
}

/// Root mean square distance of the same stars.
inline double distance(const StarsBuffer& a, const StarsBuffer& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += norm2(a.position[i] - b.position[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace tucana
