#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tucana::test {

using Vector = std::array<double, 3>;

/// Sources as a client has them, derivatives in full, and an exact sum to compare with.
struct ClientBodies {
  std::vector<int> index;
  std::vector<double> mass, time;
  std::vector<Vector> x, v, a, j, s;

  std::size_t size() const { return mass.size(); }
  void add(int identity, double m, const Vector& position, const Vector& velocity = {});
  /// Body i at `when`, predicted in long double and rounded.
  Vector position_at(std::size_t i, double when) const;
  Vector velocity_at(std::size_t i, double when) const;
};

/// A clumpy ball of unequal masses with derivatives, at times of their own shortly before `when`; indices 100, 101, ...
ClientBodies make_client_bodies(std::size_t n, double when = 1, std::uint64_t seed = 1);

struct ExactAnswer {
  Vector acceleration{}, jerk{};
  double potential = 0;
  double acceleration_scale = 0, jerk_scale = 0;  ///< sums of the sizes of the terms
  int nearest = -1;
};
/// The sum over all bodies whose index is not `own`, in long double.
ExactAnswer exact_answer(const ClientBodies& bodies, double when, int own, const Vector& x, const Vector& v,
                         double eps2);

/// Variables of the environment, as they were when it goes.
class Environment {
 public:
  Environment() = default;
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  void set(const std::string& name, const std::string& value);

 private:
  std::vector<std::string> names_;
};

/// One id, driven by the Fortran names.
class Client {
 public:
  explicit Client(int number = 0);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  int send(const ClientBodies& bodies, std::size_t i, std::size_t address);
  void send_all(const ClientBodies& bodies);
  void set_time(double t);
  void first_half(int nj);
  int last_half(int nj);
  int last_half2(int nj);
  /// Both halves with the nearest neighbours.
  int forces(int nj);
  int list(int target, int most, std::vector<int>& to);

  /// Targets: all vectors of one length.
  std::vector<int> index;
  std::vector<Vector> x, v;
  std::vector<double> h2;
  double eps2 = 0;
  void add_target(int own, const Vector& position, const Vector& velocity, double radius2 = 0);
  void clear_targets();
  /// Results, one a target, and more at the end that must stay as it is.
  std::vector<Vector> acc, jerk;
  std::vector<double> pot;
  std::vector<int> nnb;
  int id;

 private:
  void make_room();
  int ni() const { return static_cast<int>(index.size()); }
};

/// Of target t against the exact answer, relative to the sizes of the terms.
double error_of(const Client& client, std::size_t t, const ExactAnswer& exact);
double jerk_error_of(const Client& client, std::size_t t, const ExactAnswer& exact);

/// Where a test runs.
struct Where {
  const char* engine;
  const char* precision;
  double tolerance;  ///< of the acceleration
  std::string name() const { return std::string(engine) + "_" + precision; }
  void choose(Environment& environment) const;
};
inline constexpr Where everywhere[] = {
    {"reference", "fp64", 1e-13}, {"cpu", "fp64", 1e-13},        {"cpu", "two_float", 1e-6},
    {"cpu", "extended", 1e-11},   {"opencl", "two_float", 1e-6},
#ifndef TUCANA_SANITIZED
    {"opencl", "fp64", 1e-13},
#endif
};

}  // namespace tucana::test
