#include "bench/regular_bound.h"

#include <algorithm>
#include <limits>

#include "tucana/core/stopwatch.h"

namespace tucana::bench {
namespace {

/// All bodies as sources, and as many as fit a few tens of milliseconds as targets.
struct RegularPass {
  std::vector<Slot> slot;
  std::vector<double> mass, radius2, list_time;
  std::vector<Vec3> x, v, a, j;
  std::vector<Tick> time;

  explicit RegularPass(const NeighbourBodies& bodies) : a(bodies.size()), j(bodies.size()), time(bodies.size()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const NeighbourBody& body = bodies.row[i];
      slot.push_back(slot_at(i));
      mass.push_back(body.mass);
      x.push_back(body.x);
      v.push_back(body.v);
      radius2.push_back(body.sphere * body.sphere);
      list_time.push_back(body.regular_level.units());
    }
  }
};

}  // namespace

double list_making_rate(ForceEngine& engine, const NeighbourBodies& bodies, const PairLaw& law, ListRule rule) {
  RegularPass pass(bodies);
  const std::size_t n = bodies.size(), targets = std::min<std::size_t>(n, 4096);
  const auto sources = engine.make_sources();
  sources->resize(n);
  sources->write(pass.slot, {pass.mass, pass.x, pass.v, pass.a, pass.j, pass.time});
  const auto first = [targets](auto& column) { return std::span(column).first(targets); };
  NeighbourLists lists;
  const double pairs = static_cast<double>(targets) * static_cast<double>(n - 1);
  const int tries = pairs > 1e8 ? 5 : 20;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < tries; ++i) {
    const Stopwatch watch;
    engine
        .evaluate(*sources, Tick{0},
                  {first(pass.slot), first(pass.x), first(pass.v), first(pass.radius2), {}, first(pass.list_time)}, law,
                  {.lists = true, .far_only = true, .list_rule = rule},
                  {first(pass.a), first(pass.j), {}, {}, {}, &lists})
        .wait();
    best = std::min(best, watch.seconds());
  }
  return pairs / best;
}

}  // namespace tucana::bench
