// From which number of pairs on an evaluation is divided between ranks.
#include <algorithm>
#include <limits>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/ranks/ranked_engine.h"

namespace tucana {
namespace {

constexpr std::size_t sources_measured = 4096, targets_measured = 256;
constexpr int rounds = 5;

/// The least of several, because other programs only ever add to it.
template <class Work>
double least_seconds(const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const Stopwatch watch;
    work();
    least = std::min(least, watch.seconds());
  }
  return least;
}

/// Of a pair, when as many are evaluated as in a block of some size.
double pair_seconds(ForceEngine& engine) {
  const std::size_t n = sources_measured;
  std::vector<Slot> slot(n);
  std::vector<Vec3> position(n), velocity(n), acceleration(targets_measured), jerk(targets_measured);
  const std::vector<double> mass(n, 1.0 / static_cast<double>(n));
  const std::vector<Tick> time(n);
  RandomStream random(1, RandomUse::test, 0);
  for (std::size_t i = 0; i < n; ++i) {
    slot[i] = slot_at(i);
    position[i] = {random.uniform(), random.uniform(), random.uniform()};
  }
  const auto sources = engine.make_sources();
  sources->resize(n);
  sources->write(slot, {mass, position, velocity, {}, {}, time});
  const auto first = [](auto& column) { return std::span(column).first(targets_measured); };
  const double seconds = least_seconds([&] {
    engine
        .evaluate(*sources, Tick{}, {first(slot), first(position), first(velocity), {}}, {1e-4}, {},
                  {acceleration, jerk, {}, {}, {}, nullptr})
        .wait();
  });
  return seconds / static_cast<double>(n * targets_measured);
}

}  // namespace

double measure_worth_dividing(ForceEngine& engine, Communicator& ranks) {
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<double> rows(6 * targets_measured);
  std::vector<std::size_t> first(size + 1);
  for (std::size_t r = 0; r <= size; ++r) first[r] = rows.size() * r / size * sizeof(double);
  ranks.gather(std::as_writable_bytes(std::span(rows)), first);
  const double exchange = least_seconds([&] { ranks.gather(std::as_writable_bytes(std::span(rows)), first); });
  // Divided, a share of 1 - 1/size of the work is saved, and has to be worth more than the exchange.
  const double share = 1 - 1 / static_cast<double>(size);
  return ranks.decide([&] { return exchange / (share * pair_seconds(engine)); });
}

}  // namespace tucana
