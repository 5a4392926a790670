// Sums over neighbour lists: against double, over SIMD levels, and in ugly company.
#include "tucana/gravity/gather/gather_force.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/core/random.h"
#include "tucana/gravity/make_engine.h"

namespace tucana::test {
namespace {

const Tick gather_time = Tick::nearest(1.0625);
constexpr Level longest{Tick::log2_per_unit};
constexpr PairLaw law{1e-6};

void write_all(GatherForce& gather, const Bodies& bodies) {
  gather.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    gather.write(slot_at(i), {bodies.mass[i], bodies.position[i], bodies.velocity[i], bodies.acceleration[i],
                              bodies.jerk[i], bodies.time[i]});
}

/// With jerks that rows can hold.
Bodies with_short_jerks(Bodies bodies) {
  const auto shorten = [](double& j) {
    int exponent = 0;
    const double mantissa = std::frexp(j / 6, &exponent);
    j = 6 * std::ldexp(std::nearbyint(mantissa * 256), exponent - 8);
  };
  for (Vec3& j : bodies.jerk) shorten(j.x), shorten(j.y), shorten(j.z);
  return bodies;
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
    const Point source = predicted(bodies, index(slot), gather_time);
    sum += pull(bodies.mass[index(slot)], source.position - target.position, source.velocity - target.velocity, law);
  }
  return sum;
}

class GatherForceTest : public testing::TestWithParam<std::string> {};

TEST_P(GatherForceTest, IsTheSumOfTheListToTheRoundingOfFloat) {
  const Bodies bodies = with_short_jerks(make_bodies(700));
  GatherForce gather(GetParam(), longest);
  write_all(gather, bodies);
  for (const std::size_t length : {0, 1, 3, 4, 5, 8, 15, 16, 17, 33, 60, 255, 256, 257, 699}) {
    const auto list = some_list(5, length, bodies.size());
    ASSERT_EQ(list.size(), length);
    const Point target = predicted(bodies, 5, gather_time);
    const PartialForce got = gather.sum(list, target.position, target.velocity, gather_time, law);
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

/// A source that is alone, at times between the counts of its row, early and late.
TEST_P(GatherForceTest, PredictsASource) {
  for (const double jerk : {0.75, 0.7}) {  // the second one has too many bits
    GatherForce gather(GetParam(), longest);
    gather.resize(1);
    const Vec3 x{1, 0.25, -0.5}, v{0.5, -1, 0.25}, a{-1, 2, 3}, j{6 * jerk, -6 * jerk, 3 * jerk};
    const Tick time = Tick::nearest(3.5) + Tick{77};
    gather.write(slot_at(0), {2, x, v, a, j, time});
    for (const Tick later : {Tick{0}, Tick{5}, Tick::nearest(0.125) + Tick{1234567}, Tick::nearest(0.5)}) {
      const double h = later.units();
      const Vec3 there = x + h * (v + (h / 2) * (a + (h / 3) * j)), moving = v + h * (a + (h / 2) * j);
      const PartialForce expected = pull(2, there, moving, law);
      const PartialForce got = gather.sum(std::array{slot_at(0)}, {}, {}, time + later, law);
      const double cut = jerk == 0.75 ? 0 : 0x1p-8 * norm(j);
      EXPECT_LE(norm(got.a - expected.a), 4e-7 * norm(expected.a) + cut * h * h * h) << h;
      EXPECT_LE(norm(got.j - expected.j), 2e-6 * norm(expected.j) + 4 * cut * h * h) << h;
    }
  }
}

TEST_P(GatherForceTest, ShowsABodyAtATime) {
  const Bodies bodies = with_short_jerks(make_bodies(40));
  GatherForce gather(GetParam(), longest);
  write_all(gather, bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Point expected = predicted(bodies, i, gather_time);
    const BodyAt found = gather.at(slot_at(i), gather_time);
    const double way = norm(expected.position - bodies.position[i]);
    EXPECT_EQ(found.mass, static_cast<float>(bodies.mass[i]));
    EXPECT_LT(norm(found.x - expected.position), 1e-6 * way + 1e-13 * norm(expected.position)) << i;
    EXPECT_LT(norm(found.v - expected.velocity), 1e-6 * norm(expected.velocity)) << i;
  }
}

TEST_P(GatherForceTest, SaysWhenFloatIsNotEnough) {
  GatherForce gather(GetParam(), longest);
  gather.resize(2);
  gather.write(slot_at(0), {1, {0, 0, 0}, {}, {}, {}, gather_time});
  gather.write(slot_at(1), {1, {1e-30, 0, 0}, {}, {}, {}, gather_time});
  const std::vector<Slot> list{slot_at(1)};
  EXPECT_FALSE(is_finite(gather.sum(list, {}, {}, gather_time, PairLaw{0}).a));
}

TEST_P(GatherForceTest, ParkedRowsAddNothingUntilTheyAreWritten) {
  const Bodies bodies = make_bodies(300);
  GatherForce gather(GetParam(), longest), partly_written(GetParam(), longest);
  write_all(gather, bodies);
  partly_written.resize(bodies.size());
  const auto write = [&](GatherForce& to, std::size_t i) {
    to.write(slot_at(i), {bodies.mass[i], bodies.position[i], bodies.velocity[i], bodies.acceleration[i],
                          bodies.jerk[i], bodies.time[i]});
  };
  const auto list = some_list(5, 100, bodies.size());
  const Point target = predicted(bodies, 5, gather_time);
  const auto sum = [&](const GatherForce& of) {
    return of.sum(list, target.position, target.velocity, gather_time, law);
  };
  const auto expect_same = [](const PartialForce& a, const PartialForce& b) {
    EXPECT_EQ(a.a, b.a);
    EXPECT_EQ(a.j, b.j);
  };
  const PartialForce all = sum(gather);
  for (std::size_t i = 0; i < bodies.size(); ++i) i % 3 == 0 ? gather.park(slot_at(i)) : write(partly_written, i);
  EXPECT_NE(sum(gather).a, all.a);
  expect_same(sum(gather), sum(partly_written));
  for (std::size_t i = 0; i < bodies.size(); i += 3) write(gather, i);
  expect_same(sum(gather), all);
  for (const Slot slot : list) gather.park(slot);
  expect_same(sum(gather), {});
}

/// Kernels round as the plain code does, which some levels have to do with.
TEST_P(GatherForceTest, WritesTheSameRowsOnEveryLevel) {
  const Bodies bodies = make_bodies(700);
  GatherForce gather(GetParam(), longest), plain(supported_simd_levels().back(), longest);
  write_all(gather, bodies);
  write_all(plain, bodies);
  const auto rows = gather.view(gather_time, law).rows, plain_rows = plain.view(gather_time, law).rows;
  EXPECT_EQ(std::memcmp(rows, plain_rows, bodies.size() * sizeof(*rows)), 0);
}

INSTANTIATE_TEST_SUITE_P(Levels, GatherForceTest, testing::ValuesIn(supported_simd_levels()),
                         [](const auto& level) { return name_for_tests(level.param); });

}  // namespace
}  // namespace tucana::test
