// A massive star drives the lighter member out of a pair: the run tells of it as readers of orbits would.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/fewbody/orbital_elements.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

struct Exchanges final : Observer {
  void happened(double, std::string_view, const Event& event) override {
    if (event.kind == "exchange") events.push_back(event);
  }
  std::vector<Event> events;
};

/// Three stars alone are one group until they are a thousand extents apart, and only then has a pair formed.
constexpr double long_after = 4000;

/// A circular pair of masses 1 and 0.1, and a third star that falls past it from far away.
InitialStars encounter(double third_mass, double speed) {
  InitialStars initial;
  StarsBuffer& stars = initial.stars;
  stars.resize(3);
  stars.number_from_one();
  const double v = std::sqrt(1.1);
  stars.mass = {1, 0.1, third_mass};
  stars.position = {{0.1 / 1.1, 0, 0}, {-1 / 1.1, 0, 0}, {-12, 4, 1}};
  stars.velocity = {{0, 0.1 / 1.1 * v, 0}, {0, -1 / 1.1 * v, 0}, {speed, 0, 0}};
  return initial;
}

std::vector<Event> exchanges_of(IntegratorKind kind, InitialStars initial, SharedStars& end) {
  Options options = default_options(kind);
  options.run.threads = 1;
  Simulation simulation(options, {.stars = std::move(initial)});
  Exchanges exchanges;
  simulation.add_observer(exchanges);
  simulation.start();
  simulation.advance_to(long_after);
  end = simulation.stars_at(Tick::nearest(long_after));
  return exchanges.events;
}

bool are_bound(const StarsBuffer& stars, std::size_t i, std::size_t k) {
  const PhasePoint relative{stars.position[i] - stars.position[k], stars.velocity[i] - stars.velocity[k]};
  return kepler_beta(relative, stars.mass[i] + stars.mass[k]) > 0;
}

class ExchangeInARun : public testing::TestWithParam<IntegratorKind> {};

TEST_P(ExchangeInARun, IsToldOnceItHasHappened) {
  SharedStars end;
  const std::vector<Event> events = exchanges_of(GetParam(), encounter(3, 0.5), end);
  ASSERT_TRUE(are_bound(*end, 0, 2));
  ASSERT_FALSE(are_bound(*end, 0, 1) || are_bound(*end, 1, 2));
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].stars, (std::vector{StarId{1}, StarId{3}, StarId{2}}));
}

TEST_P(ExchangeInARun, IsNotToldOfAStarThatPasses) {
  SharedStars end;
  const std::vector<Event> events = exchanges_of(GetParam(), encounter(0.01, 3), end);
  ASSERT_TRUE(are_bound(*end, 0, 1));
  EXPECT_TRUE(events.empty());
}

INSTANTIATE_TEST_SUITE_P(Integrators, ExchangeInARun,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen));

}  // namespace
}  // namespace tucana::test
