// Thousands of damaged files, the same in every run: each must be read or refused with one line.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/fuzz/targets.h"
#include "tucana/io/file_image.h"

namespace tucana::test {
namespace {

/// Reads `count` mutants of a seed; returns how many were taken.
template <class Target>
int mutants_taken(const Bytes& seed, int count, Target&& target) {
  EXPECT_TRUE(target(seed)) << "the seed itself must be valid";
  int taken = 0;
  for (int i = 0; i < count; ++i) taken += target(mutated(seed, static_cast<std::uint64_t>(i)));
  return taken;
}

TEST(Mutation, AsciiStars) {
  const int taken = mutants_taken(seed_ascii(), 20000, fuzz_ascii);
  EXPECT_GT(taken, 1000);  // digits may change
  EXPECT_LT(taken, 19000);
}

TEST(Mutation, ForeignFormats) {
  const auto some_are_taken = [](int taken) {
    EXPECT_GT(taken, 250);
    EXPECT_LT(taken, 4750);
  };
  some_are_taken(mutants_taken(seed_petar(), 5000, fuzz_petar));
  some_are_taken(mutants_taken(seed_csv(), 5000, fuzz_csv));
  some_are_taken(mutants_taken(seed_nemo(), 5000, fuzz_nemo));
}

TEST(Mutation, SealedSnapshotsAreRefused) {
  // A mutant passes only if the seal is gone but nothing before it was hurt, or if nothing was changed at all.
  EXPECT_LT(mutants_taken(seed_snapshot(), 1500, fuzz_snapshot), 75);
}

TEST(Mutation, ForeignSnapshots) {
  Bytes seed = seed_snapshot();
  seed.resize(seed.size() - seal_size);
  const int taken = mutants_taken(seed, 300, fuzz_snapshot);
  EXPECT_GT(taken, 30);
  EXPECT_LT(taken, 270);
}

/// Beside those of the default suite, TUCANA_MUTATIONS=5000 tries more.
int resealed_mutants() {
  const char* text = std::getenv("TUCANA_MUTATIONS");
  return text == nullptr ? 200 : std::atoi(text);
}

TEST(Mutation, ResealedSnapshots) {
  const int count = resealed_mutants();
  const int taken = mutants_taken(seed_resealed_snapshot(), count, fuzz_resealed_snapshot);
  EXPECT_GT(taken, count / 10);
  EXPECT_LT(taken, 9 * count / 10);
}

TEST(Mutation, ResealedCheckpoints) {
  const int count = resealed_mutants();
  const int taken = mutants_taken(seed_resealed_checkpoint(), count, fuzz_resealed_checkpoint);
  EXPECT_GT(taken, count / 10);
  EXPECT_LT(taken, 9 * count / 10);
}

TEST(Mutation, CheckpointsAreRefused) {
  const Bytes seed = seed_checkpoint();
  mutants_taken(seed, 3000, [&](const Bytes& bytes) {
    const bool taken = fuzz_checkpoint(bytes);
    EXPECT_EQ(taken, bytes == seed);
    return taken;
  });
}

}  // namespace
}  // namespace tucana::test
