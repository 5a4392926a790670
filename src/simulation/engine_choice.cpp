#include "tucana/simulation/engine_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/text_file.h"
#include "tucana/tree/device/device_tree_engine.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace {

/// With more bodies the measured rates hardly change.
constexpr std::int64_t most_measured = 8192, most_measured_with_tree = 65536;

/// Bodies at random places, all of them sources; the first ones are targets.
struct Sample {
  explicit Sample(std::size_t n) : slot(n), position(n), velocity(n), mass(n, 1.0 / static_cast<double>(n)), time(n) {
    RandomStream random(1, RandomUse::test, 0);
    for (std::size_t i = 0; i < n; ++i) {
      slot[i] = slot_at(i);
      position[i] = {random.uniform(), random.uniform(), random.uniform()};
      velocity[i] = {random.uniform(), random.uniform(), random.uniform()};
    }
  }
  std::vector<Slot> slot;
  std::vector<Vec3> position, velocity;
  std::vector<double> mass;
  std::vector<Tick> time;
};

/// The load of block steps: one evaluation of all bodies, and as many pairs again in 64 small blocks. The best of
/// three.
double seconds_of(ForceEngine& engine, const Sample& sample) {
  const std::size_t n = sample.slot.size();
  const auto sources = engine.make_sources();
  sources->resize(n);
  sources->write(sample.slot, {sample.mass, sample.position, sample.velocity, {}, {}, sample.time});
  std::vector<Vec3> acceleration(n), jerk(n);
  const auto evaluate = [&](std::size_t targets) {
    const auto first = [&](auto& column) { return std::span(column).first(targets); };
    engine
        .evaluate(*sources, Tick{}, {first(sample.slot), first(sample.position), first(sample.velocity), {}}, {1e-4},
                  {.jerk = engine.sums_all_pairs()}, {first(acceleration), first(jerk), {}, {}, {}, nullptr})
        .wait();
  };
  evaluate(n);  // warms up compilers and caches
  evaluate(std::max<std::size_t>(n / 64, 1));
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    const Stopwatch watch;
    evaluate(n);
    for (int block = 0; block < 64; ++block) evaluate(std::max<std::size_t>(n / 64, 1));
    best = std::min(best, watch.seconds());
  }
  return best;
}

TreeOptions tree_options(const TreeRunOptions& options) {
  const TreeOptions& chosen = options;
  TreeOptions tree = chosen;
  if (const std::string& file = options.tuning_record; !file.empty())
    tree.pinned = tuning_record_from(read_text_file(file, "a record of tuning"), for_message(file));
  return tree;
}

}  // namespace

std::unique_ptr<ForceEngine> make_run_engine(const Options& options, Workers& workers) {
  const EngineChoice& choice = options.engine;
  if (options.gravity.method == GravityMethod::direct) return make_engine(choice, workers);
  if (choice.kind == "cpu") return make_tree_engine(tree_options(options.tree), choice.simd, workers);
  const auto api = choice.kind == "cuda" ? device::Api::cuda : device::Api::opencl;
  return make_device_tree_engine(tree_options(options.tree), open_devices(api, {choice.devices, choice.device_type}),
                                 {.group = choice.work_group_size});
}

std::string settle_engine_kind(Options& options) {
  if (options.engine.kind != "auto") return "";
  const std::int64_t most = options.gravity.method == GravityMethod::tree ? most_measured_with_tree : most_measured;
  const std::int64_t bodies = options.model.kind == ModelKind::file ? most : options.model.n;
  const Sample sample(static_cast<std::size_t>(std::clamp<std::int64_t>(bodies, 16, most)));
  ThreadPool workers(static_cast<int>(options.run.threads));
  std::string fastest = "cpu", figures;
  double least = std::numeric_limits<double>::infinity();
  for (const char* kind : {"cpu", "opencl", "cuda"}) {
    options.engine.kind = kind;
    try {
      const double seconds = seconds_of(*make_run_engine(options, workers), sample);
      figures += fmt::format("{}{} {:.3g} ms", figures.empty() ? "" : ", ", kind, 1e3 * seconds);
      if (seconds < least) fastest = kind;
      least = std::min(least, seconds);
    } catch (const Error&) {
      // No driver, no support for the precision, or a failed compilation: not a candidate.
      figures += fmt::format("{}no {}", figures.empty() ? "" : ", ", kind);
    }
  }
  options.engine.kind = fastest;
  return fmt::format("engine.kind = auto chose {} ({} for {} bodies)", fastest, figures, sample.slot.size());
}

}  // namespace tucana
