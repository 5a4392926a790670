// Forces against a direct sum in long double, and who is left out of them.
#include <g6.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

class G6Forces : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override { GetParam().choose(environment_); }
  double tolerance() const { return GetParam().tolerance; }
  void expect_exact(const Client& client, std::size_t t, const ClientBodies& bodies, double when) const {
    const auto exact = exact_answer(bodies, when, client.index[t], client.x[t], client.v[t], client.eps2);
    EXPECT_LT(error_of(client, t, exact), tolerance()) << "target " << t;
    EXPECT_LT(jerk_error_of(client, t, exact), 10 * tolerance()) << "target " << t;
  }
  Environment environment_;
};
INSTANTIATE_TEST_SUITE_P(On, G6Forces, testing::ValuesIn(everywhere),
                         [](const auto& where) { return where.param.name(); });

void add_all_targets(Client& client, const ClientBodies& bodies, double when, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    client.add_target(bodies.index[i], bodies.position_at(i, when), bodies.velocity_at(i, when));
}

TEST_P(G6Forces, AreThoseOfADirectSum) {
  const auto bodies = make_client_bodies(600);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.eps2 = 1e-4;
  add_all_targets(client, bodies, 1, 100);
  client.add_target(-1, {0.3, 0.2, 0.1}, {0, 0, 0});  // nobody's index: a test point
  ASSERT_EQ(client.forces(600), 0);
  for (std::size_t t = 0; t < client.index.size(); ++t) {
    expect_exact(client, t, bodies, 1);
    EXPECT_EQ(client.nnb[t], exact_answer(bodies, 1, client.index[t], client.x[t], client.v[t], client.eps2).nearest);
    EXPECT_LT(client.pot[t], 0);
  }
}

TEST_P(G6Forces, WithoutTheNearestAreTheSame) {
  const auto bodies = make_client_bodies(300);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  add_all_targets(client, bodies, 1, 20);
  ASSERT_EQ(client.forces(300), 0);
  const auto acc = client.acc, jerk = client.jerk;
  const auto nnb = client.nnb;
  for (int round = 0; round < 2; ++round) {
    client.first_half(300);
    ASSERT_EQ(client.last_half(300), 0);
    EXPECT_EQ(client.acc, acc);
    EXPECT_EQ(client.jerk, jerk);
  }
  client.first_half(300);
  ASSERT_EQ(client.last_half2(300), 0);  // after calls that did not ask for it
  EXPECT_EQ(client.acc, acc);
  EXPECT_EQ(client.nnb, nnb);
}

TEST_P(G6Forces, PredictWithTheTermInK18) {
  auto bodies = make_client_bodies(300, 1);
  Client client;
  client.eps2 = 1e-4;
  client.send_all(bodies);
  client.set_time(1.25);
  add_all_targets(client, bodies, 1.25, 30);
  ASSERT_EQ(client.forces(300), 0);
  expect_exact(client, 3, bodies, 1.25);
  // The term comes with one source after forces without it, then with all.
  for (const std::size_t first : {299, 0}) {
    for (std::size_t i = first; i < bodies.size(); ++i) {
      bodies.s[i] = {20 + 0.01 * static_cast<double>(i), -30, 40};
      ASSERT_EQ(client.send(bodies, i, i), 0);
    }
    client.clear_targets();
    add_all_targets(client, bodies, 1.25, 30);
    ASSERT_EQ(client.forces(300), 0);
    for (std::size_t t = 0; t < 30; ++t) expect_exact(client, t, bodies, 1.25);
  }
}

TEST_P(G6Forces, SkipEverySourceOfTheTargetsIndex) {
  auto bodies = make_client_bodies(300);
  bodies.index[17] = bodies.index[200] = bodies.index[299] = 104;  // with number 4: four of one index
  bodies.index[30] = bodies.index[31] = -2147483647 - 1;
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  add_all_targets(client, bodies, 1, 40);
  for (const int nj : {300, 250}) {
    ASSERT_EQ(client.forces(nj), 0);
    auto used = bodies;
    used.index.resize(static_cast<std::size_t>(nj)), used.mass.resize(static_cast<std::size_t>(nj));
    for (std::size_t t = 0; t < 40; ++t) {
      expect_exact(client, t, used, 1);
      EXPECT_EQ(client.nnb[t], exact_answer(used, 1, client.index[t], client.x[t], client.v[t], 0).nearest);
    }
  }
  // What was hidden for some must be there for the others, also afterwards.
  client.clear_targets();
  client.add_target(105, bodies.position_at(5, 1), bodies.velocity_at(5, 1));
  ASSERT_EQ(client.forces(300), 0);
  expect_exact(client, 0, bodies, 1);
}

TEST_P(G6Forces, AreZeroWhenAllSourcesHaveTheTargetsIndex) {
  ClientBodies bodies;
  for (int i = 0; i < 5; ++i) bodies.add(3, 1, {0.1 * i, 0, 0});
  Client client;
  client.send_all(bodies);
  client.add_target(3, {0.1, 0, 0}, {1, 0, 0}, 1);
  ASSERT_EQ(client.forces(5), 0);
  EXPECT_EQ(client.acc[0], (Vector{0, 0, 0}));
  EXPECT_EQ(client.pot[0], 0);
  EXPECT_EQ(client.nnb[0], -1);
}

TEST_P(G6Forces, FollowSourcesThatAreReplaced) {
  auto bodies = make_client_bodies(400);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.eps2 = 1e-4;
  add_all_targets(client, bodies, 1, 10);
  ASSERT_EQ(client.forces(400), 0);
  const auto others = make_client_bodies(400, 1, 2);
  for (std::size_t i = 20; i < 400; i += 3) {
    bodies.x[i] = others.x[i], bodies.mass[i] = others.mass[i], bodies.index[i] = 5000 + static_cast<int>(i);
    ASSERT_EQ(client.send(bodies, i, i), 0);
  }
  ASSERT_EQ(client.forces(400), 0);
  for (std::size_t t = 0; t < 10; ++t) expect_exact(client, t, bodies, 1);
}

TEST_P(G6Forces, TakeAddressesInAnyOrderAndWithGaps) {
  const auto bodies = make_client_bodies(100);
  Client client;
  client.set_time(1);
  client.eps2 = 1e-4;
  for (std::size_t i = 100; i-- > 0;) ASSERT_EQ(client.send(bodies, i, 3 * (i * 37 % 100)), 0);
  add_all_targets(client, bodies, 1, 100);
  ASSERT_EQ(client.forces(2000000000), 0);  // far more than there are
  for (std::size_t t = 0; t < 100; ++t) {
    expect_exact(client, t, bodies, 1);
    EXPECT_EQ(client.nnb[t], exact_answer(bodies, 1, client.index[t], client.x[t], client.v[t], 0).nearest);
  }
}

TEST_P(G6Forces, UseTheFirstAddressesOnly) {
  const auto bodies = make_client_bodies(520);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  add_all_targets(client, bodies, 1, 10);
  for (const int nj : {520, 5, 300, 1, 0, 520}) {
    ASSERT_EQ(client.forces(nj), 0);
    auto used = bodies;
    used.mass.resize(static_cast<std::size_t>(nj));
    for (std::size_t t = 0; t < 10 && nj > 1; ++t) expect_exact(client, t, used, 1);
    if (nj == 0) {
      EXPECT_EQ(client.acc[9], (Vector{0, 0, 0}));
      EXPECT_EQ(client.nnb[9], -1);
    }
  }
}

TEST_P(G6Forces, HaveTheSofteningOfEachCall) {
  const auto bodies = make_client_bodies(100);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  add_all_targets(client, bodies, 1, 10);
  for (const double eps2 : {0.0, 1.0, 1e-6, 0.0}) {
    client.eps2 = eps2;
    ASSERT_EQ(client.forces(100), 0);
    for (std::size_t t = 0; t < 10; ++t) expect_exact(client, t, bodies, 1);
  }
}

TEST_P(G6Forces, AreOfTheTargetsAndSourcesOfTheFirstHalf) {
  auto bodies = make_client_bodies(300);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.eps2 = 1e-4;
  for (std::size_t i = 0; i < 50; ++i)
    client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1), 0.04);
  ASSERT_EQ(client.forces(300), 0);
  ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
  const auto acc = client.acc, jerk = client.jerk;
  const auto nnb = client.nnb;
  std::vector<int> list, now;
  ASSERT_EQ(client.list(7, 300, list), 0);
  const auto x = client.x;
  for (const bool nearest : {true, false, true}) {
    client.x = x, client.h2.assign(50, 0.04), client.eps2 = 1e-4;
    client.set_time(1);
    client.send_all(bodies);
    client.first_half(300);
    for (auto& place : client.x) place = {9, 9, 9};
    client.h2.assign(50, 100);
    client.eps2 = 5;
    client.set_time(2);
    auto others = make_client_bodies(300, 1, 2);
    for (auto& index : others.index) index += 1000;
    client.send_all(others);
    ASSERT_EQ(nearest ? client.last_half2(300) : client.last_half(300), 0);
    EXPECT_EQ(client.acc, acc);
    EXPECT_EQ(client.jerk, jerk);
    if (nearest) {
      EXPECT_EQ(client.nnb, nnb);
    }
    ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
    ASSERT_EQ(client.list(7, 300, now), 0);
    EXPECT_EQ(now, list);
  }
}

/// Times far from zero, and units in which everything is fast or slow.
TEST_P(G6Forces, KeepTheirAccuracyAtAnyTime) {
  for (const double scale : {1.0, 0x1p-40, 1e-9, 0x1p30, 3e7}) {
    for (const double start : {0.0, 1e6, -5e4}) {
      if (start != 0 && scale < 1) continue;  // such times have no digits left for such steps
      auto bodies = make_client_bodies(50, 1);
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.time[i] = start * scale + (bodies.time[i] - 1) * scale;
        for (std::size_t k = 0; k < 3; ++k)
          bodies.v[i][k] /= scale, bodies.a[i][k] /= scale * scale, bodies.j[i][k] /= scale * scale * scale;
      }
      Client client;
      client.eps2 = 1e-4;
      client.send_all(bodies);
      for (const double ahead : {0.0, 0.015625, 0.125}) {
        const double when = (start + ahead) * scale;
        client.set_time(when);
        client.clear_targets();
        add_all_targets(client, bodies, when, 20);
        ASSERT_EQ(client.forces(50), 0);
        for (std::size_t t = 0; t < 20; ++t) expect_exact(client, t, bodies, when);
      }
    }
  }
}

TEST_P(G6Forces, OfManySources) {
  const auto bodies = make_client_bodies(200000);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.eps2 = 1e-4;
  for (const std::size_t i : {0, 131072, 199999})
    client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1), 0.01);
  ASSERT_EQ(client.forces(200000), 0);
  for (std::size_t t = 0; t < 3; ++t) expect_exact(client, t, bodies, 1);
  ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
  std::vector<int> list;
  ASSERT_EQ(client.list(0, 200000, list), 0);
  EXPECT_GT(list.size(), 10000U);  // older libraries had room for 256
}

}  // namespace
}  // namespace tucana::test
