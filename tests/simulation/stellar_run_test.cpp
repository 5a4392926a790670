// Runs whose stars evolve.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "tucana/io/snapshot.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

/// Sixty stars of 25 Msun, which collapse after 7.5 Myr, 14 time units.
Options evolving_cluster(IntegratorKind integrator, int threads = 1) {
  Options options = default_options(integrator);
  options.engine.precision = Precision::fp64;
  options.gravity.softening = 0.05;
  options.model.n = 60;
  options.run.threads = threads;
  options.units.mass_msun = 1500;
  options.units.length_pc = 1.25;
  options.stellar.kind = StellarKind::sse;
  return options;
}

MemoryArchive state_of(Simulation& simulation) {
  MemoryArchive archive;
  simulation.integrator().describe(archive);
  return archive;
}

class EvolvingStars : public testing::TestWithParam<IntegratorKind> {};

TEST_P(EvolvingStars, LoseMassWithoutAnEnergyError) {
  Options options = evolving_cluster(GetParam());
  options.integrator.eta /= GetParam() == IntegratorKind::leapfrog ? 256 : 4;
  Simulation simulation(options);
  simulation.start();
  simulation.advance_to(16);
  const double mass = simulation.report_at(Tick::nearest(16)).mass;
  EXPECT_LT(mass, 0.5) << "all have collapsed";
  EXPECT_GT(mass, 0.05);
  EXPECT_NE(simulation.ledger().changes().mass, 0);
  EXPECT_NE(simulation.ledger().changes().kick, 0);
  const double allowed = GetParam() == IntegratorKind::leapfrog ? 3e-3 : 1e-5;
  EXPECT_LT(std::abs(simulation.energy_error_at(Tick::nearest(16))), allowed);
  const Census census = simulation.census_at(Tick::nearest(16)).front();
  EXPECT_EQ(census.counts[13].second + census.counts[14].second, 60);
}

TEST_P(EvolvingStars, HaveTheSameBitsForAnyThreadsLooksAndRestarts) {
  Simulation whole(evolving_cluster(GetParam(), 2));
  whole.start();
  whole.advance_to(15);

  Simulation part(evolving_cluster(GetParam()));
  part.start();
  part.advance_to(6.3);
  part.columns_at(part.integrator().now());
  MemoryArchive checkpoint;
  part.describe(checkpoint);
  checkpoint.rewind();
  Simulation rest(evolving_cluster(GetParam()));
  rest.describe(checkpoint);
  rest.advance_to(15);
  EXPECT_EQ(state_of(rest).first_difference(state_of(whole)), "");
  EXPECT_EQ(rest.ledger().balance(), whole.ledger().balance());
}

std::string name_of_kind(const testing::TestParamInfo<IntegratorKind>& info) {
  return std::string(word_of(info.param));
}
INSTANTIATE_TEST_SUITE_P(All, EvolvingStars,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen, IntegratorKind::leapfrog),
                         name_of_kind);

TEST(EvolvingStarsOfASnapshot, ContinueOnTheirTracks) {
  Options options = evolving_cluster(IntegratorKind::hermite4);
  Simulation first(options);
  first.start();
  first.advance_to(13.5);
  const Tick now = Tick::nearest(13.5);
  const auto file = std::filesystem::path(testing::TempDir()) / "evolving_stars.hdf5";
  SnapshotHeader header;
  header.time = 13.5;
  header.units = first.units();
  header.columns = first.columns_at(now);
  write_snapshot(file, first.stars_at(now)->view(), header);
  EXPECT_EQ(read_snapshot(file).columns.front().name, "StellarTypes");

  options.model.kind = ModelKind::file;
  options.model.file = file.string();
  Simulation second(options);
  second.start();
  second.advance_to(16);
  first.advance_to(16);
  const Tick there = first.tick_of(16), here = second.tick_of(16);
  const auto counts = [](Simulation& s, Tick t) { return s.census_at(t).front().counts; };
  EXPECT_EQ(counts(second, here), counts(first, there));
  EXPECT_GT(counts(second, here)[14].second, 50) << "black holes, which stars born at t = 13.5 would not be";
  EXPECT_NEAR(second.report_at(here).mass, first.report_at(there).mass, 1e-3);
  std::filesystem::remove(file);
}

TEST(EvolvingStarsAreAnOption, WithoutWhichNothingHappens) {
  Options options = evolving_cluster(IntegratorKind::hermite4);
  options.stellar.kind = StellarKind::off;
  Simulation simulation(options);
  simulation.start();
  simulation.advance_to(1);
  EXPECT_EQ(simulation.ledger().balance(), 0);
  EXPECT_TRUE(simulation.columns_at(Tick::nearest(1)).empty());
}

}  // namespace
}  // namespace tucana::test
