// Calls in a wrong order and with bad values: a message, a code, and nothing written.
#include <g6.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class G6Order : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override { GetParam().choose(environment_); }
  Environment environment_;
};
constexpr Where both_orders[] = {{"cpu", "two_float", 1e-6}, {"opencl", "two_float", 1e-6}};
INSTANTIATE_TEST_SUITE_P(On, G6Order, testing::ValuesIn(both_orders),
                         [](const auto& where) { return where.param.name(); });

/// What a call says on stderr.
std::string said(const std::function<void()>& call) {
  testing::internal::CaptureStderr();
  call();
  return testing::internal::GetCapturedStderr();
}

TEST_P(G6Order, CallsBeforeOpenAreRefused) {
  int id = 71, address = 0, n = 0, most = 10, list[10];
  double t = 0, x[1][3] = {}, pot[1] = {7}, h2[1] = {}, eps2 = 0;
  const auto text = said([&] {
    EXPECT_NE(g6_set_ti_(&id, &t), 0);
    EXPECT_NE(g6_set_j_particle_(&id, &address, &address, &t, &t, &t, x[0], x[0], x[0], x[0], x[0]), 0);
    g6calc_firsthalf_(&id, &n, &n, &address, x, x, x, x, pot, &eps2, h2);
    EXPECT_NE(g6calc_lasthalf_(&id, &n, &n, &address, x, x, &eps2, h2, x, x, pot), 0);
    EXPECT_LT(g6_read_neighbour_list_(&id), 0);
    EXPECT_LT(g6_get_neighbour_list_(&id, &address, &most, &n, list), 0);
    EXPECT_NE(g6_close_(&id), 0);
  });
  EXPECT_EQ(pot[0], 7);
  EXPECT_NE(text.find("libg6: g6_set_ti_ (id 71): it is not open; call g6_open_ first"), std::string::npos) << text;
  EXPECT_NE(text.find("g6_close_ (id 71): it is not open"), std::string::npos) << text;
  EXPECT_GT(g6_npipes_(), 0);
}

TEST_P(G6Order, AnIdIsNotNeeded) {
  double t = 0, mass = 1, x[2][3] = {{0, 0, 0}, {1, 0, 0}}, zero[3] = {}, acc[1][3], jerk[1][3], pot[1], h2[1] = {};
  double eps2 = 0;
  int ni = 1, nj = 2;
  ASSERT_EQ(g6_open_(nullptr), 0);
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(g6_set_j_particle_(nullptr, &i, &i, &t, &t, &mass, zero, zero, zero, zero, x[i]), 0);
  int index[1] = {0};
  g6calc_firsthalf_(nullptr, &nj, &ni, index, x, &zero, acc, jerk, pot, &eps2, h2);
  ASSERT_EQ(g6calc_lasthalf_(nullptr, &nj, &ni, index, x, &zero, &eps2, h2, acc, jerk, pot), 0);
  EXPECT_NEAR(acc[0][0], 1, 1e-6);
  EXPECT_NEAR(pot[0], -1, 1e-6);
  int id = 0;
  EXPECT_EQ(g6_close_(&id), 0);
}

TEST_P(G6Order, OpenCloseOpenForgetsTheSources) {
  const auto bodies = make_client_bodies(10);
  for (int round = 0; round < 3; ++round) {
    Client client(5);
    client.add_target(-1, {3, 0, 0}, {0, 0, 0});
    ASSERT_EQ(client.forces(10), 0);
    EXPECT_EQ(client.pot[0], 0);
    client.send_all(bodies);
    EXPECT_EQ(g6_open_(&client.id), 0);  // open already: nothing changes
    ASSERT_EQ(client.forces(10), 0);
    EXPECT_LT(client.pot[0], -0.5);
  }
}

TEST_P(G6Order, HalvesBelongTogether) {
  const auto bodies = make_client_bodies(10);
  Client client;
  client.send_all(bodies);
  client.add_target(-1, {3, 0, 0}, {0, 0, 0});
  std::string text = said([&] { EXPECT_NE(client.last_half(10), 0); });
  EXPECT_NE(text.find("g6calc_lasthalf_ (id 0): there is no first half before it"), std::string::npos) << text;
  EXPECT_EQ(client.pot[0], 7);
  client.first_half(10);
  client.first_half(10);  // the first one is forgotten
  ASSERT_EQ(client.last_half(10), 0);
  EXPECT_LT(client.pot[0], -0.5);
  client.first_half(10);
  client.add_target(-1, {4, 0, 0}, {0, 0, 0});
  text = said([&] { EXPECT_NE(client.last_half(10), 0); });
  EXPECT_NE(text.find("ni = 2 here, but 1 in the first half"), std::string::npos) << text;
  EXPECT_EQ(client.pot[0], 7);
}

TEST_P(G6Order, NumbersOfTargetsAreChecked) {
  Client client;
  ASSERT_EQ(client.forces(0), 0);  // no targets, no sources: nothing to do
  ASSERT_EQ(client.forces(10), 0);
  for (int i = 0; i < 257; ++i) client.add_target(i, {1, 2, 3}, {0, 0, 0});
  const auto text = said([&] { EXPECT_NE(client.forces(0), 0); });
  EXPECT_NE(text.find("ni = 257 is not from 0 to 256"), std::string::npos) << text;
  EXPECT_EQ(client.pot[0], 7);
  client.clear_targets();
  client.add_target(0, {1, 2, 3}, {0, 0, 0});
  EXPECT_NE(said([&] { EXPECT_NE(client.forces(-1), 0); }).find("nj = -1 is negative"), std::string::npos);
}

TEST_P(G6Order, BadSourcesAreRefusedAndTheOthersStay) {
  auto bodies = make_client_bodies(10);
  Client client;
  client.send_all(bodies);
  client.add_target(-1, {3, 0, 0}, {0, 0, 0});
  client.set_time(1);
  ASSERT_EQ(client.forces(10), 0);
  const auto pot = client.pot;
  auto bad = bodies;
  bad.x[3][1] = nan;
  std::string text = said([&] { EXPECT_NE(client.send(bad, 3, 3), 0); });
  EXPECT_NE(text.find("the source at address 3 stays as it was"), std::string::npos) << text;
  bad = bodies;
  bad.mass[3] = std::numeric_limits<double>::infinity();
  bad.x[4] = {1e101, 0, 0};
  bad.time[5] = nan;
  for (std::size_t i = 3; i < 6; ++i) text = said([&] { EXPECT_NE(client.send(bad, i, i), 0); });
  EXPECT_NE(text.find("the time tj of the source at address 5 is not finite"), std::string::npos) << text;
  int address = -1, index = 0;
  double number = 0, x[3] = {};
  EXPECT_NE(g6_set_j_particle_(&client.id, &address, &index, &number, &number, &number, x, x, x, x, x), 0);
  address = 2147483647;
  text = said([&] {
    EXPECT_NE(g6_set_j_particle_(&client.id, &address, &index, &number, &number, &number, x, x, x, x, x), 0);
  });
  EXPECT_NE(text.find("address 2147483647 is beyond"), std::string::npos) << text;
  ASSERT_EQ(client.forces(10), 0);
  EXPECT_EQ(client.pot, pot);
}

TEST_P(G6Order, BadTargetsGetNothingAndTheOthersTheirForces) {
  const auto bodies = make_client_bodies(10);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.add_target(-1, {3, 0, 0}, {0, 0, 0}, 100);
  client.add_target(-1, {nan, 0, 0}, {0, 0, 0}, 100);
  client.add_target(-1, {3, 0, 0}, {0, 1e99, 0}, 100);
  const auto text = said([&] { EXPECT_NE(client.forces(10), 0); });
  EXPECT_NE(text.find("results are not finite"), std::string::npos) << text;
  EXPECT_LT(client.pot[0], -0.5);
  EXPECT_TRUE(std::isnan(client.pot[1]) && std::isnan(client.acc[1][0]) && std::isnan(client.jerk[1][2]));
  EXPECT_TRUE(std::isnan(client.pot[2]));
  EXPECT_EQ(client.nnb[1], -1);
  ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
  std::vector<int> list;
  EXPECT_EQ(client.list(0, 20, list), 0);
  EXPECT_EQ(list.size(), 10U);
  EXPECT_EQ(client.list(1, 20, list), 0);
  EXPECT_EQ(list.size(), 0U);
}

TEST_P(G6Order, BadSofteningAndTimeAreRefused) {
  const auto bodies = make_client_bodies(10);
  Client client;
  client.send_all(bodies);
  client.add_target(-1, {3, 0, 0}, {0, 0, 0});
  for (const double eps2 : {-1.0, nan, 1e300}) {
    client.eps2 = eps2;
    EXPECT_NE(said([&] { EXPECT_NE(client.forces(10), 0); }).find("eps2 = "), std::string::npos);
  }
  client.eps2 = 0;
  double t = nan;
  EXPECT_NE(g6_set_ti_(&client.id, &t), 0);
  EXPECT_EQ(client.forces(10), 0);
}

TEST_P(G6Order, CoincidenceWithoutSofteningIsToldAndSoftenedItIsNot) {
  ClientBodies bodies;
  bodies.add(1, 1, {1, 2, 3});
  bodies.add(2, 1, {1, 2, 3});
  bodies.add(3, 1, {2, 2, 3});
  Client client;
  client.send_all(bodies);
  client.add_target(1, {1, 2, 3}, {0, 0, 0});
  EXPECT_NE(client.forces(3), 0);
  EXPECT_FALSE(std::isfinite(client.pot[0]));
  client.eps2 = 0.25;
  EXPECT_EQ(client.forces(3), 0);
  EXPECT_NEAR(client.acc[0][0], std::pow(1.25, -1.5), 1e-6);
  EXPECT_EQ(client.nnb[0], 2);
}

TEST_P(G6Order, ListsAreReadAfterForcesAndByTargetsThatAreThere) {
  const auto bodies = make_client_bodies(10);
  Client client;
  client.send_all(bodies);
  EXPECT_LT(g6_read_neighbour_list_(&client.id), 0);
  client.add_target(-1, {0, 0, 0}, {0, 0, 0}, 9);
  ASSERT_EQ(client.forces(10), 0);
  std::vector<int> list;
  EXPECT_LT(client.list(0, 10, list), 0);  // not read yet
  ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
  EXPECT_EQ(client.list(0, 10, list), 0);
  EXPECT_EQ(client.list(0, 0, list), 1);
  EXPECT_LT(client.list(1, 10, list), 0);
  EXPECT_LT(client.list(-1, 10, list), 0);
  int target = 0, most = -1, n = 5;
  EXPECT_LT(g6_get_neighbour_list_(&client.id, &target, &most, &n, nullptr), 0);
  EXPECT_EQ(n, 0);
  ASSERT_EQ(client.forces(10), 0);
  EXPECT_LT(client.list(0, 10, list), 0);  // of the call before
}

TEST_P(G6Order, NullArraysAreRefused) {
  Client client;
  int n = 1;
  double eps2 = 0;
  g6calc_firsthalf_(&client.id, &n, &n, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &eps2, nullptr);
  EXPECT_NE(g6calc_lasthalf_(&client.id, &n, &n, nullptr, nullptr, nullptr, &eps2, nullptr, nullptr, nullptr, nullptr),
            0);
  int address = 0;
  EXPECT_NE(g6_set_j_particle_(&client.id, &address, &address, &eps2, &eps2, &eps2, nullptr, nullptr, nullptr, nullptr,
                               nullptr),
            0);
}

TEST_P(G6Order, AMessageIsNotRepeatedForEver) {
  int id = 99;
  const auto text = said([&] {
    for (int i = 0; i < 100; ++i) g6_close_(&id);
  });
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 3);
}

/// Numbers in a text do not make it a new one.
TEST_P(G6Order, RefusedSourcesAreToldAFewTimes) {
  auto bodies = make_client_bodies(2000);
  Client client;
  const auto text = said([&] {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies.x[i][0] = i % 2 == 0 ? nan : 1e150 * static_cast<double>(i);
      EXPECT_NE(client.send(bodies, i, i), 0);
    }
  });
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 6);
}

/// What single precision cannot do is not blamed on the client.
TEST_P(G6Order, TheCauseOfBadResultsIsNamed) {
  const auto bodies = make_client_bodies(10);
  static int id = 200;  // a message is shown a few times for each
  Client client(id++);
  client.send_all(bodies);
  client.set_time(1);
  const auto cause = [&](const Vector& x, const Vector& v) {
    client.clear_targets();
    client.add_target(-5, x, v);
    return said([&] { EXPECT_NE(client.forces(10), 0); });
  };
  const auto expect = [](const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect("the target of index -5 is not finite", cause({nan, 0, 0}, {0, 0, 0}));
  expect("velocity of the target of index -5 is too large for two_float", cause({3, 0, 0}, {0, 1e99, 0}));
  expect("a source of another index stands at the place of the target of index -5, and eps2 is 0",
         cause(bodies.position_at(0, 1), {0, 0, 0}));
}

TEST_P(G6Order, WhatHasNoEffectReadsNothing) {
  EXPECT_EQ(g6_set_tunit_(nullptr), 0);
  EXPECT_EQ(g6_set_xunit_(nullptr), 0);
  EXPECT_EQ(g6_reset_(nullptr), 0);
  EXPECT_EQ(g6_reset_fofpga_(nullptr), 0);
  EXPECT_EQ(g6_initialize_jp_buffer_(nullptr, nullptr), 0);
  EXPECT_EQ(g6_flush_jp_buffer_(nullptr), 0);
}

}  // namespace
}  // namespace tucana::test
