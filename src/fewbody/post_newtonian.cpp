#include "tucana/fewbody/post_newtonian.h"

#include <cmath>
#include <numbers>

namespace tucana {
namespace {

/// A number and its derivative by time: the formulae below are evaluated with both at once.
struct Changing {
  double value = 0, rate = 0;

  Changing& operator+=(const Changing& o) { return value += o.value, rate += o.rate, *this; }
};
Changing operator+(Changing a, const Changing& b) { return a += b; }
Changing operator-(const Changing& a, const Changing& b) { return {a.value - b.value, a.rate - b.rate}; }
Changing operator*(const Changing& a, const Changing& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate};
}
Changing operator*(double a, const Changing& b) { return {a * b.value, a * b.rate}; }
Changing operator+(double a, const Changing& b) { return {a + b.value, b.rate}; }

/// What the formulae are made of; eta is the symmetric mass ratio.
template <class T>
struct Orbit {
  double m, eta;
  T inverse_r, v2, rdot;

  T gamma() const { return m * inverse_r; }
};

Orbit<double> orbit_of(double mass1, double mass2, const Vec3& x, const Vec3& v) {
  const double m = mass1 + mass2, r = norm(x);
  return {m, mass1 * mass2 / (m * m), 1 / r, norm2(v), dot(x, v) / r};
}

/// With derivatives under an acceleration.
Orbit<Changing> changing_orbit(const Orbit<double>& o, const Vec3& x, const Vec3& v, const Vec3& acceleration) {
  const double i = o.inverse_r;
  return {o.m,
          o.eta,
          {i, -o.rdot * i * i},
          {o.v2, 2 * dot(v, acceleration)},
          {o.rdot, i * (o.v2 + dot(x, acceleration) - o.rdot * o.rdot)}};
}

/// The correction is -(m/r^2) (along x n + along v v), both in powers of 1/c.
template <class T>
struct Terms {
  T along_x{}, along_v{};
  void add(double factor, const Terms& more) {
    along_x += factor * more.along_x;
    along_v += factor * more.along_v;
  }
};

template <class T>
Terms<T> first_order(const Orbit<T>& o) {
  return {-1.5 * o.eta * o.rdot * o.rdot + (1 + 3 * o.eta) * o.v2 - 2 * (2 + o.eta) * o.gamma(),
          -2 * (2 - o.eta) * o.rdot};
}

template <class T>
Terms<T> second_order(const Orbit<T>& o) {
  const double eta = o.eta;
  const T rdot2 = o.rdot * o.rdot, v4 = o.v2 * o.v2, gamma = o.gamma();
  return {15.0 / 8 * eta * (1 - 3 * eta) * rdot2 * rdot2 - 1.5 * eta * (3 - 4 * eta) * rdot2 * o.v2 +
              eta * (3 - 4 * eta) * v4 - (2 + 25 * eta + 2 * eta * eta) * gamma * rdot2 -
              0.5 * eta * (13 - 4 * eta) * gamma * o.v2 + 0.75 * (12 + 29 * eta) * gamma * gamma,
          0.5 * o.rdot *
              (3 * eta * (3 + 2 * eta) * rdot2 - eta * (15 + 4 * eta) * o.v2 + (4 + 41 * eta + 8 * eta * eta) * gamma)};
}

template <class T>
Terms<T> radiation(const Orbit<T>& o) {
  const T gamma = o.gamma();
  return {-o.eta * gamma * o.rdot * (4.8 * o.v2 + 136.0 / 15 * gamma), o.eta * gamma * (1.6 * o.v2 + 4.8 * gamma)};
}

template <class T>
Terms<T> conservative(const Orbit<T>& o, double light_speed, const PostNewtonianOrders& orders) {
  const double c2 = 1 / (light_speed * light_speed);
  Terms<T> sum;
  if (orders.first) sum.add(c2, first_order(o));
  if (orders.second) sum.add(c2 * c2, second_order(o));
  return sum;
}

template <class T>
Terms<T> dissipative(const Orbit<T>& o, double light_speed, const PostNewtonianOrders& orders) {
  Terms<T> sum;
  if (orders.radiation) sum.add(std::pow(light_speed, -5), radiation(o));
  return sum;
}

/// The factors of x and v in a force.
template <class T>
Terms<T> factors(const Orbit<T>& o, const Terms<T>& terms, const T& weight) {
  const T scale = -o.m * weight * o.inverse_r * o.inverse_r;
  return {scale * o.inverse_r * terms.along_x, scale * terms.along_v};
}

Vec3 force_of(const Terms<double>& f, const Vec3& x, const Vec3& v) { return f.along_x * x + f.along_v * v; }
Vec3 rate_of(const Terms<Changing>& f, const Vec3& x, const Vec3& v, const Vec3& acceleration) {
  return f.along_x.rate * x + f.along_x.value * v + f.along_v.rate * v + f.along_v.value * acceleration;
}

/// One beyond the merging distance, zero below half of it, with two derivatives.
template <class T>
T fade(const T& s) {
  return s * s * s * (10 + s * (-15 + 6 * s));
}
double fade_argument(const Orbit<double>& o, const Relativity& relativity) {
  return 2 / (relativity.merging_distance(o.m) * o.inverse_r) - 1;
}

}  // namespace

Vec3 post_newtonian_acceleration(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                                 const PostNewtonianOrders& orders) {
  const Orbit<double> o = orbit_of(mass1, mass2, x, v);
  Terms<double> sum = conservative(o, light_speed, orders);
  sum.add(1, dissipative(o, light_speed, orders));
  return force_of(factors(o, sum, 1.0), x, v);
}

PostNewtonianForce post_newtonian_force(double mass1, double mass2, const Vec3& x, const Vec3& v,
                                        const Relativity& relativity) {
  const Orbit<double> o = orbit_of(mass1, mass2, x, v);
  const double s = fade_argument(o, relativity), weight = s < 1 ? fade(s) : 1;
  if (!(s > 0)) return {};
  const auto part = [&](const Terms<double>& terms) { return force_of(factors(o, terms, weight), x, v); };
  return {part(conservative(o, relativity.light_speed, relativity.orders)),
          part(dissipative(o, relativity.light_speed, relativity.orders))};
}

PostNewtonianRates post_newtonian_rates(double mass1, double mass2, const Vec3& x, const Vec3& v,
                                        const Relativity& relativity) {
  const Orbit<double> now = orbit_of(mass1, mass2, x, v);
  const double s = fade_argument(now, relativity);
  if (!(s > 0)) return {};
  const PostNewtonianForce force = post_newtonian_force(mass1, mass2, x, v, relativity);
  const double newton = -now.m * now.inverse_r * now.inverse_r * now.inverse_r;
  const Vec3 acceleration = newton * x + force.orbit + force.waves;
  const Orbit<Changing> o = changing_orbit(now, x, v, acceleration);
  const double s_rate = (s + 1) * now.rdot * now.inverse_r;
  const Changing weight = s < 1 ? fade(Changing{s, s_rate}) : Changing{1, 0};
  const Terms<Changing> orbit = factors(o, conservative(o, relativity.light_speed, relativity.orders), weight),
                        waves = factors(o, dissipative(o, relativity.light_speed, relativity.orders), weight);
  return {force, {rate_of(orbit, x, v, acceleration), rate_of(waves, x, v, acceleration)}};
}

double post_newtonian_energy(double mass1, double mass2, const Vec3& x, const Vec3& v, double light_speed,
                             const PostNewtonianOrders& orders) {
  const Orbit<double> o = orbit_of(mass1, mass2, x, v);
  const double c2 = 1 / (light_speed * light_speed), eta = o.eta, eta2 = eta * eta, g = o.gamma(),
               rdot2 = o.rdot * o.rdot;
  double energy = o.v2 / 2 - g;
  if (orders.first) {
    energy +=
        c2 * (3.0 / 8 * (1 - 3 * eta) * o.v2 * o.v2 + 0.5 * (3 + eta) * o.v2 * g + 0.5 * eta * g * rdot2 + 0.5 * g * g);
  }
  if (orders.second) {
    energy += c2 * c2 *
              (5.0 / 16 * (1 - 7 * eta + 13 * eta2) * o.v2 * o.v2 * o.v2 +
               (21 - 23 * eta - 27 * eta2) / 8 * g * o.v2 * o.v2 + eta * (1 - 15 * eta) / 4 * g * o.v2 * rdot2 -
               3.0 / 8 * eta * (1 - 3 * eta) * g * rdot2 * rdot2 + (14 - 55 * eta + 4 * eta2) / 8 * g * g * o.v2 +
               (4 + 69 * eta + 12 * eta2) / 8 * g * g * rdot2 - (2 + 15 * eta) / 4 * g * g * g);
  }
  return mass1 * mass2 / o.m * energy;
}

double pericentre_advance(double mass, double semi_major_axis, double eccentricity, double light_speed) {
  return 6 * std::numbers::pi * mass /
         (semi_major_axis * (1 - eccentricity * eccentricity) * light_speed * light_speed);
}

}  // namespace tucana
