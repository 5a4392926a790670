#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "tucana/app/command_line.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::app {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname machine{};
  return ::uname(&machine) == 0 ? machine.machine : "unknown processor";
}

int show_devices(bool as_json) {
  const std::string name = processor_name();
  const std::vector<std::string> levels = supported_simd_levels();
  ThreadPool workers(0);
  const std::string engine = make_engine({}, workers)->description();
  if (as_json) {
    nlohmann::ordered_json json;
    json["processor"] = name;
    json["processors"] = std::thread::hardware_concurrency();
    json["usable_processors"] = workers.count();
    json["simd_levels"] = levels;
    json["default_engine"] = engine;
    json["opencl_devices"] = nlohmann::ordered_json::array();
    json["cuda_devices"] = nlohmann::ordered_json::array();
    fmt::print("{}\n", json.dump(2));
    return 0;
  }
  fmt::print("processor    {}\n", name);
  fmt::print("             {} processors, {} of them for this program\n", std::thread::hardware_concurrency(),
             workers.count());
  fmt::print("SIMD         {} (engine.simd; best is the first)\n", fmt::join(levels, ", "));
  fmt::print("engines      cpu: SIMD and threads; by default {}\n", engine);
  fmt::print("             reference: plain double, one pair after the other\n");
  fmt::print("graphics     OpenCL and CUDA devices are not supported by this version\n");
  return 0;
}

}  // namespace

void add_devices_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("devices", "what this machine can compute with");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "as a JSON object");
  command->callback([json, &action] { action = [json] { return show_devices(*json); }; });
}

}  // namespace tucana::app
