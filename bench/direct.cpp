#include "bench/direct.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <numbers>
#include <numeric>
#include <span>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::bench {
namespace {

/// Positions of a Plummer model (Aarseth, Henon & Wielen 1974) and plain isotropic velocities: the pair loops do not
/// care about equilibrium.
struct Model {
  std::vector<double> mass;
  std::vector<Vec3> position, velocity;
  std::vector<Tick> time;
  std::vector<Slot> slot;

  explicit Model(std::size_t n) : mass(n, 1.0 / static_cast<double>(n)), time(n) {
    constexpr double scale_radius = 3 * std::numbers::pi / 16;
    for (std::size_t i = 0; i < n; ++i) {
      RandomStream random(1, RandomUse::test, i);
      const double r = scale_radius / std::sqrt(std::pow(0.001 + 0.998 * random.uniform(), -2.0 / 3) - 1);
      position.push_back(r * random.direction());
      const double speed = random.uniform();
      velocity.push_back(speed * random.direction());
      slot.push_back(slot_at(i));
    }
  }
};

struct Case {
  DirectBenchResult result;
  std::size_t threads_index = 0;
  std::unique_ptr<ForceEngine> engine;
  std::unique_ptr<SourceSet> sources;
  std::vector<double> best_seconds;  ///< of each piece
};

/// All targets are done in pieces of this many, a few milliseconds each, and the best time of every piece counts:
/// on a shared machine no whole round goes undisturbed.
constexpr std::size_t piece_targets = 256;

/// Against the sums over all bodies but those left out, which ascend.
double relative_error(const Model& model, std::size_t target, const Vec3& acceleration,
                      std::span<const Slot> left_out) {
  long double ax = 0, ay = 0, az = 0;
  for (std::size_t i = 0; i < model.mass.size(); ++i) {
    if (i == target || std::ranges::binary_search(left_out, slot_at(i))) continue;
    const long double x = static_cast<long double>(model.position[i].x) - model.position[target].x;
    const long double y = static_cast<long double>(model.position[i].y) - model.position[target].y;
    const long double z = static_cast<long double>(model.position[i].z) - model.position[target].z;
    const long double r2 = x * x + y * y + z * z;
    const long double m_r3 = model.mass[i] / (r2 * std::sqrt(r2));
    ax += m_r3 * x, ay += m_r3 * y, az += m_r3 * z;
  }
  const long double dx = ax - acceleration.x, dy = ay - acceleration.y, dz = az - acceleration.z;
  return static_cast<double>(std::sqrt((dx * dx + dy * dy + dz * dz) / (ax * ax + ay * ay + az * az)));
}

/// Errors are measured for every so many-th body, about 256 of them.
std::size_t error_stride(std::size_t n) { return std::max<std::size_t>(1, n / 256); }

/// `left_out`: for each body that is measured, what the engine left out of its sums.
void measure_errors(const Model& model, const std::vector<Vec3>& acceleration,
                    const std::vector<std::vector<Slot>>& left_out, DirectBenchResult& result) {
  std::vector<double> errors;
  const std::size_t stride = error_stride(model.mass.size());
  for (std::size_t t = 0; t < model.mass.size(); t += stride)
    errors.push_back(relative_error(model, t, acceleration[t], left_out[t / stride]));
  std::sort(errors.begin(), errors.end());
  result.acc_error_median = errors[errors.size() / 2];
  result.acc_error_max = errors.back();
}

void check(const DirectBenchOptions& options) {
  if (options.neighbours < 0 || (options.neighbours > 0 && static_cast<std::size_t>(options.neighbours) >= options.n))
    throw InputError(fmt::format("--neighbours {}: must be from 0 to N - 1 = {}", options.neighbours, options.n - 1));
  if (options.far_only && options.neighbours == 0)
    throw InputError("--far-only leaves out what is listed: say --neighbours, for example 100, too");
}

std::string name_of_wanted(const DirectBenchOptions& options) {
  std::string name = "acceleration + jerk + potential";
  if (options.snap) name += " + snap";
  if (options.neighbours > 0) name += options.far_only ? " without lists" : " + lists";
  return name;
}

/// "cpu fp64 AVX2 ...": the third word, when there is one; of a device ("... 8 lanes") the last two.
std::string simd_of(const ForceEngine& engine) {
  const std::string text = engine.arithmetic_class();
  if (text.ends_with(" lanes")) return text.substr(text.rfind(' ', text.rfind(' ') - 1) + 1);
  const std::size_t from = text.find(' ', text.find(' ') + 1);
  if (from == std::string::npos) return "none";
  return text.substr(from + 1, text.find(' ', from + 1) - from - 1);
}

std::vector<Case> make_cases(const DirectBenchOptions& options, const Model& model,
                             std::vector<std::unique_ptr<ThreadPool>>& pools) {
  std::vector<Case> cases;
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (const auto& kind : options.engines)
      for (const Precision precision : options.precisions) {
        if (kind == "reference" && (precision != Precision::fp64 || p > 0)) continue;
        const bool on_device = kind == "opencl" || kind == "cuda";
        if (on_device && p + 1 < pools.size()) continue;  // a device uses all it has
        Case c;
        c.threads_index = p;
        c.engine = make_engine({kind, precision, options.simd}, *pools[p]);
        c.sources = c.engine->make_sources(options.snap ? Prediction::crackle : Prediction::jerk);
        c.sources->resize(model.mass.size());
        c.sources->write(model.slot, {model.mass, model.position, model.velocity, {}, {}, model.time});
        c.best_seconds.assign((model.mass.size() + piece_targets - 1) / piece_targets, 1e30);
        c.result.engine = kind;
        c.result.precision = name_of(precision);
        c.result.simd = simd_of(*c.engine);
        c.result.threads = kind == "reference" ? 1 : pools[p]->count();
        cases.push_back(std::move(c));
      }
  return cases;
}

}  // namespace

DirectBenchReport run_direct_bench(const DirectBenchOptions& options) {
  check(options);
  const Model model(options.n);
  std::vector<std::unique_ptr<ThreadPool>> pools;
  DirectBenchReport report{cpu_name(), options.n, options.rounds, name_of_wanted(options), {}, {}, {}};
  for (const int threads : options.threads) {
    pools.push_back(std::make_unique<ThreadPool>(threads));
    report.threads.push_back(pools.back()->count());
  }
  report.fma_peak.resize(pools.size());
  auto cases = make_cases(options, model, pools);

  std::vector<Vec3> acceleration(options.n), jerk(options.n), snap(options.n);
  std::vector<double> potential(options.n);
  NeighbourLists lists;
  const std::size_t stride = error_stride(options.n);
  std::vector<std::vector<Slot>> left_out((options.n + stride - 1) / stride);
  const Wanted wanted{.potential = true,
                      .lists = options.neighbours > 0,
                      .snap = options.snap,
                      .far_only = options.far_only,
                      .list_rule = options.list_rule};
  // As many as a sphere of half the mass would hold if it were uniform; real clusters have a denser centre.
  const double filling = static_cast<double>(options.neighbours) / static_cast<double>(options.n);
  const std::vector<double> radius2(options.n, std::pow(2 * filling, 2.0 / 3)), list_time(options.n, 1.0 / 128);
  const auto measure_peaks = [&] {
    for (std::size_t p = 0; p < pools.size(); ++p) {
      const FmaPeak peak = measure_fma_peak(*pools[p]);
      report.fma_peak[p].fp32 = std::max(report.fma_peak[p].fp32, peak.fp32);
      report.fma_peak[p].fp64 = std::max(report.fma_peak[p].fp64, peak.fp64);
    }
  };
  for (int round = 0; round < options.rounds; ++round)
    for (auto& c : cases) {
      measure_peaks();
      for (std::size_t piece = 0; piece < c.best_seconds.size(); ++piece) {
        const std::size_t first = piece * piece_targets, count = std::min(piece_targets, options.n - first);
        const auto part = [&](auto& column) { return std::span(column).subspan(first, count); };
        const Targets targets{part(model.slot), part(model.position), part(model.velocity),
                              part(radius2),    part(model.velocity), part(list_time)};
        const Results results{part(acceleration), part(jerk), part(potential), {}, {}, &lists, part(snap)};
        const Stopwatch watch;
        c.engine->evaluate(*c.sources, Tick{}, targets, {}, wanted, results).wait();
        c.best_seconds[piece] = std::min(c.best_seconds[piece], watch.seconds());
        for (std::size_t t = (first + stride - 1) / stride * stride; options.far_only && t < first + count;
             t += stride) {
          const auto list = lists.of(t - first);
          left_out[t / stride].assign(list.begin(), list.end());
        }
      }
      if (round == 0) measure_errors(model, acceleration, left_out, c.result);
    }
  const double pairs = static_cast<double>(options.n) * (static_cast<double>(options.n) - 1);
  for (auto& c : cases) {
    c.result.interactions_per_second = pairs / std::accumulate(c.best_seconds.begin(), c.best_seconds.end(), 0.0);
    const FmaPeak& peak = report.fma_peak[c.threads_index];
    c.result.per_peak_flop = c.result.interactions_per_second / (c.result.precision == "fp64" ? peak.fp64 : peak.fp32);
    report.results.push_back(c.result);
  }
  return report;
}

}  // namespace tucana::bench
