// Pair sums in one loop beside those in three: the same bits, lists included.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>

#include "tests/gravity/engines.h"
#include "tucana/core/random.h"
#include "tucana/gravity/cpu/kernels.h"

namespace tucana::test {
namespace {

using namespace cpu;

/// What a kernel makes of one leaf.
struct Outcome {
  std::array<PairSums, block_targets> sums{};
  std::array<Vec3, block_targets> snaps{};
  std::array<std::vector<Slot>, block_targets> lists;
};

/// A leaf and targets, some of them in it, in uniform density.
template <class Format>
struct Scene {
  PredictedLeaf<Format> leaf{};
  PredictedHigherLeaf<Format> higher{};
  TargetBlock<Format> targets{};
  std::size_t used;

  explicit Scene(const Kernels<Format>& kernels, std::size_t rows, double close) : used(rows) {
    constexpr std::size_t in_block = block_rows<typename Format::Scalar>;
    for (std::size_t row = 0; row < leaf_rows; ++row) {
      RandomStream random(7, RandomUse::test, row);
      const auto vector = [&] { return Vec3{random.uniform(), random.uniform(), random.uniform()}; };
      auto& block = leaf.blocks[row / in_block];
      const bool is_used = row < used;
      const Vec3 parked{parked_coordinate, parked_coordinate, parked_coordinate};
      block.position.set(row % in_block, is_used ? vector() : parked);
      block.velocity.set(row % in_block, is_used ? vector() : Vec3{});
      block.mass.set(row % in_block, is_used ? random.uniform() : 0);
      higher.blocks[row / in_block].acceleration.set(row % in_block, is_used ? vector() : Vec3{});
    }
    kernels.bounds(leaf, used);
    targets.size = block_targets;
    for (std::size_t t = 0; t < block_targets; ++t) set_target(t, close);
  }

  void set_target(std::size_t t, double close) {
    using Value = typename Format::Value;
    using Place = typename Format::Place;
    RandomStream random(8, RandomUse::test, t);
    const bool is_far = t % 4 == 3;
    Vec3 x{random.uniform(), random.uniform(), random.uniform() + (is_far ? 9 : 0)};
    // Every other one is a row of the leaf; one is where a row is, or very near.
    const bool is_own = t % 2 == 0 && t < used;
    const auto& block = leaf.blocks[t / block_rows<typename Format::Scalar>].position;
    const std::size_t i = t % block_rows<typename Format::Scalar>;
    if (is_own) x = {block.x.leading(i), block.y.leading(i), block.z.leading(i)};
    if (t == 1)
      x = {leaf.blocks[0].position.x.leading(0) + close, leaf.blocks[0].position.y.leading(0),
           leaf.blocks[0].position.z.leading(0)};
    targets.x[t] = rounded<Place>(x.x), targets.y[t] = rounded<Place>(x.y), targets.z[t] = rounded<Place>(x.z);
    targets.vx[t] = rounded<Value>(random.uniform()), targets.vy[t] = rounded<Value>(random.uniform());
    targets.vz[t] = rounded<Value>(random.uniform());
    targets.ax[t] = rounded<Value>(random.uniform()), targets.ay[t] = targets.az[t] = rounded<Value>(0.5);
    targets.radius2[t] = rounded<Value>(0.05);
    targets.list_time[t] = rounded<Value>(0.125);
    targets.place[0][t] = static_cast<float>(x.x), targets.place[1][t] = static_cast<float>(x.y);
    targets.place[2][t] = static_cast<float>(x.z);
    targets.reach[t] = targets.sphere_reach[t] = 0.6f;
    targets.time[t] = targets.sphere_time[t] = 0.125f;
    targets.self[t] = is_own ? static_cast<std::uint32_t>(t) : UINT32_MAX;
    targets.wide[t] = false;
  }

  Outcome outcome(typename Kernels<Format>::Sum kernel, const PairJob<Format>& job) const {
    Outcome out;
    kernel({leaf, &higher, used, 0}, targets, job, {out.sums.data(), out.snaps.data(), out.lists.data()});
    return out;
  }
};

bool same_bits(const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

template <class Format>
void compare(const SimdLevel& level, double close) {
  const auto& kernels = level.kernels<Format>();
  for (const std::size_t used : {std::size_t{1}, std::size_t{70}, leaf_rows}) {
    const auto scene = std::make_unique<Scene<Format>>(kernels, used, close);
    for (const bool with_snap : {false, true})
      for (const bool lists : {false, true})
        for (const bool far_only : {false, true}) {
          PairJob<Format> job{rounded<typename Format::Value>(0), lists, far_only && lists, ListRule::midway};
          const auto kernel = with_snap ? kernels.snap : kernels.force;
          const Outcome three = scene->outcome(kernel, job);
          job.one_loop = true;
          const Outcome one = scene->outcome(kernel, job);
          job.potential = false;
          const Outcome without = scene->outcome(kernel, job);
          std::size_t listed = 0;
          for (std::size_t t = 0; t < block_targets; ++t) {
            EXPECT_TRUE(same_bits(one.sums[t].acceleration, three.sums[t].acceleration)) << t << ' ' << used;
            EXPECT_TRUE(same_bits(one.sums[t].jerk, three.sums[t].jerk)) << t << ' ' << used;
            EXPECT_EQ(one.sums[t].potential, three.sums[t].potential) << t << ' ' << used;
            EXPECT_TRUE(same_bits(one.snaps[t], three.snaps[t])) << t << ' ' << used;
            EXPECT_TRUE(same_bits(without.sums[t].acceleration, three.sums[t].acceleration)) << t << ' ' << used;
            EXPECT_TRUE(same_bits(without.sums[t].jerk, three.sums[t].jerk)) << t << ' ' << used;
            EXPECT_EQ(one.lists[t], three.lists[t]) << t << ' ' << used;
            EXPECT_EQ(without.lists[t], three.lists[t]) << t << ' ' << used;
            listed += three.lists[t].size();
          }
          EXPECT_EQ(listed > 0, lists) << used;
        }
  }
}

class OneLoop : public testing::TestWithParam<std::string> {};

TEST_P(OneLoop, HasTheBitsOfThree) {
  const SimdLevel& level = simd_level(GetParam());
  compare<Fp32>(level, 1e-3);
  compare<TwoFloat>(level, 1e-3);
  compare<Fp64>(level, 1e-3);
}

/// 1/r from an estimate in float is infinite there, and exact roots have to do.
TEST_P(OneLoop, LeavesToOthersWhatIsBelowTheRangeOfFloat) { compare<Fp64>(simd_level(GetParam()), 1e-25); }

INSTANTIATE_TEST_SUITE_P(Levels, OneLoop, testing::ValuesIn(supported_simd_levels()),
                         [](const auto& level) { return name_for_tests(level.param); });

}  // namespace
}  // namespace tucana::test
