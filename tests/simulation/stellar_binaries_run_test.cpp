// Runs with close pairs whose stars evolve together.
#include <gtest/gtest.h>

#include <cmath>

#include "tucana/fewbody/kepler.h"
#include "tucana/physics/stellar/binary/pair_evolution.h"
#include "tucana/physics/stellar/solar_units.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

using stellar::solar_radius_pc;

struct Recorder final : Observer {
  void happened(double, std::string_view, const Event& event) override { kinds.push_back(event.kind); }
  std::size_t count(std::string_view kind) const { return static_cast<std::size_t>(std::ranges::count(kinds, kind)); }
  std::vector<std::string> kinds;
};

struct PairAtBirth {
  double mass1, mass2, period, eccentricity;  // Msun and days
  double until;                               // Myr
  double tolerance;                           // of masses and axis, relative
};

/// With units of 1 pc and 1 Msun: 14.9 Myr.
constexpr UnitScale units{1, 1};

/// The stars of a pair at apocentre, about some place.
void add_pair(StarsBuffer& stars, double m1, double m2, double axis, double e, const Vec3& x, const Vec3& v) {
  const double mass = m1 + m2, r = axis * (1 + e), speed = std::sqrt(mass / axis * (1 - e) / (1 + e));
  const std::size_t row = stars.size();
  stars.resize(row + 2);
  stars.mass[row] = m1;
  stars.mass[row + 1] = m2;
  stars.position[row] = x + Vec3{m2 / mass * r, 0, 0};
  stars.position[row + 1] = x - Vec3{m1 / mass * r, 0, 0};
  stars.velocity[row] = v + Vec3{0, m2 / mass * speed, 0};
  stars.velocity[row + 1] = v - Vec3{0, m1 / mass * speed, 0};
}

Simulation with_stars(const Options& options, StarsBuffer stars, const UnitScale& scale) {
  InitialStars initial;
  initial.stars = std::move(stars);
  initial.stars.number_from_one();
  initial.units = scale;
  return Simulation(options, {.stars = std::move(initial)});
}

Options evolving(IntegratorKind kind, int threads = 1) {
  Options options = default_options(kind);
  options.stellar.kind = StellarKind::sse;
  options.run.threads = threads;
  return options;
}

class EvolvingPairsInRuns : public testing::TestWithParam<IntegratorKind> {};

// Circularized by tides; a wind alone, and the wind that the companion catches; mass transfer with a common envelope.
TEST_P(EvolvingPairsInRuns, EndAsPairsAlone) {
  const std::vector<PairAtBirth> pairs{{1, 0.9, 3, 0.3, 2000, 1.1e-2},
                                       {3, 1, 20000, 0.2, 480, 2e-3},
                                       {3, 1, 1500, 0, 480, 5e-3},
                                       {4, 3, 4, 0.1, 260, 2e-2}};
  for (const PairAtBirth& birth : pairs) {
    SCOPED_TRACE(testing::Message() << birth.mass1 << " and " << birth.mass2 << " Msun, " << birth.period << " days");
    Options options = evolving(GetParam());
    options.stellar.interval = 1.0 / 64;
    const stellar::SseProvider provider(options.stellar.evolution);
    const stellar::PairEvolution evolution(provider, {});
    stellar::PairState alone =
        evolution.birth(birth.mass1, birth.mass2, options.stellar.metallicity, birth.period, birth.eccentricity);
    StarsBuffer stars;
    add_pair(stars, birth.mass1, birth.mass2, alone.semi_major_axis * solar_radius_pc, birth.eccentricity, {}, {});
    std::size_t overflows = 0, envelopes = 0;
    evolution.advance(alone, birth.until, [&](stellar::PairEventKind kind, const stellar::PairState&) {
      overflows += kind == stellar::PairEventKind::overflow_begins ? 1 : 0;
      envelopes += kind == stellar::PairEventKind::common_envelope ? 1 : 0;
    });
    Recorder recorder;
    Simulation simulation = with_stars(options, stars, units);
    simulation.add_observer(recorder);
    simulation.start();
    simulation.advance_to(birth.until / units.time_myr());
    EXPECT_EQ(recorder.count("overflow_begins"), overflows);
    EXPECT_EQ(recorder.count("common_envelope"), envelopes);
    const Tick now = simulation.integrator().now();
    const SharedStars after = simulation.stars_at(now);
    EXPECT_LT(std::abs(simulation.energy_error_at(now)), 1e-12);
    EXPECT_NE(simulation.ledger().changes().orbit, 0);
    if (alone.bond == stellar::PairState::Bond::merged) {
      ASSERT_EQ(after->size(), 1U);
      EXPECT_NEAR(after->mass[0], alone.star(0).mass, birth.tolerance * alone.star(0).mass);
      EXPECT_EQ(recorder.count("merger"), 1U);
      continue;
    }
    ASSERT_EQ(after->size(), 2U);
    ASSERT_EQ(after->systems.size(), 1U) << "the run still has them as a pair";
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(after->mass[i], alone.star(i).mass, birth.tolerance * alone.star(i).mass);
    const auto& members = after->system_members;
    const OrbitShape orbit =
        orbit_phase({members[0].position - members[1].position, members[0].velocity - members[1].velocity},
                    after->mass[0] + after->mass[1])
            .shape;
    EXPECT_NEAR(orbit.mu / orbit.beta / (alone.semi_major_axis * solar_radius_pc), 1, birth.tolerance);
    EXPECT_NEAR(orbit.eccentricity, alone.eccentricity, birth.tolerance);
  }
}

TEST_P(EvolvingPairsInRuns, Merge) {
  StarsBuffer stars;
  // An orbit that a subgiant fills, with a companion that is too light to take what it loses.
  const double axis = stellar::semi_major_axis_of_period(2.3, 3) * solar_radius_pc;
  add_pair(stars, 2, 0.3, axis, 0, {}, {});
  stars.resize(3);
  stars.mass[2] = 0.5;
  stars.position[2] = {500, 0, 0};
  stars.velocity[2] = {0, 1, 0};
  Recorder recorder;
  Simulation simulation = with_stars(evolving(GetParam()), stars, units);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(1300 / units.time_myr());
  EXPECT_EQ(recorder.count("overflow_begins"), 1U);
  EXPECT_EQ(recorder.count("merger"), 1U);
  EXPECT_EQ(simulation.integrator().star_count(), 2U);
  EXPECT_NE(simulation.ledger().changes().merger, 0);
  EXPECT_LT(std::abs(simulation.energy_error_at(simulation.integrator().now())), 1e-6);
}

// Ten pairs of massive stars and eight single stars, far from each other: winds, mass transfer and supernovae.
StarsBuffer some_pairs() {
  StarsBuffer stars;
  const auto place = [](int k) {
    const double angle = 2.4 * k, radius = 0.3 + 0.1 * k;
    return 20 * Vec3{radius * std::cos(angle), radius * std::sin(angle), 0.1 * (k % 5) - 0.2};
  };
  const auto velocity = [](int k) { return Vec3{-2 * std::sin(2.4 * k), 2 * std::cos(2.4 * k), 0.3}; };
  for (int k = 0; k < 10; ++k)
    add_pair(stars, 40 - 3 * k, 12 - k, (50 + 100 * k) * solar_radius_pc, 0.05 * k, place(k), velocity(k));
  for (int k = 10; k < 18; ++k) {
    stars.resize(stars.size() + 1);
    stars.mass.back() = 2;
    stars.position.back() = place(k);
    stars.velocity.back() = velocity(k);
  }
  return stars;
}

TEST_P(EvolvingPairsInRuns, HaveTheSameBitsForAnyThreadsAndRestarts) {
  constexpr double end = 0.45;  // 6.7 Myr
  Recorder recorder;
  Options options = evolving(GetParam(), 2);
  options.stellar.interval = 1.0 / 256;
  Simulation whole = with_stars(options, some_pairs(), units);
  whole.add_observer(recorder);
  whole.start();
  const ClusterReport start = whole.report_at(Tick{0});
  const double inside = start.energies.internal();
  whole.advance_to(end);
  EXPECT_GT(recorder.count("overflow_begins"), 0U);
  EXPECT_GT(recorder.count("supernova"), 0U);
  // The energy inside the pairs is 1e5 times that of the cluster.
  EXPECT_LT(std::abs(whole.energy_error_at(whole.integrator().now())) * std::abs(start.energy - inside),
            1e-7 * std::abs(inside));
  options.run.threads = 1;
  Simulation part = with_stars(options, some_pairs(), units);
  part.start();
  part.advance_to(0.3);
  part.columns_at(part.integrator().now());
  MemoryArchive checkpoint;
  part.describe(checkpoint);
  checkpoint.rewind();
  Simulation rest = with_stars(options, some_pairs(), units);
  rest.describe(checkpoint);
  rest.advance_to(end);
  MemoryArchive one, other;
  rest.integrator().describe(one);
  whole.integrator().describe(other);
  EXPECT_EQ(one.first_difference(other), "");
  EXPECT_EQ(rest.ledger().balance(), whole.ledger().balance());
  const StarColumns columns = rest.columns_at(rest.integrator().now());
  const StarColumns expected = whole.columns_at(whole.integrator().now());
  ASSERT_EQ(columns.size(), expected.size());
  for (std::size_t k = 0; k < columns.size(); ++k) EXPECT_EQ(columns[k].values, expected[k].values);
}

TEST_P(EvolvingPairsInRuns, AreAnOption) {
  Options options = evolving(GetParam());
  options.stellar.binaries = BinaryKind::off;
  options.stellar.interval = 1.0 / 256;
  Recorder recorder;
  Simulation simulation = with_stars(options, some_pairs(), units);
  simulation.add_observer(recorder);
  simulation.start();
  simulation.advance_to(0.35);
  EXPECT_EQ(recorder.count("overflow_begins"), 0U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EvolvingPairsInRuns,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen));

}  // namespace
}  // namespace tucana::test
