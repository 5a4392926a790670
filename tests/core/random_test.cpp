#include "tucana/core/random.h"

#include <gtest/gtest.h>

namespace tucana {
namespace {

// Known answers published with Salmon et al. 2011 (Random123's table of known answers, philox4x32-10).
TEST(Philox, KnownAnswers) {
  using Four = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t f = 0xffffffff;
  EXPECT_EQ(philox4x32({f, f, f, f}, {f, f}), (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, DirectionsAreIsotropic) {
  Vec3 mean, square;
  constexpr int n = 20000;
  for (int i = 0; i < n; ++i) {
    const Vec3 d = RandomStream(7, RandomUse::test, static_cast<std::uint64_t>(i)).direction();
    EXPECT_NEAR(norm2(d), 1, 1e-14);
    mean += d * (1.0 / n);
    square += Vec3{d.x * d.x, d.y * d.y, d.z * d.z} * (1.0 / n);
  }
  const double sigma = 1 / std::sqrt(3.0 * n);
  for (const double m : {mean.x, mean.y, mean.z}) EXPECT_LT(std::abs(m), 4 * sigma);
  for (const double s : {square.x, square.y, square.z}) EXPECT_NEAR(s, 1.0 / 3, 4 * 0.3 / std::sqrt(double{n}));
}

TEST(RandomStream, DependsOnSeedUseAndItem) {
  const auto first = [](std::uint64_t seed, RandomUse use, std::uint64_t item) {
    return RandomStream(seed, use, item).bits64();
  };
  const auto a = first(1, RandomUse::model_position, 5);
  EXPECT_EQ(a, first(1, RandomUse::model_position, 5));
  EXPECT_NE(a, first(2, RandomUse::model_position, 5));
  EXPECT_NE(a, first(1, RandomUse::model_velocity, 5));
  EXPECT_NE(a, first(1, RandomUse::model_position, 6));
}

}  // namespace
}  // namespace tucana
