#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/integrators/hermite_fixture.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {

/// A kind of integrator for tests that every kind must pass: a name and a maker.
struct IntegratorKindCase {
  std::string name;
  int order;
  HermiteOptions options;  ///< with the usual accuracy
  std::unique_ptr<Integrator> (*make)(const HermiteOptions&, ForceEngine&, Workers&);

  /// Its usual options with a step of given length for all bodies; without softening unless given.
  HermiteOptions fixed(double step, double eps2 = 0) const {
    HermiteOptions fixed = options;
    fixed.steps = StepRule::fixed;
    fixed.fixed_step = step;
    fixed.law.eps2 = eps2;
    return fixed;
  }
  HermiteOptions with_eta(double eta) const {
    HermiteOptions other = options;
    other.eta = eta;
    return other;
  }
  HermiteOptions softened(double eps2) const {
    HermiteOptions other = options;
    other.law.eps2 = eps2;
    return other;
  }
};

inline void PrintTo(const IntegratorKindCase& kind, std::ostream* out) { *out << kind.name; }

/// All that there are. A new kind is added here, and thereby to all common tests.
inline std::vector<IntegratorKindCase> all_integrator_kinds() {
  const auto hermite4 = [](const HermiteOptions& o, ForceEngine& e, Workers& w) { return make_hermite(4, o, e, w); };
  const auto hermite6 = [](const HermiteOptions& o, ForceEngine& e, Workers& w) { return make_hermite(6, o, e, w); };
  // One eta for both parts; the fixed step is the regular one, four times the irregular one.
  const auto ahmad_cohen = [](const HermiteOptions& o, ForceEngine& e, Workers& w) {
    NeighbourOptions own;
    static_cast<HermiteOptions&>(own) = o;
    own.eta_regular = o.eta;
    return std::unique_ptr<Integrator>(std::make_unique<AhmadCohen>(own, e, w));
  };
  const auto leapfrog = [](const HermiteOptions& o, ForceEngine& e, Workers& w) {
    LeapfrogOptions own(o);
    own.law = o.law;
    return std::unique_ptr<Integrator>(std::make_unique<Leapfrog>(own, e, w));
  };
  HermiteOptions of_leapfrog;
  of_leapfrog.eta = LeapfrogOptions{}.eta;
  of_leapfrog.law.eps2 = 1e-4;  // its criterion has no step without a softening
  return {{"hermite4", 4, hermite_options(4), hermite4},
          {"hermite6", 6, hermite_options(6), hermite6},
          {"ahmad_cohen", 4, NeighbourOptions{}, ahmad_cohen},
          {"leapfrog", 2, of_leapfrog, leapfrog}};
}

inline IntegratorKindCase integrator_kind(const std::string& name) {
  const auto all = all_integrator_kinds();
  return *std::ranges::find(all, name, &IntegratorKindCase::name);
}

/// All but those to which a property cannot apply.
inline std::vector<IntegratorKindCase> integrator_kinds_but(const std::vector<std::string>& names) {
  auto kinds = all_integrator_kinds();
  std::erase_if(kinds, [&](const auto& kind) { return std::ranges::find(names, kind.name) != names.end(); });
  return kinds;
}

/// An integrator of a kind with its engine and threads.
struct KindRun : RunOf<Integrator> {
  KindRun(const IntegratorKindCase& kind, const HermiteOptions& options, const EngineChoice& choice = {},
          int threads = 1)
      : RunOf(choice, threads, [&](ForceEngine& e, Workers& w) { return kind.make(options, e, w); }) {}
  explicit KindRun(const IntegratorKindCase& kind) : KindRun(kind, kind.options) {}
};

/// The name of a test whose parameter is a kind.
inline const auto name_of_kind = [](const auto& one) { return one.param.name; };

}  // namespace tucana
