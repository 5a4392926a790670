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
#include "tucana/gravity/ranks/ranked_engine.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/cluster_choice.h"
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

/// Whether an integrator takes an engine for targets of its own. With one step for all bodies, hermite6 keeps them on a
/// device (make_hermite.h), and divides them itself.
bool divides_targets(const Options& options) {
  const bool is_on_device = options.engine.kind == "opencl" || options.engine.kind == "cuda";
  return !(is_on_device && options.integrator.kind == IntegratorKind::hermite6 &&
           options.integrator.steps != StepRule::block);
}

/// What the host computes beside the engine, on its own cores, is counted in pairs in double precision.
DividingRule dividing_rule(const Options& options, ForceEngine& engine, Workers& workers, Communicator& ranks) {
  const auto by_hand = static_cast<double>(options.run.rank_pairs);
  const auto host = make_engine({.simd = options.engine.simd}, workers);
  return DividingRule::chosen(by_hand, engine, *host, ranks);
}

/// Candidates for engine.kind = auto.
constexpr std::array<const char*, 3> kinds = {"cpu", "opencl", "cuda"};

/// The index of the fastest kind; `figures` gets the seconds of all.
std::size_t fastest_kind(Options options, const Sample& sample, std::string& figures) {
  ThreadPool workers(static_cast<int>(options.run.threads));
  std::size_t fastest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    options.engine.kind = kinds[k];
    try {
      const double seconds = seconds_of(*make_run_engine(options, workers), sample);
      figures += fmt::format("{}{} {:.3g} ms", figures.empty() ? "" : ", ", kinds[k], 1e3 * seconds);
      if (seconds < least) fastest = k;
      least = std::min(least, seconds);
    } catch (const Error&) {
      // No driver, no support for the precision, or a failed compilation: not a candidate.
      figures += fmt::format("{}no {}", figures.empty() ? "" : ", ", kinds[k]);
    }
  }
  return fastest;
}

}  // namespace

std::unique_ptr<ForceEngine> make_run_engine(const Options& options, Workers& workers, Decider& decider,
                                             Communicator& ranks) {
  const EngineChoice& choice = options.engine;
  const auto process = static_cast<std::size_t>(ranks.rank_on_host());
  const auto processes = static_cast<std::size_t>(ranks.ranks_on_host());
  if (options.gravity.method == GravityMethod::direct) {
    auto engine = make_engine(choice, workers, process, processes);
    if (ranks.is_alone() || !divides_targets(options)) return engine;
    const auto rule = dividing_rule(options, *engine, workers, ranks);
    return in_ranks(std::move(engine), ranks, rule);
  }
  if (choice.kind == "cpu") return make_tree_engine(tree_options(options.tree), choice.simd, workers, decider, ranks);
  const auto api = choice.kind == "cuda" ? device::Api::cuda : device::Api::opencl;
  return make_device_tree_engine(tree_options(options.tree),
                                 open_devices(api, {choice.devices, choice.device_type}, {process, processes}),
                                 {.group = choice.work_group_size}, decider, ranks);
}

std::string settle_engine_kind(Options& options, Decider& decider) {
  if (options.engine.kind != "auto") return "";
  const std::int64_t most = options.gravity.method == GravityMethod::tree ? most_measured_with_tree : most_measured;
  const std::int64_t bodies =
      options.model.kind == ModelKind::file ? most : static_cast<std::int64_t>(stars_ahead(options.model));
  const Sample sample(static_cast<std::size_t>(std::clamp<std::int64_t>(bodies, 16, most)));
  std::string figures = "measured elsewhere";
  options.engine.kind = kinds.at(decider.decide([&] {
    figures.clear();
    return fastest_kind(options, sample, figures);
  }));
  return fmt::format("engine.kind = auto chose {} ({} for {} bodies)", options.engine.kind, figures,
                     sample.slot.size());
}

}  // namespace tucana
