#include "bench/tree_memory.h"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include <nlohmann/json.hpp>

#include "bench/tree_models.h"
#include "tucana/device/context.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {
namespace {

/// A figure of /proc/self/status in bytes; 0 where there is none.
double from_status(const std::string& name) {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (status >> word) {
    if (word == name + ":" && status >> kilobytes) return 1024 * kilobytes;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

/// From now on the peak counts anew (Linux).
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

}  // namespace

TreeMemoryReport run_tree_memory_bench(const TreeRunsOptions& options) {
  ThreadPool workers(options.threads);
  const TreeModel model = make_tree_model(options.model, options.n, options.seed, workers);
  TreeOptions tree = options.tree;
  tree.accuracy = options.accuracies.front();
  const auto n = static_cast<double>(options.n);
  TreeMemoryReport report;
  report.options = options;
  report.model_resident = from_status("VmRSS") / n;
  forget_peak();
  const auto engine = make_bench_tree(options.engine, tree, workers);
  LeapfrogOptions leapfrog;
  leapfrog.eta = options.eta, leapfrog.largest_step = options.largest_step;
  leapfrog.law.eps2 = model.softening * model.softening;
  Leapfrog integrator(leapfrog, *engine, workers);
  integrator.start(model.stars.view());
  while (integrator.next() <= Tick::nearest(options.to)) integrator.step();
  const Leapfrog::Memory memory = integrator.memory();
  report.state = static_cast<double>(memory.state) / n;
  report.tree = static_cast<double>(memory.sources) / n;
  report.devices = static_cast<double>(device::buffer_memory().peak) / n;
  report.block = static_cast<double>(memory.block) / n;
  report.peak_resident = from_status("VmHWM") / n;
  return report;
}

std::string to_table(const TreeMemoryReport& report) {
  return fmt::format(
      "{}, N = {}, t = 0 to {:g}; bytes a body\n{:<34} {:>8.1f}\n{:<34} {:>8.1f}\n{:<34} {:>8.1f}\n{:<34} {:>8.1f}\n"
      "{:<34} {:>8.1f}\n{:<34} {:>8.1f}\n{:<34} {:>8.1f}\n",
      report.options.model, report.options.n, report.options.to, "state", report.state, "tree", report.tree,
      "state and tree", report.state + report.tree, "within a block", report.block, "on devices, at most",
      report.devices, "resident before the run", report.model_resident, "peak resident", report.peak_resident);
}

std::string to_json(const TreeMemoryReport& report) {
  return nlohmann::ordered_json{{"bench", "tree_memory"},
                                {"model", report.options.model},
                                {"n", report.options.n},
                                {"to", report.options.to},
                                {"state_bytes", report.state},
                                {"tree_bytes", report.tree},
                                {"block_bytes", report.block},
                                {"device_bytes", report.devices},
                                {"model_resident_bytes", report.model_resident},
                                {"peak_resident_bytes", report.peak_resident}}
             .dump(2) +
         "\n";
}

}  // namespace tucana::bench
