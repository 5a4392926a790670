// Arrays of clients: unaligned, aliased, and nothing written beside them. Several ids and threads at once.
#include <g6.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

class G6Memory : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override { GetParam().choose(environment_); }
  Environment environment_;
};
constexpr Where two[] = {{"cpu", "two_float", 1e-6}, {"opencl", "two_float", 1e-6}};
INSTANTIATE_TEST_SUITE_P(On, G6Memory, testing::ValuesIn(two), [](const auto& where) { return where.param.name(); });

/// An address that becomes a pointer of whatever type a prototype asks for, aligned or not.
struct Address {
  std::byte* byte;
  template <class P>
  operator P*() const {  // NOLINT(google-explicit-constructor): a call reads as a client's does
    return static_cast<P*>(static_cast<void*>(byte));
  }
};

/// n numbers at an address that is no multiple of their size, with guards before and behind.
template <class T>
class Unaligned {
 public:
  explicit Unaligned(std::size_t n) : bytes_(n * sizeof(T) + 2 * guard, std::byte{0xa5}), n_(n) {}
  Address at() { return {bytes_.data() + guard}; }
  void put(std::size_t i, const T& value) { std::memcpy(place(i), &value, sizeof value); }
  T get(std::size_t i) {
    T value;
    std::memcpy(&value, place(i), sizeof value);
    return value;
  }
  bool guards_stand() const {
    for (std::size_t i = 0; i < guard; ++i)
      if (bytes_[i] != std::byte{0xa5} || bytes_[bytes_.size() - 1 - i] != std::byte{0xa5}) return false;
    return n_ > 0;
  }

 private:
  static constexpr std::size_t guard = 3;  // hence unaligned: vectors of bytes start at a multiple of 16
  std::byte* place(std::size_t i) { return at().byte + i * sizeof(T); }
  std::vector<std::byte> bytes_;
  std::size_t n_;
};

TEST_P(G6Memory, MayBeUnaligned) {
  const auto bodies = make_client_bodies(50);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  for (std::size_t i = 0; i < 20; ++i)
    client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1));
  ASSERT_EQ(client.forces(50), 0);

  Unaligned<int> id(1), address(1), identity(1), nj(1), ni(1), index(20), nnb(20);
  Unaligned<double> time(1), mass(1), eps2(1), h2(20), pot(20);
  Unaligned<Vector> k18(1), j6(1), a2(1), v(1), x(1), xi(20), vi(20), acc(20), jerk(20);
  id.put(0, 3), nj.put(0, 50), ni.put(0, 20), eps2.put(0, 0.0);
  int plain = 3;
  ASSERT_EQ(g6_open_(&plain), 0);
  for (std::size_t i = 0; i < 50; ++i) {
    address.put(0, static_cast<int>(i)), identity.put(0, bodies.index[i]);
    time.put(0, bodies.time[i]), mass.put(0, bodies.mass[i]);
    k18.put(0, {}), v.put(0, bodies.v[i]), x.put(0, bodies.x[i]);
    const auto divided = [](Vector b, double by) { return Vector{b[0] / by, b[1] / by, b[2] / by}; };
    j6.put(0, divided(bodies.j[i], 6)), a2.put(0, divided(bodies.a[i], 2));
    ASSERT_EQ(g6_set_j_particle_(id.at(), address.at(), identity.at(), time.at(), time.at(), mass.at(), k18.at(),
                                 j6.at(), a2.at(), v.at(), x.at()),
              0);
  }
  double t = 1;
  g6_set_ti_(&plain, &t);
  for (std::size_t i = 0; i < 20; ++i) {
    index.put(i, client.index[i]), xi.put(i, client.x[i]), vi.put(i, client.v[i]), h2.put(i, 0.0);
    acc.put(i, {}), jerk.put(i, {}), pot.put(i, 0.0);
  }
  g6calc_firsthalf_(id.at(), nj.at(), ni.at(), index.at(), xi.at(), vi.at(), acc.at(), jerk.at(), pot.at(), eps2.at(),
                    h2.at());
  ASSERT_EQ(g6calc_lasthalf2_(id.at(), nj.at(), ni.at(), index.at(), xi.at(), vi.at(), eps2.at(), h2.at(), acc.at(),
                              jerk.at(), pot.at(), nnb.at()),
            0);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(acc.get(i), client.acc[i]);
    EXPECT_EQ(jerk.get(i), client.jerk[i]);
    EXPECT_EQ(pot.get(i), client.pot[i]);
    EXPECT_EQ(nnb.get(i), client.nnb[i]);
  }
  EXPECT_TRUE(acc.guards_stand() && jerk.guards_stand() && pot.guards_stand() && nnb.guards_stand());
  EXPECT_EQ(g6_close_(&plain), 0);
}

TEST_P(G6Memory, MayBeTheSameForSeveralArguments) {
  const auto bodies = make_client_bodies(50);
  Client client;
  client.send_all(bodies);
  client.set_time(1);
  for (std::size_t i = 0; i < 20; ++i)
    client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1));
  ASSERT_EQ(client.forces(50), 0);
  // Results over the targets themselves, and acceleration and jerk in one array: the acceleration stays.
  std::vector<double> x(60), v(60), h2(20);
  for (std::size_t i = 0; i < 60; ++i) x[i] = client.x[i / 3][i % 3], v[i] = client.v[i / 3][i % 3];
  auto* xi = reinterpret_cast<double(*)[3]>(x.data());
  auto* vi = reinterpret_cast<double(*)[3]>(v.data());
  std::vector<int> index = client.index;
  int nj = 50, ni = 20;
  double eps2 = 0;
  g6calc_firsthalf_(&client.id, &nj, &ni, index.data(), xi, vi, xi, vi, h2.data(), &eps2, h2.data());
  ASSERT_EQ(
      g6calc_lasthalf2_(&client.id, &nj, &ni, index.data(), xi, vi, &eps2, h2.data(), xi, xi, h2.data(), index.data()),
      0);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(x[3 * i], client.acc[i][0]);
    EXPECT_EQ(h2[i], client.pot[i]);
    EXPECT_EQ(index[i], client.nnb[i]);
  }
}

TEST_P(G6Memory, IdsAreIndependent) {
  const auto some = make_client_bodies(100, 1, 1), others = make_client_bodies(150, 1, 2);
  Client a(0), b(-7);
  a.send_all(some);
  b.send_all(others);
  a.set_time(1), b.set_time(1);
  a.add_target(-1, {2, 0, 0}, {0, 0, 0});
  b.add_target(-1, {2, 0, 0}, {0, 0, 0});
  a.first_half(100);
  b.first_half(150);
  ASSERT_EQ(a.last_half(100), 0);
  ASSERT_EQ(b.last_half(150), 0);
  EXPECT_LT(error_of(a, 0, exact_answer(some, 1, -1, a.x[0], a.v[0], 0)), 1e-6);
  EXPECT_LT(error_of(b, 0, exact_answer(others, 1, -1, b.x[0], b.v[0], 0)), 1e-6);
}

TEST_P(G6Memory, ThreadsMayWorkOnIdsAtOnce) {
  const auto bodies = make_client_bodies(300);
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::vector<double> errors(4, 1);
  for (int id = 0; id < 4; ++id)
    threads.emplace_back([&bodies, &errors, id] {
      double worst = 0;
      for (int round = 0; round < 3; ++round) {
        Client client(id);
        client.send_all(bodies);
        client.set_time(1);
        for (std::size_t i = 0; i < 30; ++i)
          client.add_target(bodies.index[i], bodies.position_at(i, 1), bodies.velocity_at(i, 1));
        if (client.forces(300) != 0) worst = 1;
        for (std::size_t i = 0; i < 30; ++i)
          worst = std::max(worst,
                           error_of(client, i, exact_answer(bodies, 1, client.index[i], client.x[i], client.v[i], 0)));
      }
      errors[static_cast<std::size_t>(id)] = worst;
    });
  for (auto& thread : threads) thread.join();
  for (const double error : errors) EXPECT_LT(error, 1e-6);
}

/// Two threads send the halves of the sources of one id.
TEST_P(G6Memory, ThreadsMayShareAnId) {
  const auto bodies = make_client_bodies(2000);
  Client client;
  const auto send = [&](std::size_t first) {
    for (std::size_t i = first; i < 2000; i += 2) client.send(bodies, i, i);
  };
  std::thread other(send, 1);
  send(0);
  other.join();
  client.set_time(1);
  client.add_target(-1, {2, 0, 0}, {0, 0, 0});
  ASSERT_EQ(client.forces(2000), 0);
  EXPECT_LT(error_of(client, 0, exact_answer(bodies, 1, -1, client.x[0], client.v[0], 0)), 1e-6);
}

}  // namespace
}  // namespace tucana::test
