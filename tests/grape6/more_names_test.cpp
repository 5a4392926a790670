// The by-value names, those of GRAPE-6A, and Sapporo2's for the 6th order, against the ones that clients use most.
#include <g6.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/grape6/client.h"

namespace tucana::test {
namespace {

double (*sent_rows(std::vector<Vector>& column))[3] { return reinterpret_cast<double(*)[3]>(column.data()); }

/// The answers of the Fortran names, and room for those of others.
class G6Names : public testing::TestWithParam<Where> {
 protected:
  void SetUp() override {
    GetParam().choose(environment_);
    Client client(1);
    client.eps2 = 1e-4;
    client.send_all(bodies_);
    client.set_time(1);
    for (std::size_t i = 0; i < 30; ++i)
      client.add_target(bodies_.index[i], bodies_.position_at(i, 1), bodies_.velocity_at(i, 1), 0.1);
    ASSERT_EQ(client.forces(200), 0);
    index_ = client.index, x_ = client.x, v_ = client.v, h2_ = client.h2;
    acc_ = client.acc, jerk_ = client.jerk, pot_ = client.pot, nnb_ = client.nnb;
    ASSERT_EQ(g6_read_neighbour_list_(&client.id), 0);
    ASSERT_EQ(client.list(4, 200, list_), 0);
    acc.resize(30), jerk.resize(30), pot.resize(30), nnb.resize(30), flag.assign(30, 5);
  }

  /// k18, j6 and a2 of body i.
  Vector divided(const std::vector<Vector>& column, std::size_t i, double by) const {
    return {column[i][0] / by, column[i][1] / by, column[i][2] / by};
  }
  void expect_same(bool nearest) {
    EXPECT_EQ(acc, acc_);
    EXPECT_EQ(jerk, jerk_);
    EXPECT_EQ(pot, pot_);
    if (nearest) {
      EXPECT_EQ(nnb, nnb_);
    }
    acc.assign(30, {}), jerk.assign(30, {}), pot.assign(30, 0), nnb.assign(30, 0);
  }

  Environment environment_;
  const ClientBodies bodies_ = make_client_bodies(200);
  std::vector<int> index_, nnb_, list_;
  std::vector<Vector> x_, v_, acc_, jerk_;
  std::vector<double> h2_, pot_;
  std::vector<Vector> acc, jerk;
  std::vector<double> pot;
  std::vector<int> nnb, flag;
};
constexpr Where both_names[] = {{"cpu", "fp64", 1e-13}, {"opencl", "two_float", 1e-6}};
INSTANTIATE_TEST_SUITE_P(On, G6Names, testing::ValuesIn(both_names),
                         [](const auto& where) { return where.param.name(); });

TEST_P(G6Names, ByValue) {
  ASSERT_EQ(g6_open(0), 0);
  EXPECT_EQ(g6_npipes(), 256);
  EXPECT_EQ(g6_get_number_of_pipelines(), 256);
  g6_set_tunit(51), g6_set_xunit(51), g6_reset(0), g6_reset_fofpga(0), g6_reinitialize(0);
  g6_initialize_jp_buffer(0, 10), g6_flush_jp_buffer(0), g6_set_neighbour_list_sort_mode(1);
  g6_get_neighbour_list_sort_mode(), g6_set_overflow_flag_test_mode(0, 0, 0);
  for (std::size_t i = 0; i < 200; ++i) {
    Vector k18 = divided(bodies_.s, i, 18), j6 = divided(bodies_.j, i, 6), a2 = divided(bodies_.a, i, 2);
    Vector v = bodies_.v[i], x = bodies_.x[i];
    ASSERT_EQ(g6_set_j_particle(0, static_cast<int>(i), bodies_.index[i], bodies_.time[i], 1, bodies_.mass[i],
                                k18.data(), j6.data(), a2.data(), v.data(), x.data()),
              0);
  }
  g6_set_ti(0, 1);
  const auto begin = [&] {
    g6calc_firsthalf(0, 200, 30, index_.data(), sent_rows(x_), sent_rows(v_), sent_rows(acc), sent_rows(jerk),
                     pot.data(), 1e-4, h2_.data());
  };
  begin();
  ASSERT_EQ(g6calc_lasthalf(0, 200, 30, index_.data(), sent_rows(x_), sent_rows(v_), 1e-4, h2_.data(), sent_rows(acc),
                            sent_rows(jerk), pot.data()),
            0);
  expect_same(false);
  begin();
  ASSERT_EQ(g6calc_lasthalf2(0, 200, 30, index_.data(), sent_rows(x_), sent_rows(v_), 1e-4, h2_.data(), sent_rows(acc),
                             sent_rows(jerk), pot.data(), nnb.data()),
            0);
  expect_same(true);
  ASSERT_EQ(g6_read_neighbour_list(0), 0);
  ASSERT_EQ(g6_read_neighbour_list_old(0), 0);
  int n = 0;
  std::vector<int> list(200);
  ASSERT_EQ(g6_get_neighbour_list(0, 4, 200, &n, list.data()), 0);
  list.resize(static_cast<std::size_t>(n));
  EXPECT_EQ(list, list_);

  Vector data[6];
  ASSERT_EQ(get_j_part_data(7, 200, data[0].data(), data[1].data(), data[2].data(), data[3].data(), data[4].data(),
                            data[5].data()),
            0);
  EXPECT_EQ(data[0], bodies_.x[7]);
  EXPECT_EQ(data[2], bodies_.a[7]);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(data[4][k], bodies_.position_at(7, 1)[k], 1e-15);
    EXPECT_NEAR(data[5][k], bodies_.velocity_at(7, 1)[k], 1e-15);
  }
  EXPECT_NE(get_j_part_data(200, 200, data[0].data(), nullptr, nullptr, nullptr, nullptr, nullptr), 0);
  force_j_particle_send();
  EXPECT_EQ(g6_close(0), 0);
}

/// Both ways through GRAPE-6A's calls, for one card and for all.
TEST_P(G6Names, OfGrape6A) {
  ASSERT_EQ(g6_open_all_(), 0);
  for (std::size_t i = 0; i < 200; ++i) {
    Vector k18 = divided(bodies_.s, i, 18), j6 = divided(bodies_.j, i, 6), a2 = divided(bodies_.a, i, 2);
    Vector v = bodies_.v[i], x = bodies_.x[i];
    ASSERT_EQ(g6_set_j_particle_all(static_cast<int>(i), bodies_.index[i], bodies_.time[i], 1, bodies_.mass[i],
                                    k18.data(), j6.data(), a2.data(), v.data(), x.data()),
              0);
  }
  g6_set_ti_all(1);
  g6calc_firsthalf_all(200, 30, index_.data(), sent_rows(x_), sent_rows(v_), sent_rows(acc), sent_rows(jerk),
                       pot.data(), 1e-4, h2_.data());
  ASSERT_EQ(g6calc_lasthalf2_all(200, 30, index_.data(), sent_rows(x_), sent_rows(v_), 1e-4, h2_.data(), sent_rows(acc),
                                 sent_rows(jerk), pot.data(), nnb.data()),
            0);
  expect_same(true);
  std::vector<double> eps2(30, 1e-4);
  int nj = 200, ni = 30, one = 1;
  g6calc_firsthalf0_all_(&nj, &ni, index_.data(), sent_rows(x_), sent_rows(v_), sent_rows(acc), sent_rows(jerk),
                         pot.data(), eps2.data(), h2_.data(), &one);
  ASSERT_EQ(g6calc_lasthalf0(0, 200, 30, index_.data(), sent_rows(x_), sent_rows(v_), eps2.data(), h2_.data(),
                             sent_rows(acc), sent_rows(jerk), pot.data(), 1),
            0);
  expect_same(false);

  ASSERT_EQ(g6_set_njp_all(200), 0);
  ASSERT_EQ(g6_set_nip(0, 30), 0);
  for (int i = 0; i < 30; ++i) {
    const auto t = static_cast<std::size_t>(i);
    ASSERT_EQ(g6_set_i_particle(0, i, index_[t], x_[t].data(), v_[t].data(), 1e-4, h2_[t]), 0);
  }
  ASSERT_EQ(g6_get_force_etc_all(sent_rows(acc), sent_rows(jerk), pot.data(), nnb.data(), flag.data()), 0);
  EXPECT_EQ(flag, std::vector<int>(30, 0));
  expect_same(true);
  // A softening for each target.
  ASSERT_EQ(g6_set_i_particle(0, 3, index_[3], x_[3].data(), v_[3].data(), 0.25, 0), 0);
  ASSERT_EQ(g6_get_force(0, sent_rows(acc), sent_rows(jerk), pot.data(), flag.data()), 0);
  EXPECT_EQ(acc[2], acc_[2]);
  const auto exact = exact_answer(bodies_, 1, index_[3], x_[3], v_[3], 0.25);
  EXPECT_NEAR(pot[3], exact.potential, 1e-5);
  EXPECT_NEAR(acc[3][1], exact.acceleration[1], 1e-5);

  std::vector<Vector> x(200), v(200);
  ASSERT_EQ(g6_get_predicted_j_particles_all(200, sent_rows(x), sent_rows(v)), 0);
  EXPECT_NEAR(x[31][2], bodies_.position_at(31, 1)[2], 1e-15);
  EXPECT_NEAR(v[31][2], bodies_.velocity_at(31, 1)[2], 1e-15);
  EXPECT_GE(g6_getnjmax(0), 1000000);
  EXPECT_NE(g6_set_nip(0, 257), 0);
  EXPECT_NE(g6_set_i_particle(0, 256, 0, x[0].data(), v[0].data(), 0, 0), 0);
  EXPECT_NE(g6_set_njp(0, -1), 0);

  Vector place{5, 0, 0};
  ASSERT_EQ(g6_set_j_particle_mxonly(0, 0, 4711, 2, place.data()), 0);
  ASSERT_EQ(g6_set_njp(0, 1), 0);
  ASSERT_EQ(g6_set_nip(0, 1), 0);
  Vector zero{};
  ASSERT_EQ(g6_set_i_particle(0, 0, -1, zero.data(), zero.data(), 0, 0), 0);
  ASSERT_EQ(g6_get_force_etc(0, sent_rows(acc), sent_rows(jerk), pot.data(), nnb.data(), flag.data()), 0);
  EXPECT_NEAR(acc[0][0], 2.0 / 25, 1e-8);
  EXPECT_EQ(nnb[0], 4711);
  EXPECT_EQ(g6_close_all(), 0);
}

/// Predicted positions, velocities and accelerations, and the snap, against long double.
TEST_P(G6Names, OfSapporo2ForTheSixthOrder) {
  initialize();
  const std::size_t n = 300;
  const auto bodies = make_client_bodies(n);
  const Vector snap{3, -2, 1}, crackle{5, 7, -9};
  for (std::size_t i = 0; i < n; ++i) {
    Vector x = bodies.x[i], v = bodies.v[i], a = bodies.a[i], j = bodies.j[i], s = snap, c = crackle;
    set_j_particle(static_cast<int>(i), x.data(), v.data(), a.data(), j.data(), s.data(), c.data(), bodies.mass[i],
                   bodies.time[i], bodies.index[i], 0.5);
  }
  for (const bool predicts : {true, false, true}) {
    if (predicts)
      predict_all(1.125, static_cast<int>(n));
    else
      no_predict_all(1.125, static_cast<int>(n));
    std::vector<Vector> x(n), v(n), a(n), acc6(n), jrk6(n), snp6(n), crk6(n);
    std::vector<double> mass(n), eps2(n), phi(n), r2(n);
    std::vector<int> ids(n), near(n);
    for (std::size_t i = 0; i < n; ++i) {
      double own_eps2 = 0;
      pick_up_predictor_2(static_cast<int>(i), &ids[i], &mass[i], &own_eps2, x[i].data(), v[i].data(), a[i].data());
      EXPECT_EQ(ids[i], bodies.index[i]);
      EXPECT_EQ(mass[i], bodies.mass[i]);
      EXPECT_EQ(own_eps2, 0.5);
      const double d = predicts ? 1.125 - bodies.time[i] : 0;
      EXPECT_NEAR(a[i][1], bodies.a[i][1] + d * (bodies.j[i][1] + d / 2 * (snap[1] + d / 3 * crackle[1])), 1e-14);
      eps2[i] = i % 2 == 0 ? 1e-4 : 4e-4;
    }
    calc_force_on_predictors(static_cast<int>(n), static_cast<int>(n), ids.data(), sent_rows(x), sent_rows(v),
                             sent_rows(a), mass.data(), eps2.data(), sent_rows(acc6), sent_rows(jrk6), sent_rows(snp6),
                             sent_rows(crk6), phi.data(), near.data(), r2.data());
    const double tolerance = 1e3 * GetParam().tolerance;
    for (std::size_t i = 0; i < n; i += 37) {
      long double acc1 = 0, jrk1 = 0, snp1 = 0, size = 0, least = 1e30L;
      int nearest = -1;
      for (std::size_t k = 0; k < n; ++k) {
        if (k == i) continue;
        long double r[3], w[3], b[3], rr = 0, rw = 0, ww = 0, rb = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          r[c] = static_cast<long double>(x[k][c]) - x[i][c], w[c] = static_cast<long double>(v[k][c]) - v[i][c];
          b[c] = static_cast<long double>(a[k][c]) - a[i][c];
          rr += r[c] * r[c], rw += r[c] * w[c], ww += w[c] * w[c], rb += r[c] * b[c];
        }
        if (rr < least) least = rr, nearest = ids[k];
        rr += eps2[i];
        const long double m = mass[k] / (rr * std::sqrt(rr)), alpha = rw / rr, beta = (ww + rb) / rr + alpha * alpha;
        const long double f = m * r[0], g = m * w[0] - 3 * alpha * f;
        acc1 += f, jrk1 += g, snp1 += m * b[0] - 6 * alpha * g - 3 * beta * f;
        size += std::abs(f) + std::abs(g) + std::abs(m * b[0]) + std::abs(6 * alpha * g) + std::abs(3 * beta * f);
      }
      EXPECT_LT(std::abs(acc6[i][0] - static_cast<double>(acc1)), tolerance * static_cast<double>(size));
      EXPECT_LT(std::abs(jrk6[i][0] - static_cast<double>(jrk1)), tolerance * static_cast<double>(size));
      EXPECT_LT(std::abs(snp6[i][0] - static_cast<double>(snp1)), tolerance * static_cast<double>(size));
      EXPECT_EQ(near[i], nearest);
      EXPECT_NEAR(r2[i], static_cast<double>(least) + eps2[i], 1e-6 * r2[i]);
    }
  }
}

}  // namespace
}  // namespace tucana::test
