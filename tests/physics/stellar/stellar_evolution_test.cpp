// Stellar evolution as a process: what it asks a run to change, and when.
#include "tucana/physics/stellar/stellar_evolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/physics/stellar/solar_units.h"
#include "tucana/physics/stellar/sse_provider.h"

namespace tucana::stellar {
namespace {

/// Solar masses; a time unit is 2 Myr.
UnitScale test_units() {
  const double length = std::cbrt(std::pow(2 / UnitScale::pc_per_kms_in_myr, 2) * UnitScale::gravity_constant);
  return {length, 1};
}

struct Recorded final : EventSink {
  void record(Event event) override { events.push_back(std::move(event)); }
  std::vector<Event> events;
};

/// Stars of given masses, to which changes are applied as a run would.
struct Cluster {
  explicit Cluster(const std::vector<double>& masses) {
    stars.resize(masses.size());
    stars.number_from_one();
    stars.mass = masses;
  }

  void apply(const ChangeSet& set) {
    for (const auto& [star, mass] : set.masses) stars.mass[row(star)] = mass;
    for (const auto& [star, radius] : set.radii) stars.radius[row(star)] = radius;
    for (const auto& [star, kick, shift] : set.kicks) {
      stars.velocity[row(star)] += kick;
      stars.position[row(star)] += shift;
    }
    for (const StarId star : set.removed) {
      const auto at = static_cast<std::ptrdiff_t>(row(star));
      stars.id.erase(stars.id.begin() + at);
      stars.mass.erase(stars.mass.begin() + at);
      stars.resize(stars.id.size());
    }
  }
  std::size_t row(StarId star) const {
    return static_cast<std::size_t>(std::ranges::find(stars.id, star) - stars.id.begin());
  }

  StarsBuffer stars;
  Recorded recorded;
  std::vector<Tick> batches;
};

std::unique_ptr<StellarEvolution> process_of(const StellarOptions& options) {
  return std::make_unique<StellarEvolution>(options, std::make_unique<SseProvider>(options.evolution));
}

void advance(StellarEvolution& process, Cluster& cluster, Tick until) {
  while (process.next() <= until) {
    const Tick now = process.next();
    cluster.batches.push_back(now);
    cluster.apply(process.act(now, cluster.stars.view(), cluster.recorded));
    process.applied();
    ASSERT_GT(process.next(), now);
  }
}

const Tick end = Tick::nearest(50);  // 100 Myr
const std::vector<double> some_masses = {0.5, 1, 3, 6, 12, 30, 80};

TEST(StellarEvolution, BringsStarsToWhatTheirTracksSay) {
  const StellarOptions options;
  Cluster cluster(some_masses);
  const auto process = process_of(options);
  process->start(cluster.stars.view(), test_units());
  EXPECT_EQ(process->next(), Tick{0}) << "the run does not know the radii yet";
  advance(*process, cluster, end);
  const SseProvider provider;
  for (std::size_t i = 0; i < some_masses.size(); ++i) {
    StarState star = provider.birth(some_masses[i], options.metallicity);
    provider.advance(star, 100);
    EXPECT_NEAR(cluster.stars.mass[i] / star.now.mass, 1, options.evolution.max_mass_change) << some_masses[i];
    const double radius = cluster.stars.radius[i] * test_units().length_pc / solar_radius_pc;
    EXPECT_NEAR(radius / star.now.radius, 1, 1.2 * options.evolution.max_radius_change) << some_masses[i];
    EXPECT_EQ(process->find(cluster.stars.id[i])->now.type, star.now.type);
  }
  const Level level = Level::at_most(options.interval);
  for (const Tick batch : cluster.batches) EXPECT_TRUE(level.divides(batch));
}

TEST(StellarEvolution, KicksNewbornNeutronStarsBySeedAndStar) {
  const auto speed = [](std::int64_t seed) {
    StellarOptions options;
    options.seed = seed;
    Cluster cluster({12});
    const auto process = process_of(options);
    process->start(cluster.stars.view(), test_units());
    advance(*process, cluster, end);
    const auto& events = cluster.recorded.events;
    const auto supernova = std::ranges::find(events, "supernova", &Event::kind);
    EXPECT_NE(supernova, events.end());
    const auto kick = std::ranges::find(supernova->numbers, "kick_kms", &std::pair<std::string, double>::first);
    const double kms = norm(cluster.stars.velocity[0]) * test_units().velocity_kms();
    EXPECT_NEAR(kms, kick->second, 1e-9 * kms);
    return kms;
  };
  EXPECT_GT(speed(1), 1);
  EXPECT_EQ(speed(1), speed(1));
  EXPECT_NE(speed(1), speed(2));
}

TEST(StellarEvolution, RemovesStarsOfWhichNothingIsLeft) {
  StellarOptions options;
  options.evolution.winds.kind = WindKind::off;
  Cluster cluster({1, 6});  // keeps its envelope until carbon burns in the degenerate core
  const auto process = process_of(options);
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, end);
  ASSERT_EQ(cluster.stars.size(), 1U);
  EXPECT_EQ(cluster.stars.id[0], StarId{1});
  EXPECT_EQ(process->find(StarId{2}), nullptr);
}

TEST(StellarEvolution, ProposalsChangeNothingUntilTheyAreApplied) {
  Cluster cluster(some_masses);
  const auto process = process_of({});
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, Tick::nearest(2));
  MemoryArchive before, after;
  process->describe(before);
  const Tick now = process->next();
  const ChangeSet first = process->act(now, cluster.stars.view(), cluster.recorded);
  process->describe(after);
  EXPECT_EQ(before, after);
  const ChangeSet second = process->act(now, cluster.stars.view(), cluster.recorded);
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first.masses.size(), second.masses.size());
  EXPECT_EQ(first.radii.size(), second.radii.size());
}

TEST(StellarEvolution, GoesOnFromAnArchiveToTheSameBits) {
  Cluster whole(some_masses), part(some_masses);
  const auto process = process_of({});
  process->start(whole.stars.view(), test_units());
  advance(*process, whole, end);

  const auto first = process_of({});
  first->start(part.stars.view(), test_units());
  advance(*first, part, Tick::nearest(3));
  MemoryArchive archive;
  first->describe(archive);
  archive.rewind();
  const auto second = process_of({});
  second->describe(archive);
  advance(*second, part, end);
  EXPECT_EQ(part.stars.mass, whole.stars.mass);
  EXPECT_EQ(part.stars.radius, whole.stars.radius);
  EXPECT_EQ(part.batches, whole.batches);
  MemoryArchive of_first, of_second;
  process->describe(of_first);
  second->describe(of_second);
  EXPECT_EQ(of_second.first_difference(of_first), "");
}

TEST(StellarEvolution, GoesOnFromItsColumnsOnTheSameTracks) {
  Cluster whole(some_masses);
  const auto process = process_of({});
  process->start(whole.stars.view(), test_units());
  // At 11 Myr: the heaviest stars are black holes.
  const Tick snapshot = Tick::nearest(5.5);
  advance(*process, whole, snapshot);
  const StarColumns columns = process->columns(snapshot, whole.stars.view());
  Cluster part = whole;
  const auto second = process_of({});
  second->read_columns(part.stars.view(), columns);
  second->start(part.stars.view(), test_units());
  advance(*process, whole, end);
  advance(*second, part, end - snapshot);
  for (std::size_t i = 0; i < some_masses.size(); ++i) {
    const Star &a = process->find(whole.stars.id[i])->now, &b = second->find(part.stars.id[i])->now;
    EXPECT_EQ(a.type, b.type) << some_masses[i];
    // Steps with winds differ.
    EXPECT_NEAR(b.mass / a.mass, 1, 0.02) << some_masses[i];
  }
  EXPECT_EQ(part.stars.mass[6], whole.stars.mass[6]) << "a black hole";
  EXPECT_EQ(norm(part.stars.velocity[4]), norm(whole.stars.velocity[4])) << "the kick of the same star";
}

TEST(StellarEvolution, RefusesColumnsThatNoStarHas) {
  Cluster cluster({5});
  const auto process = process_of({});
  process->start(cluster.stars.view(), test_units());
  StarColumns columns = process->columns(Tick{0}, cluster.stars.view());
  for (const char* name : {"StellarTypes", "StellarMasses", "TrackMasses", "Metallicities"}) {
    StarColumns bad = columns;
    for (StarColumn& column : bad)
      if (column.name == name) column.values[0] = -2;
    EXPECT_THROW(process->read_columns(cluster.stars.view(), bad), InputError) << name;
  }
  columns.pop_back();
  EXPECT_THROW(process->read_columns(cluster.stars.view(), columns), InputError);
}

TEST(StellarEvolution, RefusesStarsOutsideOfTheFits) {
  for (const double mass : {0.05, 200.0}) {
    Cluster cluster({1, mass});
    EXPECT_THROW(process_of({})->start(cluster.stars.view(), test_units()), InputError) << mass;
  }
}

TEST(StellarEvolution, LeavesOtherBodiesAlone) {
  Cluster cluster({10, 0, 1000});
  cluster.stars.family = {Family::star, Family::star, Family::halo};
  const auto process = process_of({});
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, end);
  EXPECT_EQ(cluster.stars.mass[1], 0);
  EXPECT_EQ(cluster.stars.mass[2], 1000);
  EXPECT_LT(cluster.stars.mass[0], 2);
  EXPECT_EQ(process->columns(end, cluster.stars.view()).front().values, (std::vector<double>{13, -1, -1}));
}

TEST(StellarEvolution, CountsTypes) {
  Cluster cluster({0.3, 1, 1, 30});
  const auto process = process_of({});
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, end);
  const Census census = process->census(cluster.stars.view()).front();
  EXPECT_EQ(census.name, "stellar_types");
  EXPECT_EQ(census.counts[0].second, 1);
  EXPECT_EQ(census.counts[1].second, 2);
  EXPECT_EQ(census.counts[14].second, 1);
}

TEST(StellarEvolution, MakesOneOfStarsThatTouch) {
  StellarOptions options;
  Cluster cluster({2, 1, 0.5});
  const auto process = process_of(options);
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, Tick{0});
  const Tick now = Tick::nearest(3.1);
  const StarId light = cluster.stars.id[1], heavy = cluster.stars.id[0];
  process->touched(light, heavy);
  process->touched(heavy, light);
  process->touched(StarId{77}, light);
  ASSERT_LE(process->next(), now);
  const ChangeSet set = process->act(now, cluster.stars.view(), cluster.recorded);
  ASSERT_EQ(set.mergers.size(), 1U);
  EXPECT_EQ(set.mergers[0].kept, heavy);
  EXPECT_EQ(set.mergers[0].lost, light);
  EXPECT_NEAR(set.mergers[0].mass, 3, 1e-6);
  EXPECT_EQ(cluster.recorded.events.back().kind, "collision");
  process->applied();
  EXPECT_EQ(process->find(light), nullptr);
  EXPECT_NEAR(process->find(heavy)->now.mass, 3, 1e-6);
  EXPECT_GT(process->next(), now);
}

// Where its changes cannot be applied a run fails, and its checkpoint must know of the contact.
TEST(StellarEvolution, KeepsContactsUntilTheyAreApplied) {
  Cluster cluster({2, 1});
  const auto process = process_of({});
  process->start(cluster.stars.view(), test_units());
  advance(*process, cluster, Tick{0});
  process->touched(cluster.stars.id[0], cluster.stars.id[1]);
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(process->next(), Tick{0});
    EXPECT_EQ(process->act(Tick::nearest(1), cluster.stars.view(), cluster.recorded).mergers.size(), 1U);
  }
  process->applied();
  EXPECT_GT(process->next(), Tick::nearest(1));
}

// Three stars in a row touch each other: the third one meets what the first two have become.
TEST(StellarEvolution, MergesOneContactOfAStarAtATime) {
  for (const bool is_middle_heavy : {false, true}) {
    Cluster cluster({2, is_middle_heavy ? 3.0 : 1.0, 0.5});
    const auto process = process_of({});
    process->start(cluster.stars.view(), test_units());
    advance(*process, cluster, Tick{0});
    const std::vector<StarId> ids = cluster.stars.id;
    process->touched(ids[0], ids[1]);
    process->touched(ids[2], ids[1]);
    const StarId heaviest = ids[is_middle_heavy ? 1 : 0], absorbed = ids[is_middle_heavy ? 0 : 1];
    for (int k = 0; k < 2; ++k) {
      const ChangeSet set = process->act(Tick::nearest(k + 1), cluster.stars.view(), cluster.recorded);
      ASSERT_EQ(set.mergers.size(), 1U);
      EXPECT_EQ(set.mergers[0].kept, heaviest);
      EXPECT_EQ(set.mergers[0].lost, k == 0 ? absorbed : ids[2]);
      process->applied();
    }
    EXPECT_GT(process->next(), Tick::nearest(2)) << "nobody else touches it";
    EXPECT_NEAR(process->find(heaviest)->now.mass, is_middle_heavy ? 5.5 : 3.5, 1e-3);
  }
}

TEST(StellarEvolution, RemembersContactsInACheckpoint) {
  Cluster cluster({2, 1});
  const auto process = process_of({}), other = process_of({});
  process->start(cluster.stars.view(), test_units());
  process->touched(cluster.stars.id[0], cluster.stars.id[1]);
  MemoryArchive archive;
  process->describe(archive);
  archive.rewind();
  other->describe(archive);
  EXPECT_EQ(other->act(Tick{1}, cluster.stars.view(), cluster.recorded).mergers.size(), 1U);
}

}  // namespace
}  // namespace tucana::stellar
