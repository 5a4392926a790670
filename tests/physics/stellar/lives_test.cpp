#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {
namespace {

EvolutionOptions with(WindKind winds) {
  EvolutionOptions options;
  options.winds.kind = winds;
  return options;
}

std::vector<TypeChange> changes(const SseProvider& provider, double mass, double z, double until = 14000) {
  std::vector<TypeChange> found;
  StarState star = provider.birth(mass, z);
  provider.advance(star, until, [&](const TypeChange& change) { found.push_back(change); });
  return found;
}

std::vector<int> types(const std::vector<TypeChange>& changes) {
  std::vector<int> numbers{number_of(changes.front().before.type)};
  for (const TypeChange& change : changes) numbers.push_back(number_of(change.after.type));
  return numbers;
}

void expect_equal(const StarState& a, const StarState& b) {
  MemoryArchive first, second;
  StarState x = a, y = b;
  x.describe(first);
  y.describe(second);
  EXPECT_EQ(first.first_difference(second), "");
}

TEST(Lives, TheSunBecomesAWhiteDwarf) {
  const auto life = changes(SseProvider(with(WindKind::sse)), 1, 0.02);
  EXPECT_EQ(types(life), (std::vector{1, 2, 3, 4, 5, 6, 11}));
  // Hurley, Pols & Tout 2000 find 0.52 Msun.
  EXPECT_NEAR(life.back().after.mass, 0.52, 0.005);
  EXPECT_NEAR(life.back().after.age, 12463.5, 1);
}

TEST(Lives, StarsOfFiveSolarMassesSkipTheFlash) {
  const auto life = changes(SseProvider(with(WindKind::sse)), 5, 0.02);
  EXPECT_EQ(types(life), (std::vector{1, 2, 3, 4, 5, 6, 11}));
  EXPECT_NEAR(life.back().after.mass, 0.997, 0.005);
  EXPECT_NEAR(life.back().after.age, 121.5, 0.3);
}

TEST(Lives, MassiveStarsEndAsNeutronStarsAndBlackHoles) {
  const SseProvider provider;
  const auto twelve = changes(provider, 12, 0.02);
  EXPECT_EQ(twelve.back().after.type, StellarType::neutron_star);
  EXPECT_TRUE(twelve.back().is_supernova);
  EXPECT_EQ(twelve.back().supernova_number, 0u);
  EXPECT_LT(twelve.back().after.mass, twelve.back().before.mass);
  const auto forty = changes(provider, 40, 0.001);
  EXPECT_EQ(forty.back().after.type, StellarType::black_hole);
  for (const TypeChange& change : forty) EXPECT_EQ(change.is_supernova, &change == &forty.back());
}

TEST(Lives, WindsStripMassiveStarsOfTheirHydrogen) {
  const auto rich = types(changes(SseProvider(), 60, 0.02));
  EXPECT_NE(std::find(rich.begin(), rich.end(), 7), rich.end());
  const SseProvider provider(with(WindKind::off));
  const auto none = types(changes(provider, 60, 0.02));
  EXPECT_EQ(std::find(none.begin(), none.end(), 7), none.end());
}

TEST(Lives, LessMetalMakesHeavierBlackHoles) {
  const SseProvider provider;
  EXPECT_GT(changes(provider, 60, 0.001).back().after.mass, changes(provider, 60, 0.02).back().after.mass);
}

// The steps of a life do not depend on the ages that are asked for: bit for bit, winds included.
TEST(Lives, DoNotDependOnHowOftenTheyAreLookedAt) {
  const SseProvider provider;
  for (const double mass : {0.9, 3.0, 8.0, 25.0, 90.0}) {
    const double end = 1.2 * changes(provider, mass, 0.01, 1e5).back().after.age;
    StarState once = provider.birth(mass, 0.01), often = once, at_updates = once;
    provider.advance(once, end);
    for (int i = 1; i <= 3000; ++i) provider.advance(often, end * i / 3000);
    while (provider.next_update(at_updates) <= end) provider.advance(at_updates, provider.next_update(at_updates));
    provider.advance(at_updates, end);
    expect_equal(once, often);
    expect_equal(once, at_updates);
  }
}

TEST(Lives, AreSavedWhole) {
  const SseProvider provider;
  StarState star = provider.birth(30, 0.004), restored;
  provider.advance(star, 6.3);
  MemoryArchive archive;
  star.describe(archive);
  archive.rewind();
  restored.describe(archive);
  const SseProvider another;
  provider.advance(star, 100);
  another.advance(restored, 100);
  expect_equal(star, restored);
}

TEST(Lives, DamagedStatesAreRefused) {
  StarState star = SseProvider().birth(1, 0.02);
  star.base.type = static_cast<StellarType>(16);
  MemoryArchive archive;
  EXPECT_THROW(star.describe(archive), InputError);
}

TEST(Lives, MassNeverGrowsAndTimeNeverStops) {
  for (const auto winds : {WindKind::sse, WindKind::vink}) {
    const SseProvider provider(with(winds));
    for (const double z : {1e-4, 0.001, 0.02, 0.03}) {
      for (const double mass : {0.08, 0.1, 0.6, 1.0, 2.0, 6.0, 9.0, 20.0, 50.0, 100.0, 150.0}) {
        StarState star = provider.birth(mass, z);
        int steps = 0;
        for (Star last = star.now; provider.next_update(star) <= 14000 && steps < 20000; last = star.now, ++steps) {
          provider.advance(star, provider.next_update(star));
          ASSERT_GE(star.now.age, last.age);
          EXPECT_LE(star.now.mass, last.mass);
          if (star.now.type == StellarType::no_remnant) continue;
          EXPECT_TRUE(std::isfinite(star.now.luminosity) && star.now.luminosity > 0) << mass << " " << z;
          EXPECT_TRUE(std::isfinite(star.now.radius) && star.now.radius > 0) << mass << " " << z;
          EXPECT_TRUE(std::isfinite(star.now.spin)) << mass << " " << z;
          EXPECT_LE(star.now.core_mass, star.now.mass * (1 + 1e-9)) << mass << " " << z;
        }
        EXPECT_LT(steps, 5000) << mass << " " << z;
      }
    }
  }
}

// Between two updates mass and radius change by no more than the options say, but for the shortest interval.
TEST(Lives, UpdatesComeBeforeTheStarHasChangedMuch) {
  const SseProvider provider;
  StarState star = provider.birth(5, 0.02);
  while (std::isfinite(provider.next_update(star))) {
    const Star before = star.now;
    const double length = provider.next_update(star) - before.age;
    provider.advance(star, provider.next_update(star));
    if (star.now.type != before.type || length <= 1.01e-4) continue;
    EXPECT_NEAR(star.now.radius / before.radius, 1, 0.112) << before.age;
    EXPECT_GE(star.now.mass / before.mass, 0.98) << before.age;
  }
}

// A wind's error estimate governs what is left: the remnant converges with the tolerance.
TEST(Lives, WindsConverge) {
  for (const double mass : {1.0, 3.0, 20.0}) {
    const auto remnant = [&](double tolerance) {
      EvolutionOptions options = with(WindKind::sse);
      options.wind_tolerance = tolerance;
      options.max_radius_change = 1;
      options.shortest_interval = 1e-9;
      return changes(SseProvider(options), mass, 0.02).back().before.mass;
    };
    const double exact = remnant(1e-10);
    EXPECT_NEAR(remnant(1e-6), exact, 3e-4 * exact) << mass;
    EXPECT_NEAR(remnant(1e-8), exact, 3e-5 * exact) << mass;
  }
}

TEST(Lives, RefuseStarsThatTheFitsDoNotCover) {
  const SseProvider provider;
  for (const double mass : {0.079, 0.0, -1.0, 150.1, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(provider.birth(mass, 0.02), InputError) << mass;
  for (const double z : {0.0, 5e-5, 0.04, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(provider.birth(1, z), InputError) << z;
}

TEST(Lives, TimeDoesNotGoBack) {
  const SseProvider provider;
  StarState star = provider.birth(1, 0.02);
  provider.advance(star, 100);
  const StarState before = star;
  provider.advance(star, 50);
  provider.advance(star, std::numeric_limits<double>::quiet_NaN());
  expect_equal(star, before);
}

}  // namespace
}  // namespace tucana::stellar
