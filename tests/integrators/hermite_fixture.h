#pragma once

#include <cmath>
#include <memory>
#include <numbers>

#include "tucana/core/archive.h"
#include "tucana/core/random.h"
#include "tucana/core/stars.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {

/// Options with the usual accuracy of an order.
inline HermiteOptions hermite_options(int order) { return HermiteOptions(order); }

/// An integrator with its engine and threads; `make` gets both.
template <class Kind>
struct RunOf {
  template <class Make>
  RunOf(const EngineChoice& choice, int threads, const Make& make)
      : workers(threads), engine(make_engine(choice, workers)), owner(make(*engine, workers)), integrator(*owner) {}

  void step_to(double time) {
    while (integrator.next() <= Tick::nearest(time)) integrator.step();
  }
  StarsBuffer stars_at(double time) {
    StarsBuffer stars;
    integrator.peek(Tick::nearest(time), stars);
    return stars;
  }
  MemoryArchive saved() {
    MemoryArchive archive;
    integrator.describe(archive);
    return archive;
  }

  ThreadPool workers;
  std::unique_ptr<ForceEngine> engine;
  std::unique_ptr<Kind> owner;
  Kind& integrator;
};

/// A Hermite scheme: for tests of its own, and as the truth for others. Tests of all integrators use KindRun (kinds.h).
struct HermiteRun : RunOf<Integrator> {
  HermiteRun(int order, const HermiteOptions& options, const EngineChoice& choice = {}, int threads = 1)
      : RunOf(choice, threads, [&](ForceEngine& e, Workers& w) { return make_hermite(order, options, e, w); }) {}
};

inline StarsBuffer stars_of(const std::vector<double>& mass, const std::vector<Vec3>& x, const std::vector<Vec3>& v) {
  StarsBuffer stars;
  stars.resize(mass.size());
  stars.number_from_one();
  stars.mass = mass;
  stars.position = x;
  stars.velocity = v;
  return stars;
}

/// Two bodies of masses q/(1+q) and 1/(1+q) times (2 pi)^2 at apocentre of an orbit with unit axis and period.
inline StarsBuffer kepler_pair(double eccentricity, double mass_ratio = 1) {
  const double mu = 4 * std::numbers::pi * std::numbers::pi;
  const double m1 = mu * mass_ratio / (1 + mass_ratio), m2 = mu / (1 + mass_ratio);
  const double r = 1 + eccentricity;
  const double v = std::sqrt(mu * (1 - eccentricity) / (1 + eccentricity));
  return stars_of({m1, m2}, {{r * m2 / mu, 0, 0}, {-r * m1 / mu, 0, 0}}, {{0, v * m2 / mu, 0}, {0, -v * m1 / mu, 0}});
}

/// A small virialised-looking cloud for tests of bits, not of physics.
inline StarsBuffer random_cloud(std::size_t n, std::uint64_t seed) {
  StarsBuffer stars;
  stars.resize(n);
  stars.number_from_one();
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(seed, RandomUse::test, i);
    stars.mass[i] = (0.5 + random.uniform()) / static_cast<double>(n);
    stars.position[i] = std::cbrt(random.uniform()) * random.direction();
    stars.velocity[i] = 0.7 * random.uniform() * random.direction();
  }
  return stars;
}

inline double energy_of(const StarsBuffer& s, double eps2 = 0) {
  double energy = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    energy += s.mass[i] * norm2(s.velocity[i]) / 2;
    for (std::size_t k = 0; k < i; ++k) {
      energy -= s.mass[i] * s.mass[k] / std::sqrt(norm2(s.position[i] - s.position[k]) + eps2);
    }
  }
  return energy;
}

inline Vec3 momentum_of(const StarsBuffer& s) {
  Vec3 p;
  for (std::size_t i = 0; i < s.size(); ++i) p += s.mass[i] * s.velocity[i];
  return p;
}

inline Vec3 angular_momentum_of(const StarsBuffer& s) {
  Vec3 l;
  for (std::size_t i = 0; i < s.size(); ++i) l += s.mass[i] * cross(s.position[i], s.velocity[i]);
  return l;
}

}  // namespace tucana
