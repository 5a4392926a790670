// What only engines on devices have: traffic, several devices, lists that grow, sums that stay there.
#include "tucana/gravity/device/device_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tests/gravity/same_results.h"

namespace tucana::test {
namespace {

const Tick when = Tick::nearest(1.0625);
constexpr double eps2 = 1e-5;
constexpr Wanted everything_far{
    .potential = true, .nearest = true, .lists = true, .snap = true, .far_only = true, .list_rule = ListRule::segment};

std::vector<EngineChoice> device_engines() {
  std::vector<EngineChoice> choices = opencl_engines();
  for (const Precision precision : device_precisions) choices.push_back({"cuda", precision});
  return choices;
}

class DeviceEngineTest : public testing::TestWithParam<EngineChoice> {
 protected:
  std::unique_ptr<DeviceEngine> make(const std::vector<int>& devices = {0}, std::size_t group_size = 0) {
    EngineChoice choice = GetParam();
    choice.devices = devices;
    if (group_size != 0) choice.work_group_size = group_size;
    auto engine = make_engine(choice, workers_);
    return std::unique_ptr<DeviceEngine>(dynamic_cast<DeviceEngine*>(engine.release()));
  }

  static TargetsAndResults some_targets(const Bodies& bodies, std::size_t n, double radius2 = 0.05) {
    TargetsAndResults some;
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t body = t * 37 % bodies.size();
      some.add(slot_at(body), predicted(bodies, body, when), radius2, 0.03125);
    }
    return some;
  }
  static TargetsAndResults evaluate(ForceEngine& engine, const Bodies& bodies, std::size_t n, double radius2 = 0.05) {
    const auto sources = make_sources(engine, bodies);
    auto some = some_targets(bodies, n, radius2);
    engine.evaluate(*sources, when, some.targets(), {eps2}, everything_far, some.results()).wait();
    return some;
  }

  SerialWorkers workers_;
};

TEST_P(DeviceEngineTest, SeveralDevicesGiveTheSameBits) {
  const Bodies bodies = make_bodies_with_crackle(1900);  // eight leaves, the last one not full
  // Few targets: the sources are divided. Many: the targets are.
  for (const std::size_t n : {3, 300}) {
    const auto one = evaluate(*make({0}), bodies, n);
    EXPECT_GT(one.lists.slots.size(), n);
    const bool is_cuda = GetParam().kind == "cuda";  // the stand-in has two devices
    for (const auto& devices : {std::vector{0, is_cuda ? 1 : 0}, {0, 0, 0}, {0, 0, 0, 0}})
      expect_same_bits(one, evaluate(*make(devices), bodies, n));
  }
}

TEST_P(DeviceEngineTest, GroupsOfAnySizeGiveTheSameBits) {
  const Bodies bodies = make_bodies_with_crackle(1100);
  for (const std::size_t n : {1, 9, 70}) {
    const auto usual = evaluate(*make(), bodies, n);
    for (const std::size_t group : {4, 64}) expect_same_bits(usual, evaluate(*make({0}, group), bodies, n));
  }
}

TEST_P(DeviceEngineTest, LittleMemoryGivesTheSameBits) {
  const Bodies bodies = make_bodies_with_crackle(1100);
  const auto plenty = make(), little = make();
  little->set_scratch_limit(30000);  // a batch of a few targets at a time
  // A third of all bodies are neighbours: parts of lists overflow, in both.
  const auto expected = evaluate(*plenty, bodies, 50, 1.0), got = evaluate(*little, bodies, 50, 1.0);
  EXPECT_GT(expected.lists.of(0).size(), 64u);
  expect_same_bits(expected, got);
}

TEST_P(DeviceEngineTest, ListsAreNeverCut) {
  const Bodies bodies = make_bodies_with_crackle(1500);
  for (const auto& devices : {std::vector{0}, {0, 0}}) {
    const auto engine = make(devices);
    const auto sources = make_sources(*engine, bodies);
    auto some = some_targets(bodies, 20, 1e-6);
    some.radius2[3] = some.radius2[17] = std::numeric_limits<double>::infinity();
    engine->evaluate(*sources, when, some.targets(), {eps2}, {false, false, false, true}, some.results()).wait();
    for (const std::size_t t : {3, 17}) {
      std::vector<Slot> all;
      for (std::size_t i = 0; i < bodies.size(); ++i)
        if (slot_at(i) != some.slot[t]) all.push_back(slot_at(i));
      EXPECT_TRUE(std::ranges::equal(some.lists.of(t), all)) << some.lists.of(t).size();
    }
    EXPECT_LT(some.lists.of(4).size(), 100u);
  }
}

/// What a block of `active` bodies moves: their new rows, the same bodies as targets, their results.
device::Traffic traffic_of_block(DeviceEngine& engine, std::size_t n, std::size_t active) {
  const Bodies bodies = make_bodies(n);
  const auto sources = make_sources(engine, bodies);
  TargetsAndResults some;
  for (std::size_t t = 0; t < active; ++t) some.add(slot_at(t), predicted(bodies, t, when));
  const auto first = [active](const auto& column) { return std::span(column).first(active); };
  const device::Traffic before = engine.traffic();
  sources->write(some.slot, {first(bodies.mass), first(bodies.position), first(bodies.velocity),
                             first(bodies.acceleration), first(bodies.jerk), first(bodies.time)});
  engine.evaluate(*sources, when, some.targets(), {eps2}, {true, true, false, false}, some.results()).wait();
  const device::Traffic after = engine.traffic();
  return {after.bytes_written - before.bytes_written, after.bytes_read - before.bytes_read,
          after.launches - before.launches};
}

TEST_P(DeviceEngineTest, BytesGoWithTheActiveBodiesNotWithN) {
  const auto engine = make();
  const auto small = traffic_of_block(*engine, 300, 128), large = traffic_of_block(*engine, 3000, 128);
  EXPECT_EQ(small.bytes_written, large.bytes_written);
  EXPECT_EQ(small.bytes_read, large.bytes_read);
  EXPECT_LE(large.launches, 6u);
  EXPECT_LT(large.bytes_written, 128u * 500);
  EXPECT_EQ(large.bytes_read, 128u * 7 * 8) << "seven sums a target, nothing else";
  const auto twice = traffic_of_block(*engine, 3000, 256);
  EXPECT_EQ(twice.bytes_written, 2 * large.bytes_written);
  EXPECT_EQ(twice.bytes_read, 2 * large.bytes_read);
}

TEST_P(DeviceEngineTest, AnEvaluationUnderWayIsFinishedByTheNext) {
  const Bodies bodies = make_bodies(700);
  const auto engine = make();
  const auto sources = make_sources(*engine, bodies);
  auto a = some_targets(bodies, 10), b = some_targets(bodies, 40), alone = a;
  auto pending_a = engine->evaluate(*sources, when, a.targets(), {eps2}, {true, true, false, false}, a.results());
  auto pending_b = engine->evaluate(*sources, when, b.targets(), {eps2}, {true, true, false, false}, b.results());
  pending_b.wait();
  pending_a.wait();
  engine->evaluate(*sources, when, alone.targets(), {eps2}, {true, true, false, false}, alone.results()).wait();
  EXPECT_TRUE(same_columns(a.acceleration, alone.acceleration));
  EXPECT_TRUE(same_columns({b.jerk.begin(), b.jerk.begin() + 10}, alone.jerk));
  {
    const auto nobody_waits =
        engine->evaluate(*sources, when, a.targets(), {eps2}, {true, true, false, false}, a.results());
  }
}

TEST_P(DeviceEngineTest, EnergiesAndAngularMomentumStayOnTheDevice) {
  const Bodies bodies = make_bodies(1300);
  double kinetic = 0, potential = 0, sizes = 0;
  Vec3 momentum;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Point p = predicted(bodies, i, when);
    kinetic += bodies.mass[i] * norm2(p.velocity) / 2;
    potential += bodies.mass[i] * exact_force(bodies, when, slot_at(i), p, eps2).potential / 2;
    momentum += bodies.mass[i] * cross(p.position, p.velocity);
    sizes += bodies.mass[i] * norm(p.position) * norm(p.velocity);
  }
  const double relative[] = {1e-14, 1e-12, 3e-7, 3e-6};  // fp64, extended, two_float, fp32
  const double bound = relative[static_cast<int>(GetParam().precision)];
  Conserved one;
  for (const auto& devices : {std::vector{0}, {0, 0, 0}}) {
    const auto engine = make(devices);
    const auto sources = make_sources(*engine, bodies);
    const auto before = engine->traffic();
    const Conserved got = engine->conserved(*sources, when, {eps2});
    EXPECT_EQ(engine->traffic().bytes_written, before.bytes_written);
    EXPECT_EQ(engine->traffic().bytes_read - before.bytes_read, 6u * 5 * 8) << "five sums a leaf";
    EXPECT_EQ(engine->traffic().launches - before.launches, 5 * devices.size()) << "every device has its part";
    EXPECT_NEAR(got.kinetic, kinetic, bound * kinetic);
    EXPECT_NEAR(got.potential, potential, bound * std::abs(potential));
    EXPECT_LT(norm(got.angular_momentum - momentum), bound * sizes);
    if (devices.size() == 1) one = got;
    EXPECT_EQ(std::memcmp(&one, &got, sizeof one), 0);
    engine->set_scratch_limit(1);
    const Conserved in_pieces = engine->conserved(*sources, when, {eps2});
    EXPECT_EQ(std::memcmp(&one, &in_pieces, sizeof one), 0);
  }
}

TEST_P(DeviceEngineTest, RowsAreParkedOnEveryDevice) {
  const Bodies bodies = make_bodies(700);
  const std::vector<Slot> parked{slot_at(2), slot_at(255), slot_at(256), slot_at(600)};
  const auto engine = make({0, 0, 0});
  const auto sources = make_sources(*engine, bodies), partly_written = engine->make_sources();
  engine->conserved(*sources, when, {eps2});
  sources->park(parked);
  partly_written->resize(700);
  Bodies others;
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < 700; ++i)
    if (std::ranges::find(parked, slot_at(i)) == parked.end()) {
      slots.push_back(slot_at(i));
      others.add(bodies.mass[i], bodies.position[i], bodies.velocity[i], bodies.acceleration[i], bodies.jerk[i],
                 bodies.time[i]);
    }
  partly_written->write(slots, others.rows());
  const Conserved got = engine->conserved(*sources, when, {eps2});
  const Conserved wanted = engine->conserved(*partly_written, when, {eps2});
  EXPECT_EQ(std::memcmp(&got, &wanted, sizeof got), 0);
  for (const std::size_t count : {3, 300}) {  // the sources are divided, or the targets
    TargetsAndResults some, same;
    for (std::size_t t = 0; t < count; ++t) some.add(slot_at(3 + t % 200), predicted(bodies, 3 + t % 200, when), 0.05);
    same = some;
    engine->evaluate(*sources, when, some.targets(), {eps2}, everything, some.results()).wait();
    engine->evaluate(*partly_written, when, same.targets(), {eps2}, everything, same.results()).wait();
    expect_same_bits(some, same);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, DeviceEngineTest, testing::ValuesIn(device_engines()), engine_name);

TEST(DeviceEngineSize, MemoryAloneBoundsTheNumberOfSources) {
  // Above 131,072, where older libraries end, and above the leaves that one work-item takes.
  const std::size_t n = 150000;
  Bodies bodies;
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<double>(i);
    bodies.add(1.0 / static_cast<double>(n), {std::sin(a), std::cos(0.7 * a), a / static_cast<double>(n)},
               {std::cos(a), 0, 0});
  }
  SerialWorkers workers;
  const auto engine = make_engine({"opencl", Precision::two_float}, workers);
  const auto sources = make_sources(*engine, bodies);
  TargetsAndResults some;
  for (const std::size_t i : {std::size_t{0}, std::size_t{131072}, n - 1})
    some.add(slot_at(i), predicted(bodies, i, {}));
  engine->evaluate(*sources, {}, some.targets(), {eps2}, {true, true, false, false}, some.results()).wait();
  for (std::size_t t = 0; t < some.size(); ++t)
    EXPECT_LT(errors_of(some, t, exact_force(bodies, {}, some.slot[t], some.point(t), eps2)).acceleration, 2e-6);
}

}  // namespace
}  // namespace tucana::test
