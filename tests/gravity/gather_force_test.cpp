// Sums over neighbour lists: against double, over SIMD levels, and in ugly company.
#include "tucana/gravity/gather/gather_force.h"

#include <gtest/gtest.h>

#include "tests/gravity/bodies.h"
#include "tucana/core/random.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

const Tick when = Tick::nearest(1.0625);
constexpr PairLaw law{1e-6};

void write_all(GatherForce& gather, const Bodies& bodies) {
  gather.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    gather.write(slot_at(i), {bodies.mass[i], bodies.position[i], bodies.velocity[i], bodies.acceleration[i],
                              bodies.jerk[i], bodies.time[i]});
}

/// Sorted, without the body itself, of any length from none to all.
std::vector<Slot> some_list(std::size_t own, std::size_t length, std::size_t bodies) {
  std::vector<Slot> list;
  for (std::size_t i = 0; i < bodies && list.size() < length; ++i) {
    RandomStream random(own, RandomUse::test, i);
    if (i != own && (random.uniform() < 0.7 || bodies - i <= length - list.size() + 1)) list.push_back(slot_at(i));
  }
  return list;
}

PartialForce sum_in_double(const Bodies& bodies, std::span<const Slot> list, const Point& target) {
  PartialForce sum;
  for (const Slot slot : list) {
    const Point source = predicted(bodies, index(slot), when);
    sum += pull(bodies.mass[index(slot)], source.position - target.position, source.velocity - target.velocity, law);
  }
  return sum;
}

class GatherForceTest : public testing::TestWithParam<std::string> {};

TEST_P(GatherForceTest, IsTheSumOfTheListToTheRoundingOfFloat) {
  const Bodies bodies = make_bodies(700);
  ThreadPool workers(2);
  GatherForce gather(GetParam(), workers);
  write_all(gather, bodies);
  for (const std::size_t length : {0, 1, 3, 4, 5, 8, 15, 16, 17, 33, 60, 255, 256, 257, 699}) {
    const auto list = some_list(5, length, bodies.size());
    ASSERT_EQ(list.size(), length);
    gather.predict(when, std::vector<std::span<const Slot>>{list});
    const Point target = predicted(bodies, 5, when);
    const PartialForce got = gather.sum(list, target.position, target.velocity, law);
    const PartialForce expected = sum_in_double(bodies, list, target);
    double a = 0, j = 0;  // what cancels counts too
    for (const Slot slot : list) {
      const PartialForce one = sum_in_double(bodies, std::array{slot}, target);
      a += norm(one.a), j += norm(one.j);
    }
    EXPECT_LE(norm(got.a - expected.a), 4e-7 * a) << length;
    EXPECT_LE(norm(got.j - expected.j), 2e-6 * j) << length;
  }
}

TEST_P(GatherForceTest, BitsDependNeitherOnWhoElseIsPredictedNorOnThreads) {
  const Bodies bodies = make_bodies(900);
  const Point target = predicted(bodies, 7, when);
  const auto list = some_list(7, 50, bodies.size());
  std::vector<std::vector<Slot>> many;
  for (std::size_t i = 0; i < bodies.size(); ++i) many.push_back(some_list(i, 40, bodies.size()));
  many.push_back(list);
  std::vector<PartialForce> sums;
  for (const int threads : {1, 3}) {
    ThreadPool workers(threads);
    GatherForce gather(GetParam(), workers);
    write_all(gather, bodies);
    for (const std::size_t lists : {1, 20, 901}) {  // the last one predicts all rows, not those that are named
      const std::vector<std::span<const Slot>> named(many.end() - static_cast<std::ptrdiff_t>(lists), many.end());
      gather.predict(Tick{0}, named);
      gather.predict(when, named);
      sums.push_back(gather.sum(list, target.position, target.velocity, law));
    }
  }
  for (const PartialForce& sum : sums) {
    EXPECT_EQ(sum.a, sums[0].a);
    EXPECT_EQ(sum.j, sums[0].j);
  }
}

TEST_P(GatherForceTest, SaysWhenFloatIsNotEnough) {
  SerialWorkers workers;
  GatherForce gather(GetParam(), workers);
  gather.resize(2);
  gather.write(slot_at(0), {1, {0, 0, 0}, {}, {}, {}, when});
  gather.write(slot_at(1), {1, {1e-30, 0, 0}, {}, {}, {}, when});
  const std::vector<Slot> list{slot_at(1)};
  gather.predict(when, std::vector<std::span<const Slot>>{list});
  EXPECT_FALSE(is_finite(gather.sum(list, {}, {}, PairLaw{0}).a));
}

INSTANTIATE_TEST_SUITE_P(Levels, GatherForceTest, testing::ValuesIn(supported_simd_levels()),
                         [](const auto& level) { return level.param; });

}  // namespace
}  // namespace tucana::test
