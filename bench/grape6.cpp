#include "bench/grape6.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/grape6/g6.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::bench {
namespace {

constexpr int call_targets = 256;

/// Bodies in a homogeneous ball: all have about as many neighbours.
struct Ball {
  std::vector<double> mass;
  std::vector<Vec3> position, velocity;
  std::vector<int> index;

  explicit Ball(int n) : mass(static_cast<std::size_t>(n), 1.0 / n) {
    for (int i = 0; i < n; ++i) {
      RandomStream random(1, RandomUse::test, static_cast<std::uint64_t>(i));
      const double r = std::cbrt(random.uniform());
      position.push_back(r * random.direction());
      velocity.push_back(random.direction());
      index.push_back(i);
    }
  }
};

double (*rows(std::vector<Vec3>& column, int first))[3] {
  return reinterpret_cast<double(*)[3]>(column.data() + first);
}

/// The engine by itself, piece by piece.
class DirectSide {
 public:
  DirectSide(const Grape6BenchOptions& options, Ball& ball)
      : ball_(ball),
        engine_(make_engine({options.engine, options.precision}, pool_)),
        sources_(engine_->make_sources()) {
    for (const int i : ball.index) slot_.push_back(slot_at(static_cast<std::size_t>(i)));
    const std::vector<Tick> time(ball.mass.size());
    sources_->resize(ball.mass.size());
    sources_->write(slot_, {ball.mass, ball.position, ball.velocity, {}, {}, time});
    acceleration_.resize(call_targets), jerk_.resize(call_targets), potential_.resize(call_targets);
  }
  double seconds(int first, int count) {
    const auto part = [&](auto& column) {
      return std::span(column).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    };
    const Targets targets{part(slot_), part(ball_.position), part(ball_.velocity), {}};
    const Results results{std::span(acceleration_).first(targets.size()),
                          std::span(jerk_).first(targets.size()),
                          std::span(potential_).first(targets.size()),
                          {},
                          {}};
    const Stopwatch watch;
    engine_->evaluate(*sources_, Tick{}, targets, {1e-4}, {.potential = true}, results).wait();
    return watch.seconds();
  }
  int threads() const { return pool_.count(); }

 private:
  ThreadPool pool_;
  Ball& ball_;
  std::unique_ptr<ForceEngine> engine_;
  std::unique_ptr<SourceSet> sources_;
  std::vector<Slot> slot_;
  std::vector<Vec3> acceleration_, jerk_;
  std::vector<double> potential_;
};

/// A client of libg6 with an id of its own, so that several stand side by side.
class G6Side {
 public:
  G6Side(int id, const Grape6BenchOptions& options, Ball& ball, const char* lists, const char* threads)
      : id_(id), ball_(ball), acc_(call_targets), jerk_(call_targets), pot_(call_targets), nnb_(call_targets) {
    setenv("TUCANA_G6_ENGINE", options.engine.c_str(), 1);
    setenv("TUCANA_G6_PRECISION", std::string(name_of(options.precision)).c_str(), 1);
    setenv("TUCANA_G6_LISTS", lists, 1);
    setenv("TUCANA_G6_THREADS", threads, 1);
    unsetenv("TUCANA_G6_NPIPES");
    if (g6_open_(&id_) != 0) throw FailureError("libg6 cannot be opened; what is wrong stands above");
    double zero = 0, none[3] = {};
    for (int i = 0; i < n(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      g6_set_j_particle_(&id_, &i, &i, &zero, &zero, &ball.mass[at], none, none, none, rows(ball.velocity, i)[0],
                         rows(ball.position, i)[0]);
    }
    // About 50 neighbours.
    h2_.assign(call_targets, std::pow(50.0 / n(), 2.0 / 3));
  }
  ~G6Side() { g6_close_(&id_); }
  G6Side(const G6Side&) = delete;
  G6Side& operator=(const G6Side&) = delete;

  double seconds(int first, int count, bool nearest, bool lists) {
    int nj = n(), *index = ball_.index.data() + first;
    double eps2 = 1e-4;
    auto *x = rows(ball_.position, first), *v = rows(ball_.velocity, first), *acc = rows(acc_, 0),
         *jerk = rows(jerk_, 0);
    const Stopwatch watch;
    g6calc_firsthalf_(&id_, &nj, &count, index, x, v, acc, jerk, pot_.data(), &eps2, h2_.data());
    int code = nearest ? g6calc_lasthalf2_(&id_, &nj, &count, index, x, v, &eps2, h2_.data(), acc, jerk, pot_.data(),
                                           nnb_.data())
                       : g6calc_lasthalf_(&id_, &nj, &count, index, x, v, &eps2, h2_.data(), acc, jerk, pot_.data());
    if (lists) code = code != 0 ? code : g6_read_neighbour_list_(&id_);
    if (code != 0) throw FailureError("libg6 failed; what is wrong stands above");
    return watch.seconds();
  }

 private:
  int n() const { return static_cast<int>(ball_.mass.size()); }
  int id_;
  Ball& ball_;
  std::vector<Vec3> acc_, jerk_;
  std::vector<double> pot_, h2_;
  std::vector<int> nnb_;
};

/// The best time of each piece, added.
class Best {
 public:
  void add(std::size_t piece, double seconds) {
    if (piece >= seconds_.size()) seconds_.resize(piece + 1, 1e30);
    seconds_[piece] = std::min(seconds_[piece], seconds);
  }
  double rate(double pairs) const { return pairs / std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

 private:
  std::vector<double> seconds_;
};

}  // namespace

Grape6BenchReport run_grape6_bench(const Grape6BenchOptions& options) {
  Ball ball(options.sources);
  DirectSide direct(options, ball);
  G6Side plain(0, options, ball, "demand", "0"), serial(1, options, ball, "demand", "1");
  G6Side with_force(2, options, ball, "force", "0");
  const int few = options.few_targets;
  Best direct_best, g6_best, few_best, serial_best, nearest_best, demand_best, force_best;
  for (int round = 0; round < options.rounds; ++round) {
    for (int first = 0; first < options.targets; first += call_targets) {
      const auto piece = static_cast<std::size_t>(first / call_targets);
      const int count = std::min(call_targets, options.targets - first);
      direct_best.add(piece, direct.seconds(first, count));
      g6_best.add(piece, plain.seconds(first, count, false, false));
      nearest_best.add(piece, plain.seconds(first, count, true, false));
      demand_best.add(piece, plain.seconds(first, count, false, true));
      force_best.add(piece, with_force.seconds(first, count, false, true));
    }
    // In a row, as a client calls: threads that find nothing to do for a while fall asleep.
    for (int repeat = 0; repeat < 30; ++repeat) few_best.add(0, plain.seconds(0, few, false, false));
    for (int repeat = 0; repeat < 30; ++repeat) serial_best.add(0, serial.seconds(0, few, false, false));
  }
  const double pairs = static_cast<double>(options.targets) * options.sources;
  const double few_pairs = static_cast<double>(few) * options.sources;
  return {options.engine,           std::string(name_of(options.precision)),
          options.targets,          few,
          options.sources,          direct.threads(),
          direct_best.rate(pairs),  g6_best.rate(pairs),
          few_best.rate(few_pairs), serial_best.rate(few_pairs),
          nearest_best.rate(pairs), demand_best.rate(pairs),
          force_best.rate(pairs)};
}

std::string to_table(const Grape6BenchReport& r) {
  const auto line = [&](const char* what, double rate, double to, const char* of) {
    return fmt::format("{:<29} {:8.2e} pairs/s {:7.2f} GFLOP/s {:5.4g} of {}\n", what, rate, 60e-9 * rate, rate / to,
                       of);
  };
  std::string text = fmt::format("libg6 on {} {}, {} threads: {} targets, {} sources,\n60 operations per pair\n",
                                 r.engine, r.precision, r.threads, r.targets, r.sources);
  text += line("the engine alone", r.direct_rate, r.direct_rate, "itself");
  text += line("libg6, 256 targets per call", r.g6_rate, r.direct_rate, "engine");
  text += line("with nearest neighbours", r.nearest_rate, r.g6_rate, "without");
  text += line("lists, TUCANA_G6_LISTS=demand", r.demand_list_rate, r.g6_rate, "without");
  text += line("lists, TUCANA_G6_LISTS=force", r.force_list_rate, r.g6_rate, "without");
  if (r.engine == "opencl" || r.engine == "cuda") return text;  // which have no threads of ours
  text += line(fmt::format("{} targets, one thread", r.few_targets).c_str(), r.few_rate_serial, r.few_rate_serial,
               "itself");
  text += line(fmt::format("{} targets, all threads", r.few_targets).c_str(), r.few_rate, r.few_rate_serial, "one");
  return text;
}

std::string to_json(const Grape6BenchReport& r) {
  return fmt::format(
      "{{\"engine\": \"{}\", \"precision\": \"{}\", \"threads\": {}, \"targets\": {}, \"sources\": {}, "
      "\"direct_pairs_per_second\": {:.6g}, \"g6_pairs_per_second\": {:.6g}, \"g6_to_direct\": {:.4f}, "
      "\"nearest_pairs_per_second\": {:.6g}, \"demand_list_pairs_per_second\": {:.6g}, "
      "\"force_list_pairs_per_second\": {:.6g}, \"few_targets\": {}, \"few_pairs_per_second\": {:.6g}, "
      "\"few_pairs_per_second_one_thread\": {:.6g}}}\n",
      r.engine, r.precision, r.threads, r.targets, r.sources, r.direct_rate, r.g6_rate, r.g6_rate / r.direct_rate,
      r.nearest_rate, r.demand_list_rate, r.force_list_rate, r.few_targets, r.few_rate, r.few_rate_serial);
}

}  // namespace tucana::bench
