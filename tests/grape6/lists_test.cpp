// Neighbour lists: who is in them, room that is too small, and what the self rule says.
#include <g6.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

class G6Lists : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override { GetParam().choose(environment_); }

  /// Indices of the bodies within the radius of target t, ascending.
  static std::vector<int> expected(const ClientBodies& bodies, const Client& client, std::size_t t, double when,
                                   bool with_self) {
    std::vector<int> list;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vector x = bodies.position_at(i, when);
      double r2 = 0;
      for (std::size_t k = 0; k < 3; ++k) r2 += (x[k] - client.x[t][k]) * (x[k] - client.x[t][k]);
      if (r2 < client.h2[t] && (with_self || bodies.index[i] != client.index[t])) list.push_back(bodies.index[i]);
    }
    std::sort(list.begin(), list.end());
    return list;
  }

  void check(bool with_self) {
    auto bodies = make_client_bodies(600);
    for (std::size_t i = 0; i < 600; ++i) bodies.index[i] = static_cast<int>(i * 7919 % 600) - 300;  // in no order
    bodies.index[9] = bodies.index[10];
    Client client;
    client.send_all(bodies);
    client.set_time(1);
    for (std::size_t i = 0; i < 40; ++i)
      client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1),
                        0.01 * static_cast<double>(i));
    ASSERT_EQ(client.forces(600), 0);
    ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
    for (std::size_t t = 0; t < 40; ++t) {
      std::vector<int> list;
      EXPECT_EQ(client.list(static_cast<int>(t), 600, list), 0);
      EXPECT_EQ(list, expected(bodies, client, t, 1, with_self)) << "target " << t;
    }
  }

  Environment environment_;
};
INSTANTIATE_TEST_SUITE_P(On, G6Lists, testing::ValuesIn(everywhere),
                         [](const auto& where) { return where.param.name(); });

TEST_P(G6Lists, HaveTheTargetWithMorePipesThanGrape6Had) { check(true); }

TEST_P(G6Lists, AreWithoutTheTargetWithThePipesOfGrape6) {
  environment_.set("TUCANA_G6_NPIPES", "48");
  check(false);
}

TEST_P(G6Lists, FollowTheVariableAboutTheTarget) {
  environment_.set("TUCANA_G6_SELF_IN_LIST", "0");
  check(false);
}

TEST_P(G6Lists, MadeWithTheForceAreTheSame) {
  environment_.set("TUCANA_G6_LISTS", "force");
  check(true);
  environment_.set("TUCANA_G6_SELF_IN_LIST", "0");
  check(false);
}

TEST_P(G6Lists, ThatOverflowAreCutAndFitAfterARetry) {
  const auto bodies = make_client_bodies(1000);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  client.add_target(bodies.index[5], bodies.position_at(5, 1), bodies.velocity_at(5, 1), 9);
  ASSERT_EQ(client.forces(1000), 0);
  ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
  std::vector<int> list;
  EXPECT_EQ(client.list(0, 300, list), 1);
  EXPECT_EQ(list.size(), 300U);  // as many as there was room for
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  const auto all = expected(bodies, client, 0, 1, true);
  EXPECT_TRUE(std::equal(list.begin(), list.end(), all.begin()));
  while (client.list(0, 300, list) != 0) {
    client.h2[0] /= 2;
    ASSERT_EQ(client.forces(1000), 0);
    ASSERT_EQ(g6_read_neighbour_list_old_(&client.id), 0);
  }
  EXPECT_EQ(list, expected(bodies, client, 0, 1, true));
  EXPECT_GT(list.size(), 10U);
}

TEST_P(G6Lists, BearRadiiThatNobodySet) {
  const auto bodies = make_client_bodies(300);
  for (const char* mode : {"demand", "force", "off"}) {
    environment_.set("TUCANA_G6_LISTS", mode);
    Client client;
    client.send_all(bodies);
    client.set_time(1);
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double h2 : {std::nan(""), -1.0, 1e300, inf, -inf, 0.0, 5e-324})
      client.add_target(bodies.index[0], bodies.position_at(0, 1), bodies.velocity_at(0, 1), h2);
    ASSERT_EQ(client.forces(300), 0);
    EXPECT_EQ(client.acc[0], client.acc[6]);
    ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
    std::vector<std::size_t> lengths;
    for (int t = 0; t < 6; ++t) {
      std::vector<int> list;
      ASSERT_EQ(client.list(t, 300, list), 0);
      lengths.push_back(list.size());
    }
    const std::size_t all = std::string(mode) == "off" ? 0 : 300;
    EXPECT_EQ(lengths, (std::vector<std::size_t>{0, 0, all, all, 0, 0})) << mode;
  }
}

}  // namespace
}  // namespace tucana::test
