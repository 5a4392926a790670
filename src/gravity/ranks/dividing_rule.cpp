#include "tucana/gravity/ranks/dividing_rule.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"

namespace tucana {
namespace {

constexpr std::size_t sources_measured = 4096, targets_measured = 256;
/// Of a message that is long enough for its content to take longer than the rest.
constexpr std::size_t long_message = std::size_t{1} << 20;
constexpr int sum_rounds = 5;
/// Exchanges need all ranks at once: where others use the processors it takes more trials until one is undisturbed.
/// With 5 of them, a machine that had five times as many programs as processors divided nothing.
constexpr int exchange_rounds = 40;

/// The least of several, because other programs only ever add to it.
template <class Work>
double least_seconds(int rounds, const Work& work) {
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
  const double seconds = least_seconds(sum_rounds, [&] {
    engine
        .evaluate(*sources, Tick{}, {first(slot), first(position), first(velocity), {}}, {1e-4}, {},
                  {acceleration, jerk, {}, {}, {}, nullptr})
        .wait();
  });
  return seconds / static_cast<double>(n * targets_measured);
}

/// Of an exchange of so many bytes. The ranks begin it together, since the one before has just ended in all of them.
double exchange_seconds(Communicator& ranks, std::size_t bytes) {
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<std::byte> all(bytes);
  std::vector<std::size_t> first(size + 1);
  for (std::size_t r = 0; r <= size; ++r) first[r] = bytes * r / size;
  ranks.gather(all, first);
  return least_seconds(exchange_rounds, [&] { ranks.gather(all, first); });
}

}  // namespace

DividingRule DividingRule::measured(ForceEngine& engine, ForceEngine& host, Communicator& ranks) {
  DividingRule rule;
  if (ranks.is_alone()) return rule;
  rule.share_ = 1 - 1 / static_cast<double>(ranks.size());
  const double message = exchange_seconds(ranks, static_cast<std::size_t>(ranks.size()));
  const double with_content = exchange_seconds(ranks, long_message);
  rule.seconds_ = ranks.decide([&] {
    const double pair = pair_seconds(engine);
    return Seconds{message, std::max(0.0, with_content - message) / static_cast<double>(long_message), pair,
                   &host == &engine ? pair : pair_seconds(host)};
  });
  return rule;
}

}  // namespace tucana
