#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/integrators/hermite_fixture.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {

/// A kind of integrator for tests that every kind must pass: a name and a maker.
struct IntegratorKindCase {
  std::string name;
  double order;
  std::unique_ptr<Integrator> (*make)(const HermiteOptions&, ForceEngine&, Workers&);
};

inline void PrintTo(const IntegratorKindCase& kind, std::ostream* out) { *out << kind.name; }

inline std::vector<IntegratorKindCase> all_integrator_kinds() {
  const auto neighbour = [](const HermiteOptions& options, ForceEngine& engine, Workers& workers) {
    NeighbourOptions own;
    static_cast<HermiteOptions&>(own) = options;
    own.wanted_neighbours = 10;
    return std::unique_ptr<Integrator>(std::make_unique<AhmadCohen>(own, engine, workers));
  };
  const auto hermite4 = [](const HermiteOptions& o, ForceEngine& e, Workers& w) { return make_hermite(4, o, e, w); };
  const auto hermite6 = [](const HermiteOptions& o, ForceEngine& e, Workers& w) { return make_hermite(6, o, e, w); };
  const auto leapfrog = [](const HermiteOptions& o, ForceEngine& e, Workers& w) { return make_scheme(2, o, e, w); };
  return {
      {"hermite4", 4, hermite4}, {"hermite6", 6, hermite6}, {"ahmad_cohen", 4, neighbour}, {"leapfrog", 2, leapfrog}};
}

/// An integrator of a kind with its engine and threads.
struct KindRun : RunOf<Integrator> {
  KindRun(const IntegratorKindCase& kind, const HermiteOptions& options, const EngineChoice& choice = {},
          int threads = 1)
      : RunOf(choice, threads, [&](ForceEngine& e, Workers& w) { return kind.make(options, e, w); }) {}
};

}  // namespace tucana
