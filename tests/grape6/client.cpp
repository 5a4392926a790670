#include "tests/grape6/client.h"

#include <g6.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>

namespace tucana::test {
namespace {

Vector predicted(const ClientBodies& b, std::size_t i, double when, int derivative) {
  Vector to;
  const long double d = static_cast<long double>(when) - b.time[i];
  for (std::size_t k = 0; k < 3; ++k) {
    const long double terms[] = {b.x[i][k], b.v[i][k], b.a[i][k], b.j[i][k], b.s[i][k]};
    long double sum = 0, factor = 1;
    for (int p = derivative; p < 5; ++p) {
      sum += terms[p] * factor;
      factor *= d / (p - derivative + 1);
    }
    to[k] = static_cast<double>(sum);
  }
  return to;
}

double (*rows(std::vector<Vector>& column))[3] { return reinterpret_cast<double(*)[3]>(column.data()); }

double difference(const Vector& a, const Vector& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

}  // namespace

void ClientBodies::add(int identity, double m, const Vector& position, const Vector& velocity) {
  index.push_back(identity);
  mass.push_back(m);
  time.push_back(0);
  x.push_back(position);
  v.push_back(velocity);
  for (auto* column : {&a, &j, &s}) column->push_back({});
}

Vector ClientBodies::position_at(std::size_t i, double when) const { return predicted(*this, i, when, 0); }
Vector ClientBodies::velocity_at(std::size_t i, double when) const { return predicted(*this, i, when, 1); }

ClientBodies make_client_bodies(std::size_t n, double when, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto within = [&](double size) { return size * (0x1p-52 * static_cast<double>(random() >> 11) - 1); };
  const auto vector = [&](double size) { return Vector{within(size), within(size), within(size)}; };
  ClientBodies bodies;
  for (std::size_t i = 0; i < n; ++i) {
    const Vector place = vector(i % 3 == 0 ? 0.1 : 1);
    bodies.add(100 + static_cast<int>(i), (1 + static_cast<double>(i % 7)) / static_cast<double>(n), place, vector(1));
    bodies.a.back() = vector(1);
    bodies.j.back() = vector(3);
    bodies.time.back() = when - 0x1p-9 * static_cast<double>(i % 32);
  }
  return bodies;
}

ExactAnswer exact_answer(const ClientBodies& bodies, double when, int own, const Vector& x, const Vector& v,
                         double eps2) {
  ExactAnswer answer;
  long double acc[3] = {}, jerk[3] = {}, pot = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.index[i] == own) continue;
    const Vector xj = bodies.position_at(i, when), vj = bodies.velocity_at(i, when);
    long double r[3], w[3], r2 = 0, rv = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = static_cast<long double>(xj[k]) - x[k], w[k] = static_cast<long double>(vj[k]) - v[k];
      r2 += r[k] * r[k], rv += r[k] * w[k];
    }
    if (static_cast<double>(r2) < least) least = static_cast<double>(r2), answer.nearest = bodies.index[i];
    r2 += eps2;
    const long double m_r3 = bodies.mass[i] / (r2 * std::sqrt(r2));
    pot -= m_r3 * r2;
    for (std::size_t k = 0; k < 3; ++k) {
      acc[k] += m_r3 * r[k];
      jerk[k] += m_r3 * (w[k] - 3 * rv / r2 * r[k]);
    }
    answer.acceleration_scale += static_cast<double>(m_r3 * std::sqrt(r2));
    answer.jerk_scale += static_cast<double>(m_r3 * (std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * 4));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    answer.acceleration[k] = static_cast<double>(acc[k]);
    answer.jerk[k] = static_cast<double>(jerk[k]);
  }
  answer.potential = static_cast<double>(pot);
  return answer;
}

Environment::~Environment() {
  for (const auto& name : names_) unsetenv(name.c_str());
}

void Environment::set(const std::string& name, const std::string& value) {
  setenv(name.c_str(), value.c_str(), 1);
  names_.push_back(name);
}

void Where::choose(Environment& environment) const {
  environment.set("TUCANA_G6_ENGINE", engine);
  environment.set("TUCANA_G6_PRECISION", precision);
}

Client::Client(int number) : id(number) {
  if (g6_open_(&id) != 0) throw std::runtime_error("g6_open_ failed");
}

Client::~Client() { g6_close_(&id); }

int Client::send(const ClientBodies& b, std::size_t i, std::size_t address) {
  Vector k18, j6, a2, velocity = b.v[i], place = b.x[i];
  for (std::size_t k = 0; k < 3; ++k) k18[k] = b.s[i][k] / 18, j6[k] = b.j[i][k] / 6, a2[k] = b.a[i][k] / 2;
  int at = static_cast<int>(address), identity = b.index[i];
  double time = b.time[i], step = 0x1p-5, mass = b.mass[i];
  return g6_set_j_particle_(&id, &at, &identity, &time, &step, &mass, k18.data(), j6.data(), a2.data(), velocity.data(),
                            place.data());
}

void Client::send_all(const ClientBodies& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (send(bodies, i, i) != 0) throw std::runtime_error("g6_set_j_particle_ failed");
}

void Client::set_time(double t) { g6_set_ti_(&id, &t); }

void Client::add_target(int own, const Vector& position, const Vector& velocity, double radius2) {
  index.push_back(own);
  x.push_back(position);
  v.push_back(velocity);
  h2.push_back(radius2);
}

void Client::clear_targets() { index.clear(), x.clear(), v.clear(), h2.clear(); }

void Client::make_room() {
  acc.assign(index.size(), {7, 7, 7});
  jerk.assign(index.size(), {7, 7, 7});
  pot.assign(index.size(), 7);
  nnb.assign(index.size(), -7);
}

void Client::first_half(int nj) {
  int n = ni();
  std::vector<Vector> old(index.size());
  std::vector<double> old_pot(index.size());
  g6calc_firsthalf_(&id, &nj, &n, index.data(), rows(x), rows(v), rows(old), rows(old), old_pot.data(), &eps2,
                    h2.data());
}

int Client::last_half(int nj) {
  make_room();
  int n = ni();
  return g6calc_lasthalf_(&id, &nj, &n, index.data(), rows(x), rows(v), &eps2, h2.data(), rows(acc), rows(jerk),
                          pot.data());
}

int Client::last_half2(int nj) {
  make_room();
  int n = ni();
  return g6calc_lasthalf2_(&id, &nj, &n, index.data(), rows(x), rows(v), &eps2, h2.data(), rows(acc), rows(jerk),
                           pot.data(), nnb.data());
}

int Client::forces(int nj) {
  first_half(nj);
  return last_half2(nj);
}

int Client::list(int target, int most, std::vector<int>& to) {
  constexpr int untouched = -12345;
  to.assign(static_cast<std::size_t>(most) + 1, untouched);
  int n = -1;
  const int code = g6_get_neighbour_list_(&id, &target, &most, &n, to.data());
  if (n < 0 || n > most || to.back() != untouched) throw std::runtime_error("the list is longer than its room");
  to.resize(static_cast<std::size_t>(n));
  return code;
}

double error_of(const Client& client, std::size_t t, const ExactAnswer& exact) {
  return difference(client.acc[t], exact.acceleration) / exact.acceleration_scale +
         std::abs(client.pot[t] - exact.potential) / std::abs(exact.potential);
}

double jerk_error_of(const Client& client, std::size_t t, const ExactAnswer& exact) {
  return difference(client.jerk[t], exact.jerk) / exact.jerk_scale;
}

}  // namespace tucana::test
