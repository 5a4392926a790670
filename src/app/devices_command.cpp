#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <memory>
#include <thread>

#include <nlohmann/json.hpp>

#include "tucana/app/command_line.h"
#include "tucana/app/devices_text.h"
#include "tucana/app/terminal_text.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname machine{};
  return ::uname(&machine) == 0 ? machine.machine : "unknown processor";
}

Json as_json(const device::DeviceInfo& device) {
  Json json;
  json["id"] = device.id;
  json["name"] = device.name;
  json["vendor"] = device.vendor;
  json["driver"] = device.driver;
  json["type"] = name_of(device.type);
  json["memory_bytes"] = device.memory;
  json["compute_units"] = device.compute_units;
  json["fp64"] = device.fp64;
  json["local_memory_bytes"] = device.local_memory;
  json["largest_group"] = device.largest_group;
  json["engine"] = name_of(device.api);
  return json;
}

void add_devices(Json& json, device::Api api, const device::DeviceList& list) {
  Json devices = Json::array();
  for (const auto& device : list.devices) devices.push_back(as_json(device));
  json[fmt::format("{}_devices", name_of(api))] = std::move(devices);
  json[fmt::format("{}_problem", name_of(api))] = list.problem;
}

int show_devices(bool as_json_object) {
  const std::string name = processor_name();
  const std::vector<std::string> levels = supported_simd_levels();
  ThreadPool workers(0);
  const std::string engine = make_engine({}, workers)->description();
  const auto opencl = device::find_devices(device::Api::opencl), cuda = device::find_devices(device::Api::cuda);
  if (as_json_object) {
    Json json;
    json["processor"] = name;
    json["processors"] = std::thread::hardware_concurrency();
    json["usable_processors"] = workers.count();
    json["simd_levels"] = levels;
    json["default_engine"] = engine;
    add_devices(json, device::Api::opencl, opencl);
    add_devices(json, device::Api::cuda, cuda);
    // The names that a driver reports may be in another encoding.
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
    return 0;
  }
  print_fitted(stdout, labelled("processor", name));
  print_fitted(stdout, labelled("", fmt::format("{} processors, {} of them for this program",
                                                std::thread::hardware_concurrency(), workers.count())));
  print_fitted(stdout, labelled("SIMD", fmt::format("{} (engine.simd; best is the first)", fmt::join(levels, ", "))));
  print_fitted(stdout, labelled("engines", fmt::format("cpu: SIMD and threads; by default {}", engine)));
  print_fitted(stdout, labelled("", "opencl, cuda: the devices below; auto: the fastest, measured"));
  print_fitted(stdout, labelled("", "reference: plain double, one pair after the other"));
  print_fitted(stdout, devices_text("OpenCL", opencl));
  print_fitted(stdout, devices_text("CUDA", cuda));
  if (opencl.devices.empty() && cuda.devices.empty())
    print_fitted(stdout, labelled("", "engine.kind = \"cpu\" needs none of this and works for every run."));
  return 0;
}

}  // namespace

void add_devices_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("devices", "list processors and devices of this machine");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "as a JSON object");
  command->footer(
      "engine.devices selects devices by the numbers shown here.\n"
      "Example:\n"
      "  tucana run --set engine.kind=opencl --set engine.devices=[0]");
  command->callback([json, &action] { action = [json] { return show_devices(*json); }; });
}

}  // namespace tucana::app
