// Numbers that single precision cannot hold in the client's units: results are right all the same, or refused.
#include <g6.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

constexpr Where places[] = {{"cpu", "fp64", 1e-13},     {"cpu", "two_float", 1e-6},    {"cpu", "fp32", 1e-4},
                            {"cpu", "extended", 1e-11}, {"opencl", "two_float", 1e-6}, {"opencl", "extended", 1e-11}};

class G6Range : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override { GetParam().choose(environment_); }

  /// Forces on the first bodies at `when`; all of them right.
  static void expect_right(Client& client, const ClientBodies& bodies, double when) {
    client.clear_targets();
    for (std::size_t i = 0; i < std::min<std::size_t>(bodies.size(), 8); ++i)
      client.add_target(bodies.index[i], bodies.position_at(i, when), bodies.velocity_at(i, when));
    client.set_time(when);
    ASSERT_EQ(client.forces(static_cast<int>(bodies.size())), 0);
    for (std::size_t t = 0; t < client.index.size(); ++t) {
      const auto exact = exact_answer(bodies, when, client.index[t], client.x[t], client.v[t], client.eps2);
      EXPECT_LT(error_of(client, t, exact), GetParam().tolerance) << "target " << t;
      EXPECT_LT(jerk_error_of(client, t, exact), 10 * GetParam().tolerance) << "target " << t;
      EXPECT_EQ(client.nnb[t], exact.nearest) << "target " << t;
    }
  }
  static void expect_right(const ClientBodies& bodies, double when, double eps2 = 0) {
    Client client;
    client.eps2 = eps2;
    client.send_all(bodies);
    expect_right(client, bodies, when);
  }
  Environment environment_;
};
INSTANTIATE_TEST_SUITE_P(On, G6Range, testing::ValuesIn(places), [](const auto& where) { return where.param.name(); });

/// The powers of two by which a client's units of length, mass and time differ from those of make_client_bodies().
struct Scale {
  int length, mass, time;
};

ClientBodies in_units(const Scale& unit, ClientBodies bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.mass[i] = std::ldexp(bodies.mass[i], unit.mass);
    bodies.time[i] = std::ldexp(bodies.time[i], unit.time);
    int power = unit.length;
    for (auto* column : {&bodies.x, &bodies.v, &bodies.a, &bodies.j, &bodies.s}) {
      for (double& number : (*column)[i]) number = std::ldexp(number, power);
      power -= unit.time;
    }
  }
  return bodies;
}

/// A power of two loses nothing, so that not one bit may depend on the units. (fp64 keeps the client's, and takes
/// another root for very large coordinates.)
TEST_P(G6Range, UnitsOfTheClientChangeNoBit) {
  constexpr std::size_t n = 64;
  const auto bodies = make_client_bodies(n);
  const auto forces = [&](Client& client, const Scale& unit) {
    const auto own = in_units(unit, bodies);
    const double when = std::ldexp(1.0, unit.time);
    client.send_all(own);
    client.eps2 = std::ldexp(0x1p-12, 2 * unit.length);
    client.set_time(when);
    for (std::size_t i = 0; i < n; ++i)
      client.add_target(own.index[i], own.position_at(i, when), own.velocity_at(i, when));
    ASSERT_EQ(client.forces(static_cast<int>(n)), 0);
  };
  Client plain;
  forces(plain, {0, 0, 0});
  for (const Scale& unit : {Scale{40, 0, 0},
                            {-40, 0, 0},
                            {0, 100, 0},
                            {0, -150, 0},
                            {46, -10, 0},
                            {-50, -100, -100},
                            {50, 100, 100},
                            {0, 0, -133},
                            {0, 0, 133},
                            {3, -2, 1}}) {
    SCOPED_TRACE(std::to_string(unit.length) + " " + std::to_string(unit.mass) + " " + std::to_string(unit.time));
    Client other(1);
    forces(other, unit);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(other.pot[i], std::ldexp(plain.pot[i], unit.mass - unit.length));
      EXPECT_EQ(other.acc[i][0], std::ldexp(plain.acc[i][0], unit.mass - 2 * unit.length));
      EXPECT_EQ(other.jerk[i][1], std::ldexp(plain.jerk[i][1], unit.mass - 2 * unit.length - unit.time));
      EXPECT_EQ(other.nnb[i], plain.nnb[i]);
    }
  }
}

TEST_P(G6Range, LargePlacesAndSmallMasses) {
  for (const auto& [place, mass] : {std::pair{1e12, 1e-3}, {1e14, 1.0}, {1e16, 1.0}, {1e-12, 1.0}, {1.0, 1e-45}}) {
    auto bodies = make_client_bodies(20);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies.mass[i] *= mass;
      for (double& x : bodies.x[i]) x *= place;
      if (place < 1)
        for (auto* column : {&bodies.v, &bodies.a, &bodies.j})
          for (double& number : (*column)[i]) number *= place;
    }
    SCOPED_TRACE(place);
    expect_right(bodies, 1);
  }
}

TEST_P(G6Range, TinyTimes) {
  auto bodies = make_client_bodies(20);
  for (double& time : bodies.time) time = 0;
  expect_right(bodies, 1e-40);
  for (double& time : bodies.time) time = 1e-40;
  expect_right(bodies, 1e-40);
}

TEST_P(G6Range, SlowBodies) {
  auto bodies = make_client_bodies(20);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (double& v : bodies.v[i]) v *= 1e-42;
    bodies.a[i] = bodies.j[i] = {};
  }
  expect_right(bodies, 1);
}

/// A time far away is told with its results, and leaves nothing behind.
TEST_P(G6Range, ATimeFarAwayLeavesTheIdAsItWas) {
  auto bodies = make_client_bodies(20);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.a[i] = bodies.j[i] = {};
  static int id = 100;  // a message is shown a few times for each
  Client client(id++);
  client.send_all(bodies);
  expect_right(client, bodies, 1);
  expect_right(client, bodies, 1e18);
  expect_right(client, bodies, 1);
  client.set_time(1e300);
  testing::internal::CaptureStderr();
  EXPECT_NE(client.forces(20), 0);
  const auto text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("at time 1e+300 the source at address 0"), std::string::npos) << text;
  expect_right(client, bodies, 1);
  expect_right(client, bodies, 1 + 0x1p-10);  // not on the grid of a coarse clock
}

TEST_P(G6Range, ClosePairs) {
  ClientBodies bodies;
  bodies.add(1, 1, {0, 0, 0}, {0, 1, 0});
  bodies.add(2, 1, {1e-14, 0, 0}, {0, -1, 0});
  bodies.add(3, 1, {0, 1, 0}, {0, 0, 1});
  expect_right(bodies, 0);
}

TEST_P(G6Range, ABodyFarHeavierThanAllOthers) {
  ClientBodies bodies;
  bodies.add(1, 1, {0, 0, 0}, {0, 0, 0});
  bodies.add(2, 1e-38, {1, 0, 0}, {0, -1, 0});
  bodies.add(3, 2e-38, {0, 2, 0}, {0, 0, 1});
  expect_right(bodies, 0);
}

TEST_P(G6Range, SofteningsOfAnySize) {
  const auto bodies = make_client_bodies(20);
  for (const double eps2 : {1e-50, 1e-20, 1e10, 1e30}) {
    SCOPED_TRACE(eps2);
    expect_right(bodies, 1, eps2);
  }
}

/// A pair as close as its softening is short, while others are far away.
TEST_P(G6Range, AShortSoftening) {
  ClientBodies bodies;
  bodies.add(1, 1e-3, {0, 0, 0}, {0, 1, 0});
  bodies.add(2, 2e-3, {1e-17, 0, 0}, {0, -1, 0});
  bodies.add(3, 1, {0, 1, 0}, {0, 0, 1});
  expect_right(bodies, 0, 1e-34);
}

/// A body that has flown far away neither loses its own force nor harms those of the others.
TEST_P(G6Range, AnEscaper) {
  auto bodies = make_client_bodies(20);
  bodies.x[3] = {1e17, 0, 0};
  expect_right(bodies, 1);
}

TEST(G6RangeOfMasses, IsToldWhenItIsTooWide) {
  Environment environment;
  environment.set("TUCANA_G6_ENGINE", "cpu");
  auto bodies = make_client_bodies(3);
  bodies.mass[1] = 1e-80;
  Client client;
  client.send_all(bodies);
  client.add_target(-1, {3, 0, 0}, {0, 0, 0});
  testing::internal::CaptureStderr();
  EXPECT_NE(client.forces(3), 0);
  const auto text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("masses from 1e-80 to "), std::string::npos) << text;
  EXPECT_NE(text.find("differ by too much for two_float; use TUCANA_G6_PRECISION=fp64"), std::string::npos) << text;
  bodies.mass[1] = 0;  // a tracer
  client.send_all(bodies);
  EXPECT_EQ(client.forces(3), 0);
}

}  // namespace
}  // namespace tucana::test
